import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { noteChange } from '@/lib/platform/audit/changes';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { correctRelease } from '@/lib/features/entrapments/internal/entrapment';
import type { ReleaseSource } from '@/lib/features/entrapments/value-sets';
import { followTechnician } from '@/lib/features/technician-links/internal/follow';
import { nudgeSms } from '@/lib/platform/texting/dispatch';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { moveCallback } from '../contract';
import type { CallbackDetail, MoveCallback } from '../contract';
import type { Language } from '@/lib/platform/i18n/languages';
import { findCallback } from '../detail';
import { requireCallback } from './require-callback';
import { recordStep } from '../effects';
import { causeWord } from './fact-words';
import { calmUnits, endEntrapment } from './entrapments';
import { causeOf } from '../causes';
import { isCallbackOver, callbackStatusOf } from '../state';
import { readCallbackSettings } from './callback-settings';
import { syncMarks } from './sla-marks';
import { keepTechnician } from './technicians';
import { missingFields, refusalOf } from '../shared/transitions';
import type { MoveRefusal } from '../shared/transitions';

/** Moves a call-out (api.md §2.8) under its row's lock, so that of several moves at once one wins. */

/** Many calls may wait for one row; each move is short. */
const WAITS = { maxWait: 20_000, timeout: 20_000 };

const MOVED = {
  callbackId: true,
  equipmentNo: true,
  branchCode: true,
  jobStatus: true,
  jobUpdateDate: true,
  createDate: true,
  technicianName: true,
  technicianPhone: true,
  personTrapped: true,
  trappedDate: true,
  releaseDate: true,
  arrivalDate: true,
  scsa: true,
  scsb: true,
  jobTechRemark: true,
  equipmentRunning: true,
  equipment: { select: { equipmentName: true } },
} as const satisfies Prisma.CallbackSelect;
type CallbackToMove = Prisma.CallbackGetPayload<{ select: typeof MOVED }>;

