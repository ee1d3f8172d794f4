import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { noteChange } from '@/lib/platform/audit/changes';
import { db, pool } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { correctRelease } from '@/lib/features/entrapments/internal';
import type { ReleaseSource } from '@/lib/features/entrapments/internal';
import { followTechnician } from '@/lib/features/technician-links/internal';
import { nudgeSms } from '@/lib/platform/texting/dispatch';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { announceChanges } from '@/lib/live/realtime/server/live-hints';
import { moveCallback } from './contract';
import type { CallbackDetail, MoveCallback } from './contract';
import type { Language } from '@/lib/platform/i18n/languages';
import { findCallback, requireCallback } from './detail';
import { recordStep } from './effects';
import { endEntrapment } from './entrapments';
import { causeOf } from './causes';
import { isFinal } from './latest-status';
import { readRules } from './rules';
import { stateOf } from './shape';
import { syncMarks } from './sla-marks';
import { keepTechnician } from './technicians';
import { missingFields, refusalOf } from './transitions';
import type { MoveRefusal } from './transitions';

/** One move of a call-out (api.md §2.8): under its row's lock, so that of many at once one wins. */

type Sql = Prisma.TransactionClient;

/** Many may wait for one row; each move is short. */
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
  equipment: { select: { equipmentName: true, equipmentType: true, displayType: true } },
} as const satisfies Prisma.CallbackSelect;
type Moved = Prisma.CallbackGetPayload<{ select: typeof MOVED }>;

