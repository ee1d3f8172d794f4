import { randomInt } from 'node:crypto';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { noteChange } from '@/lib/platform/audit/changes';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { fileStamp } from '@/lib/platform/i18n/format';
import { may } from '@/lib/platform/contract/access';
import { textStart } from '@/lib/features/entrapments/internal/texts';
import { moveCallback } from '../contract';
import type { CreateCallback } from '../contract';
import { recordJoin, recordStep } from '../effects';
import { descriptionWord, joinWord } from './fact-words';
import type { CallbackUnit } from '../effects';
import { beginEntrapment } from './entrapments';
import { originOf } from '../origin';
import { readCallbackSettings } from './callback-settings';
import type { CallbackType } from '../value-sets';
import { takeWaitingSymptoms } from './waiting-symptoms';
import { OPEN_CALLBACK } from '../state';

/** Creates a call-out, or adds persons to the open one (silent-screens F3, readings 78). */

/** Many people may report one unit at once. */
const WAITS = { maxWait: 20_000, timeout: 20_000 };

/** `C`, the time, and five digits that distinguish call-outs of one second. */
const newId = (at: number) => `C${fileStamp(at)}${String(randomInt(100_000)).padStart(5, '0')}`;

type CalledUnit = Prisma.EquipmentGetPayload<{
  select: { equipmentNo: true; branchCode: true; equipmentName: true; sapSystem: true };
}>;