async function lock(sql: Transaction, callbackId: string): Promise<CallbackToMove> {
  await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ${callbackId} FOR NO KEY UPDATE`;
  return sql.callback.findUniqueOrThrow({ where: { callbackId }, select: MOVED });
}

/** A refusal of the table as an error for the caller. */
function refused(refusal: MoveRefusal): AppError {
  switch (refusal) {
    case 'stateForbids':
    case 'trappedNotReleased':
      return new AppError('conflict', { messageKey: refusal });
    case 'erpMaster':
      return new AppError('access_denied', { messageKey: refusal });
    default:
      return new AppError(refusal);
  }
}

/** The message for each field that a move may require. */
const REQUIRED: Readonly<Record<string, string>> = {
  reason: 'moveReasonRequired',
  technicianName: 'technicianRequired',
  technicianPhone: 'technicianRequired',
  scsa: 'scsaRequired',
  scsb: 'scsbRequired',
  jobTechRemark: 'remarkRequired',
  releaseDate: 'releaseRequired',
  equipmentRunning: 'runningRequired',
  expectedReturnDate: 'returnRequired',
};

/** @throws validation_failed for an invalid time */
function instant(field: keyof MoveCallback, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = parseWallTime(text);
  if (at === undefined) throw new FieldError(field, 'badValue');
  return at;
}

/** When the move happened: between the last state and now. A move in the same second is set just after the last one. */
function timeOfMove({ time }: MoveCallback, last: Date, now: number): Date {
  const earliest = last.getTime() + 1;
  const given = instant('time', time);
  if (given === undefined) return new Date(Math.max(now, earliest));
  if (given > now) throw new FieldError('time', 'timeInFuture');
  if (given < Math.floor(last.getTime() / 1000) * 1000) throw new FieldError('time', 'timeBackwards');
  return new Date(Math.max(given, earliest));
}

function releaseOf(input: MoveCallback, { createDate, trappedDate }: CallbackToMove, now: number): Date | undefined {
  const at = instant('releaseDate', input.releaseDate);
  if (at === undefined) return undefined;
  if (at > now) throw new FieldError('releaseDate', 'timeInFuture');
  if (at < Math.floor((trappedDate ?? createDate).getTime() / 1000) * 1000)
    throw new FieldError('releaseDate', trappedDate ? 'releaseBeforeTrapped' : 'releaseBeforeCall');
  return new Date(at);
}

function returnOf(input: MoveCallback, at: Date): Date | undefined {
  const expected = instant('expectedReturnDate', input.expectedReturnDate);
  if (expected !== undefined && expected <= at.getTime()) throw new FieldError('expectedReturnDate', 'returnInPast');
  return expected === undefined ? undefined : new Date(expected);
}

/** The new values of the row. Facts that do not belong to the move stay unchanged. */
async function changesOf(
  sql: Transaction,
  input: MoveCallback,
  row: CallbackToMove,
  at: Date,
  releaseDate: Date | undefined,
) {
  const { status } = input;
  return {
    jobStatus: status,
    jobUpdateDate: at,
    // Also when one is known: a person may correct the box's report (readings 248).
    ...(releaseDate && row.personTrapped ? { releaseDate, releaseSource: 'person' } : {}),
    ...(status === 'PAGE' ? { technicianName: input.technicianName, technicianPhone: input.technicianPhone } : {}),
    ...(status === 'REQU' ? { technicianName: null, technicianPhone: null } : {}),
    ...(status === 'SITE' && !row.arrivalDate ? { arrivalDate: at } : {}),
    ...(isCallbackOver(status) ? { closeDate: at } : {}),
    ...(status === 'CLSO'
      ? {
          ...(await causeOf(sql, input)),
          jobTechRemark: input.jobTechRemark,
          equipmentRunning: input.equipmentRunning,
        }
      : {}),
  };
}

/** Checks everything that a move needs, and refuses the first mistake. */
function checkMove(row: CallbackToMove, input: MoveCallback, mover: Parameters<typeof refusalOf>[2], now: number) {
  const status = callbackStatusOf(row.jobStatus);
  if (input.from !== status)
    throw new AppError('conflict', { messageKey: 'stateChanged', data: { jobStatus: status } });
  const releaseDate = releaseOf(input, row, now);
  const isTrapped = row.personTrapped && !row.releaseDate;
  const refusal = refusalOf({ status, isTrapped: isTrapped && !releaseDate }, input.status, mover);
  if (refusal) throw refused(refusal);
  const [missing] = missingFields(input.status, { isTrapped }, input);
  if (missing) throw new FieldError(missing, REQUIRED[missing] ?? 'required');
  const at = timeOfMove(input, row.jobUpdateDate, now);
  return { at, releaseDate, expectedReturnDate: returnOf(input, at) };
}

/** The persons of a call-out are released, or were released at another time than known. */
async function noteRelease(
  sql: Transaction,
  row: CallbackToMove,
  release: { source: ReleaseSource; releaseDate: Date },
): Promise<void> {
  const { callbackId, equipmentNo, branchCode, equipment } = row;
  if (row.releaseDate) {
    await correctRelease(sql, callbackId, release.releaseDate);
    return;
  }
  await calmUnits(sql, [equipmentNo]);
  await endEntrapment(sql, { callbackId, equipmentNo, branchCode, equipmentName: equipment.equipmentName }, release);
}

/** Who makes a move: an account, or a technician with the link of a dispatch (readings 245). */
export interface MovedBy {
  readonly mayMove: boolean;
  /** The name in the history. */
  readonly operator: string;
  /** Runs under the row's lock, before anything is checked. */
  readonly check?: (sql: Transaction) => Promise<void>;
  /** Runs in the move's transaction, before the technician's link follows it. */
  readonly note?: (sql: Transaction, at: Date) => Promise<void>;
}

/** Makes one move. The caller has checked the scope; `by.mayMove` says whether it has the right. @throws validation_failed, conflict, access_denied */
export async function makeMove(input: MoveCallback, by: MovedBy): Promise<void> {
  const { callbackId } = input;
  const { isErpMaster } = await readCallbackSettings();
  const mover = { mayMove: by.mayMove, isErpMaster };
  await db().$transaction(async (sql) => {
    const row = await lock(sql, callbackId);
    await by.check?.(sql);
    const { at, releaseDate, expectedReturnDate } = checkMove(row, input, mover, Date.now());
    const changes = await changesOf(sql, input, row, at, releaseDate);
    await sql.callback.update({ where: { callbackId }, data: { ...changes, updatedAt: new Date() } });
    const { equipmentNo, branchCode, equipment } = row;
    const calledUnit = { callbackId, equipmentNo, branchCode, equipmentName: equipment.equipmentName };
    if (changes.releaseDate !== undefined)
      await noteRelease(sql, row, { source: 'person', releaseDate: changes.releaseDate });
    await recordStep(sql, calledUnit, {
      status: input.status,
      at,
      operator: by.operator,
      reason: input.reason,
      expectedReturnDate,
      words:
        'scsaText' in changes
          ? causeWord(changes.scsa, changes.scsaText ?? null)
          : input.status === 'PAGE'
            ? input.technicianName
            : undefined,
    });
    if (input.status === 'PAGE') await keepTechnician(sql, branchCode, input, at);
    await by.note?.(sql, at);
    await followTechnician(sql, { ...row, ...changes, isOver: isCallbackOver(changes.jobStatus) }, by.operator);
    noteChange({ ...row }, changes);
  }, WAITS);
  if (input.status === 'PAGE') nudgeSms();
}

/** @throws validation_failed, conflict, access_denied, not_found, no_object_permission */
export async function move(actor: Actor, input: MoveCallback, language: Language): Promise<CallbackDetail> {
  const { callbackId } = input;
  await requireCallback(actor, callbackId);
  await makeMove(input, { mayMove: may(actor, moveCallback), operator: actor.username });
  return findCallback(actor, callbackId, language);
}

/**
 * Records the release of the trapped persons without changing the call-out's state; once. @returns whether it was new
 */
export async function freePersons(callbackId: string, by: Pick<MovedBy, 'check' | 'note'>): Promise<boolean> {
  return db().$transaction(async (sql) => {
    const row = await lock(sql, callbackId);
    await by.check?.(sql);
    if (!row.personTrapped || row.releaseDate || isCallbackOver(row.jobStatus)) return false;
    const at = new Date();
    const release = { releaseDate: at, releaseSource: 'technician' };
    await sql.callback.update({ where: { callbackId }, data: { ...release, updatedAt: at } });
    await by.note?.(sql, at);
    await noteRelease(sql, row, { source: 'technician', releaseDate: at });
    await syncMarks(sql, { callbackId });
    noteChange({ ...row }, release);
    return true;
  }, WAITS);
}