async function lock(sql: Sql, callbackId: string): Promise<Moved> {
  await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ${callbackId} FOR NO KEY UPDATE`;
  return sql.callback.findUniqueOrThrow({ where: { callbackId }, select: MOVED });
}

/** A refusal of the table as the caller hears it. */
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

/** The message of each field that a move may lack. */
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

/** @throws validation_failed for no time at all */
function instant(field: keyof MoveCallback, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = parseWallTime(text);
  if (at === undefined) throw new FieldError(field, 'badValue');
  return at;
}

/** When the move happened: between the last state and now. Of the second of the last one it is just after it. */
function timeOfMove({ time }: MoveCallback, last: Date, now: number): Date {
  const earliest = last.getTime() + 1;
  const given = instant('time', time);
  if (given === undefined) return new Date(Math.max(now, earliest));
  if (given > now) throw new FieldError('time', 'timeInFuture');
  if (given < Math.floor(last.getTime() / 1000) * 1000) throw new FieldError('time', 'timeBackwards');
  return new Date(Math.max(given, earliest));
}

function releaseOf(input: MoveCallback, { createDate, trappedDate }: Moved, now: number): Date | undefined {
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

/** What the row becomes. Facts that do not belong to the move are left as they are. */
async function changesOf(sql: Sql, input: MoveCallback, row: Moved, at: Date, releaseDate: Date | undefined) {
  const { status } = input;
  return {
    jobStatus: status,
    jobUpdateDate: at,
    // Also where one is known: a person may correct the box's (readings 248).
    ...(releaseDate && row.personTrapped ? { releaseDate, releaseSource: 'person' } : {}),
    ...(status === 'PAGE' ? { technicianName: input.technicianName, technicianPhone: input.technicianPhone } : {}),
    ...(status === 'REQU' ? { technicianName: null, technicianPhone: null } : {}),
    ...(status === 'SITE' && !row.arrivalDate ? { arrivalDate: at } : {}),
    ...(isFinal(status) ? { closeDate: at } : {}),
    ...(status === 'CLSO'
      ? {
          ...(await causeOf(sql, input)),
          jobTechRemark: input.jobTechRemark,
          equipmentRunning: input.equipmentRunning,
        }
      : {}),
  };
}

/** Everything that a move needs, or the refusal of the first thing that is wrong with it. */
function judge(row: Moved, input: MoveCallback, mover: Parameters<typeof refusalOf>[2], now: number) {
  const status = stateOf(row.jobStatus);
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

/** The unit is no longer one with a trapped person; what its box says anew decides again. */
async function calmUnit(sql: Sql, equipmentNo: string): Promise<boolean> {
  const { count } = await sql.equipmentStatus.updateMany({
    where: { equipmentNo, entrapmentStatus: 1 },
    // The symptom rules look at it with the next tick of the clock.
    data: { entrapmentStatus: 0, detectorDue: new Date() },
  });
  return count > 0;
}

/** The persons of a call-out are free, or were at another time than was known. @returns whether the unit was one with trapped persons */
async function noteRelease(
  sql: Sql,
  row: Moved,
  release: { source: ReleaseSource; releaseDate: Date },
): Promise<boolean> {
  const { callbackId, equipmentNo, branchCode, equipment } = row;
  if (row.releaseDate) {
    await correctRelease(sql, callbackId, release.releaseDate);
    return false;
  }
  // In the order in which the ingest locks them.
  const isNews = await calmUnit(sql, equipmentNo);
  await endEntrapment(sql, { callbackId, equipmentNo, branchCode, equipmentName: equipment.equipmentName }, release);
  return isNews;
}

/** Who makes a move: an account, or a technician by the link of a dispatch (readings 245). */
export interface MovedBy {
  readonly mayMove: boolean;
  /** As the history names him. */
  readonly operator: string;
  /** Under the row's lock, before anything is judged. */
  readonly check?: (sql: Sql) => Promise<void>;
  /** In the move's transaction, before the technician's link follows it. */
  readonly note?: (sql: Sql, at: Date) => Promise<void>;
}

/** One move, whoever makes it; what it needs of rights and scope has been judged. @throws validation_failed, conflict, access_denied */
export async function makeMove(input: MoveCallback, by: MovedBy): Promise<void> {
  const { callbackId } = input;
  const { isErpMaster } = await readRules();
  const mover = { mayMove: by.mayMove, isInScope: true, isErpMaster };
  const freed = await db().$transaction(async (sql) => {
    const row = await lock(sql, callbackId);
    await by.check?.(sql);
    const { at, releaseDate, expectedReturnDate } = judge(row, input, mover, Date.now());
    const changes = await changesOf(sql, input, row, at, releaseDate);
    await sql.callback.update({ where: { callbackId }, data: { ...changes, updatedAt: new Date() } });
    const { equipmentNo, branchCode, equipment } = row;
    const told = { callbackId, equipmentNo, branchCode, equipmentName: equipment.equipmentName };
    const isFreed =
      changes.releaseDate !== undefined &&
      (await noteRelease(sql, row, { source: 'person', releaseDate: changes.releaseDate }));
    await recordStep(sql, told, {
      status: input.status,
      at,
      operator: by.operator,
      reason: input.reason,
      expectedReturnDate,
      words: 'scsaText' in changes ? changes.scsaText : input.status === 'PAGE' ? input.technicianName : undefined,
    });
    if (input.status === 'PAGE') await keepTechnician(sql, branchCode, input, at);
    await by.note?.(sql, at);
    await followTechnician(sql, { ...row, ...changes }, by.operator);
    noteChange({ ...row }, changes);
    return isFreed ? { equipmentNo, ...equipment } : null;
  }, WAITS);
  if (input.status === 'PAGE') nudgeSms();
  if (freed) await announceFreed(freed);
}

type FreedUnit = Pick<Moved, 'equipmentNo'> & Moved['equipment'];

const announceFreed = ({ equipmentNo, equipmentType, displayType }: FreedUnit) =>
  announceChanges(pool(), [
    {
      equipmentNo,
      equipmentType,
      displayType,
      committedAt: Date.now(),
      changes: {},
      isEdited: true,
      isCounted: true,
      isUrgent: true,
    },
  ]);

/** @throws validation_failed, conflict, access_denied, not_found, no_object_permission */
export async function move(actor: Actor, input: MoveCallback, language: Language): Promise<CallbackDetail> {
  const { callbackId } = input;
  await requireCallback(actor, callbackId);
  await makeMove(input, { mayMove: may(actor, moveCallback), operator: actor.username });
  return findCallback(actor, callbackId, language);
}

/** The trapped persons are free, without another state of the call-out; once. @returns whether it was news */
export async function freePersons(callbackId: string, by: Pick<MovedBy, 'check' | 'note'>): Promise<boolean> {
  const freed = await db().$transaction(async (sql) => {
    const row = await lock(sql, callbackId);
    await by.check?.(sql);
    if (!row.personTrapped || row.releaseDate || isFinal(stateOf(row.jobStatus))) return undefined;
    const at = new Date();
    const release = { releaseDate: at, releaseSource: 'technician' };
    await sql.callback.update({ where: { callbackId }, data: { ...release, updatedAt: at } });
    await by.note?.(sql, at);
    await noteRelease(sql, row, { source: 'technician', releaseDate: at });
    await syncMarks(sql, { callbackId });
    noteChange({ ...row }, release);
    return { equipmentNo: row.equipmentNo, ...row.equipment };
  }, WAITS);
  if (freed) await announceFreed(freed);
  return freed !== undefined;
}