/** Under the unit's lock: of two reports at once the second one finds the first. */
async function lockUnit(sql: Transaction, equipmentNo: string): Promise<CalledUnit> {
  await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ${equipmentNo} FOR NO KEY UPDATE`;
  return sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { equipmentNo: true, branchCode: true, equipmentName: true, sapSystem: true },
  });
}

export interface TrappedPersons {
  readonly isTrapped: boolean;
  readonly trappedCount: number | null;
  readonly isInjured: boolean;
}

/** Persons in danger join the open call-out. Each entrapment is an incident of its own (readings 248). */
async function join(
  sql: Transaction,
  told: CallbackUnit,
  open: { createDate: Date; personTrapped: boolean; personInjured: boolean; trappedCount: number | null },
  { persons: { isTrapped, trappedCount, isInjured }, jobDescription, isInCharge, foundAt }: CallbackRequest,
): Promise<void> {
  const now = new Date();
  const { callbackId } = told;
  const changes = {
    ...(isInjured && !open.personInjured ? { personInjured: true } : {}),
    ...(trappedCount === null ? {} : { trappedCount: Math.max(trappedCount, open.trappedCount ?? 0) }),
  };
  await sql.callback.update({ where: { callbackId }, data: { ...changes, updatedAt: now } });
  const start = isTrapped ? await beginEntrapment(sql, { ...told, ...open, foundAt }, now) : undefined;
  const isNews = start?.isNews === true && start.entrapment.releasedAt === null;
  await recordJoin(sql, told, {
    detail: joinWord({ isTrapped, isInjured }, jobDescription),
    at: now,
    // It was reported before: those in charge have already been asked.
    asks: isNews && isInCharge !== true,
  });
  if (start) await textStart(sql, start.entrapment, told, now.getTime());
  noteChange({ ...open }, { ...changes, ...(start?.isNews ? { personTrapped: true } : {}) });
}

/** Are call-outs dispatched in the portal, not by an ERP? */
export async function hasOwnDispatch(): Promise<boolean> {
  return !(await readCallbackSettings()).isErpMaster;
}

/** Nobody opens or moves a call-out here when an ERP owns them. @throws access_denied */
export async function requireOwnDispatch(): Promise<void> {
  if (!(await hasOwnDispatch())) throw new AppError('access_denied', { messageKey: 'erpMaster' });
}

/**
 * The data of a new call-out. The caller has checked the right and the unit (`requireOwnDispatch`, `requireEquipment`).
 */
export interface CallbackRequest {
  readonly equipmentNo: string;
  readonly callbackType: CallbackType;
  readonly jobDescription: string;
  readonly operator: string | null;
  readonly persons: TrappedPersons;
  readonly callerName?: string;
  readonly callerPhone?: string;
  /** Somebody in charge of call-outs opens it, so nobody has to acknowledge it (readings 84). */
  readonly isInCharge?: boolean;
  /** When a rule found trapped persons, by the box's clock; missing: a person reports it now. */
  readonly foundAt?: Date;
  /** Joins this open call-out of the unit, even when nobody is in danger. */
  readonly attachTo?: string;
}

/**
 * Opens a call-out in the caller's transaction. It joins the unit's open one instead when `attachTo` names it, or when
 * persons are in danger (silent-screens F3, readings 78). History, activity, message and audit line are written, too.
 * @throws conflict with `data.callbackId` when one is open and nobody is in danger, validation_failed for an `attachTo`
 * that is not the unit's open one
 */
export async function openCallback(
  sql: Transaction,
  request: CallbackRequest,
): Promise<{ callbackId: string; jobStatus: string; joined: boolean }> {
  const { persons, attachTo } = request;
  const unit = await lockUnit(sql, request.equipmentNo);
  const { equipmentNo, branchCode, equipmentName } = unit;
  const open = await sql.callback.findFirst({
    where: { equipmentNo, ...OPEN_CALLBACK, ...(attachTo === undefined ? {} : { callbackId: attachTo }) },
    orderBy: { createDate: 'desc' },
    select: {
      callbackId: true,
      jobStatus: true,
      createDate: true,
      personTrapped: true,
      personInjured: true,
      trappedCount: true,
    },
  });
  if (!open) {
    if (attachTo !== undefined) throw new FieldError('callbackId', 'badValue');
    return { callbackId: await insert(sql, unit, request), jobStatus: 'INIT', joined: false };
  }
  const { callbackId, jobStatus } = open;
  if (attachTo === undefined && !persons.isTrapped && !persons.isInjured)
    throw new AppError('conflict', { messageKey: 'openCallback', data: { callbackId } });
  await join(sql, { callbackId, equipmentNo, branchCode, equipmentName }, open, request);
  return { callbackId, jobStatus, joined: true };
}

/**
 * @throws not_found, no_object_permission, validation_failed, access_denied when an ERP is master, conflict with
 *   `data.callbackId` when a call-out is open and nobody is in danger
 */
export async function create(actor: Actor, input: CreateCallback): Promise<{ callbackId: string; joined: boolean }> {
  await requireEquipment(actor, input.equipmentNo);
  const origin = await originOf(actor, input);
  await requireOwnDispatch();
  const { equipmentNo, jobDescription, callerName, callerPhone } = input;
  return db().$transaction(async (sql) => {
    const { callbackId, jobStatus, joined } = await openCallback(sql, {
      equipmentNo,
      callbackType: origin.isDetected ? 'Telemonitoring Manual' : 'Customer call',
      jobDescription,
      operator: actor.username,
      persons: {
        isTrapped: input.personTrapped === true || origin.isTrapped,
        trappedCount: input.trappedCount ?? null,
        isInjured: input.personInjured === true,
      },
      callerName,
      callerPhone,
      isInCharge: may(actor, moveCallback),
    });
    await origin.take(sql, callbackId, jobStatus);
    await takeWaitingSymptoms(sql, equipmentNo, { callbackId, jobStatus });
    return { callbackId, joined };
  }, WAITS);
}

async function insert(
  sql: Transaction,
  { equipmentNo, branchCode, equipmentName, sapSystem }: CalledUnit,
  { callbackType, jobDescription, operator, persons, callerName, callerPhone, isInCharge, foundAt }: CallbackRequest,
): Promise<string> {
  const { isTrapped, trappedCount, isInjured } = persons;
  const at = new Date();
  const callbackId = newId(at.getTime());
  // A later call-out names the one that was closed last (first-time fix).
  const previous = await sql.callback.findFirst({
    where: { equipmentNo, jobStatus: 'CLSO' },
    orderBy: { createDate: 'desc' },
    select: { callbackId: true },
  });
  const row = {
    callbackId,
    equipmentNo,
    branchCode,
    callbackType,
    jobDescription,
    sapSystem,
    callerName: callerName ?? null,
    callerPhone: callerPhone ?? null,
    personTrapped: isTrapped,
    trappedCount,
    personInjured: isInjured,
    previousCallbackId: previous?.callbackId ?? null,
    jobStatus: 'INIT',
    createDate: at,
    jobUpdateDate: at,
  };
  await sql.callback.create({ data: row });
  const told = { callbackId, equipmentNo, branchCode, equipmentName };
  const start = isTrapped ? await beginEntrapment(sql, { ...told, createDate: at, foundAt }, at) : undefined;
  const isOver = start?.entrapment.releasedAt != null;
  await recordStep(sql, told, {
    status: 'INIT',
    at,
    operator,
    words: descriptionWord(jobDescription),
    asks: isInCharge !== true && !isOver,
  });
  if (start) await textStart(sql, start.entrapment, told, at.getTime());
  noteChange(null, row);
  return callbackId;
}
