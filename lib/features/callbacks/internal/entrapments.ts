import { releaseEntrapment, releaseSourceOf, startEntrapment } from '@/lib/features/entrapments/internal/entrapment';
import { holdStates } from '@/lib/features/cubes/internal/unit-boxes';
import { releaseWord, textRelease, textStart } from '@/lib/features/entrapments/internal/texts';
import type { Entrapment } from '@/lib/features/entrapments/internal/entrapment';
import type { ReleaseSource } from '@/lib/features/entrapments/value-sets';
import { db } from '@/lib/platform/db/client';
import type { Callback, Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { logger } from '@/lib/platform/system/log';
import { recordJoin, recordRelease } from '../effects';
import { TRAPPED_WORD } from './fact-words';
import type { CallbackUnit } from '../effects';
import { readCallbackSettings } from './callback-settings';
import { syncMarks } from './sla-marks';
import { isCallbackOver, OPEN_CALLBACK } from '../state';

/**
 * The trapped persons of a call-out (readings 78, 248). Its columns personTrapped, trappedDate, releaseDate and
 * releaseSource belong to its last entrapment. Reports of people and rules are written with the call-out itself; a
 * report of a box waits in its row for `followEntrapments`.
 */

const WAITS = { maxWait: 20_000, timeout: 20_000 };
const BATCH = 200;
const MINUTE_MS = 60_000;

interface EntrapmentStart {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly createDate: Date;
  /** When a rule found them; missing: a person reports it now. */
  readonly foundAt?: Date | undefined;
}

/** Somebody is trapped in the unit of a call-out. @returns `isNews`: the call-out did not know of it */
export async function beginEntrapment(
  sql: Transaction,
  { callbackId, equipmentNo, createDate, foundAt }: EntrapmentStart,
  now: Date,
) {
  const source = foundAt ? 'box' : 'person';
  const start = await startEntrapment(sql, { equipmentNo, callbackId, source, startAt: foundAt ?? now, now });
  const { startAt, releasedAt, releaseSource } = start.entrapment;
  if (start.isNews)
    await sql.callback.update({
      where: { callbackId },
      data: {
        personTrapped: true,
        trappedDate: startAt.getTime() === createDate.getTime() ? null : startAt,
        releaseDate: releasedAt,
        releaseSource,
        updatedAt: now,
      },
    });
  return start;
}

/** After a release: text messages and a notification. */
async function tellRelease(
  sql: Transaction,
  told: CallbackUnit | null,
  entrapment: Entrapment,
  now: number,
): Promise<void> {
  const { equipmentNo, releasedAt } = entrapment;
  const { branchCode } = await sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { branchCode: true },
  });
  await textRelease(sql, entrapment, { equipmentNo, branchCode }, now);
  await endNotices(sql, equipmentNo);
  if (told && releasedAt) await recordRelease(sql, told, releasedAt, releaseWord({ ...entrapment, releasedAt }));
}

/**
 * When a person reports the release before the box does, nobody is asked to acknowledge any more, and the card ends; not where
 * another entrapment began meanwhile. One statement: what began after it looked is not in its sight, neither start nor notice.
 */
async function endNotices(sql: Transaction, equipmentNo: string): Promise<void> {
  await sql.$executeRaw`
    UPDATE notification SET ack_due = NULL, object_status = CASE WHEN notification_type = 'entrapment' AND object_status THEN false ELSE object_status END
     WHERE equipment_no = ${equipmentNo} AND (ack_due IS NOT NULL OR (notification_type = 'entrapment' AND object_status))
       AND NOT EXISTS (SELECT 1 FROM entrapment x WHERE x.equipment_no = ${equipmentNo} AND x.released_at IS NULL)`;
}

/** A person knows that nobody is trapped in these units any more; a new report of their boxes decides again. */
export async function calmUnits(sql: Transaction, equipmentNos: readonly string[]): Promise<void> {
  // In the order in which the ingest locks them, also where the box says nothing and there is no row to change.
  await holdStates(sql, equipmentNos);
  await sql.equipmentStatus.updateMany({
    where: { equipmentNo: { in: [...equipmentNos] }, entrapmentStatus: 1 },
    // The symptom rules check it with the next tick of the clock.
    data: { entrapmentStatus: 0, detectorDue: new Date() },
  });
}

/** A person or a technician reports the release; the caller has written it into the call-out. */
export async function endEntrapment(
  sql: Transaction,
  told: CallbackUnit,
  { source, releaseDate }: { source: ReleaseSource; releaseDate: Date },
): Promise<void> {
  const ended = await releaseEntrapment(sql, { equipmentNo: told.equipmentNo, releaseDate, source });
  if (ended) await tellRelease(sql, told, ended, Date.now());
}

/** The call-out of an entrapment, locked like for every change; null: none is open. */
async function lockCallback(sql: Transaction, { callbackId, equipmentNo }: Entrapment) {
  const open = await sql.callback.findFirst({
    where: { equipmentNo, ...(callbackId === null ? OPEN_CALLBACK : { callbackId }) },
    orderBy: { createDate: 'desc' },
    select: { callbackId: true, createDate: true },
  });
  if (open) await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ${open.callbackId} FOR NO KEY UPDATE`;
  return open;
}

const UNTOLD: Prisma.EntrapmentWhereInput = {
  OR: [{ toldDate: null }, { releasedAt: { not: null }, releaseToldDate: null }],
};

/** @returns whether it was handled here; false: another process handles it at this moment */
async function follow(id: bigint, isDispatchOwn: boolean, now: number): Promise<boolean> {
  return db().$transaction(async (sql) => {
    const seen = await sql.entrapment.findUniqueOrThrow({ where: { id } });
    const callback = isDispatchOwn || seen.callbackId ? await lockCallback(sql, seen) : null;
    const locked = await sql.$queryRaw<unknown[]>`SELECT 1 FROM entrapment WHERE id = ${id} FOR UPDATE SKIP LOCKED`;
    const found = await sql.entrapment.findFirst({ where: { id, ...UNTOLD } });
    if (locked.length === 0 || !found) return false;
    const { equipmentNo, startAt } = found;
    const unit = await sql.equipment.findUniqueOrThrow({
      where: { equipmentNo },
      select: { equipmentNo: true, branchCode: true, equipmentName: true },
    });
    const told = callback && { ...unit, callbackId: callback.callbackId };
    const isJoin = callback !== null && found.callbackId === null;
    if (isJoin) await beginEntrapment(sql, { ...callback, equipmentNo, foundAt: startAt }, new Date(now));
    const entrapment = await sql.entrapment.findUniqueOrThrow({ where: { id } });
    if (told && isJoin && entrapment.releasedAt === null)
      await recordJoin(sql, told, {
        detail: TRAPPED_WORD,
        at: new Date(now),
        asks: true,
      });
    await textStart(sql, entrapment, unit, now);
    if (entrapment.releasedAt === null) return true;
    if (told) await noteRelease(sql, told.callbackId, entrapment, now);
    await tellRelease(sql, told, entrapment, now);
    return true;
  }, WAITS);
}

/** The box's report counts as the release, unless a person has reported one. */
async function noteRelease(
  sql: Transaction,
  callbackId: string,
  { releasedAt, releaseSource }: Entrapment,
  now: number,
) {
  await sql.callback.updateMany({
    where: { callbackId, releaseDate: null },
    data: { releaseDate: releasedAt, releaseSource: releaseSourceOf(releaseSource), updatedAt: new Date(now) },
  });
  await syncMarks(sql, { callbackId }, now);
  await sql.$executeRaw`INSERT INTO outbox (topic, key, payload) VALUES ('callback', ${callbackId}, '{}')`;
}

interface ImportedCallback extends Pick<
  Callback,
  'jobStatus' | 'personTrapped' | 'trappedDate' | 'releaseDate' | 'createDate'
> {
  /** The oldest first. */
  readonly entrapments: readonly Entrapment[];
}

/**
 * Is the release that the call-out names that of these persons? Not, if it is the one of those before them, or before they
 * were trapped, to the minute as people enter it (readings 287).
 */
function isReleaseOf(one: Entrapment, { releaseDate, entrapments }: ImportedCallback): boolean {
  if (releaseDate === null) return false;
  const isOfEarlier = entrapments.some(
    ({ id, releasedAt }) => id < one.id && releasedAt !== null && releaseDate <= releasedAt,
  );
  const start = Math.min(one.startAt.getTime(), one.createDate.getTime());
  return !isOfEarlier && (one.startSource !== 'box' || releaseDate.getTime() >= start - (start % MINUTE_MS));
}

/** Does the file say that these persons are free? It need not know of those of whom a box told. */
const isFreedIn = (row: ImportedCallback, open: Entrapment): boolean =>
  isCallbackOver(row.jobStatus) || isReleaseOf(open, row) || (open.startSource !== 'box' && !row.personTrapped);

/** Are persons trapped there whom the portal does not count? What only files told, a file may take back. */
function tellsOfOthers(row: ImportedCallback, last: Entrapment | undefined): boolean {
  if (!row.personTrapped || row.releaseDate !== null || isCallbackOver(row.jobStatus)) return false;
  if (!last) return true;
  if (last.releasedAt === null) return false;
  return last.releaseSource === 'person' || (row.trappedDate ?? row.createDate) > last.releasedAt;
}

/** Does the file say something else of the last trapped persons than is known? Who was trapped, files say of theirs alone. */
function contradicts(row: ImportedCallback, last: Entrapment): boolean {
  if (!row.personTrapped) return last.startSource === 'box';
  return row.releaseDate === null ? last.releasedAt !== null : !isReleaseOf(last, row);
}

/**
 * Imported call-outs: who is trapped there, or released. The sender of the file has notified people of the start, so
 * nobody is notified here. The call-out goes on saying what is known of its last trapped persons.
 * @returns the call-outs of which this changed something
 */
export async function importEntrapments(
  sql: Transaction,
  callbackIds: readonly string[],
  now = new Date(),
): Promise<Set<string>> {
  const touched = new Set<string>();
  const rows = await sql.callback.findMany({
    where: { callbackId: { in: [...callbackIds] }, OR: [{ personTrapped: true }, { entrapments: { some: {} } }] },
    include: { entrapments: { orderBy: { id: 'asc' } } },
    omit: { searchGrams: true },
  });
  const freed = new Set(
    rows.filter((row) => {
      const last = row.entrapments.at(-1);
      return last?.releasedAt === null && isFreedIn(row, last);
    }),
  );
  if (freed.size > 0) await calmUnits(sql, [...new Set([...freed].map(({ equipmentNo }) => equipmentNo))]);
  for (const row of rows) {
    const { callbackId, equipmentNo, releaseDate, closeDate, trappedDate, createDate } = row;
    if (releaseDate && !row.releaseSource)
      await sql.callback.update({ where: { callbackId }, data: { releaseSource: 'person' } });
    let last = row.entrapments.at(-1);
    if (last && freed.has(row)) {
      touched.add(callbackId);
      const at = (isReleaseOf(last, row) ? releaseDate : null) ?? closeDate ?? now;
      const ended = await releaseEntrapment(sql, { equipmentNo, releaseDate: at, source: 'person' });
      if (ended) await tellRelease(sql, null, ended, now.getTime());
      last = ended ?? last;
    } else if (tellsOfOthers(row, last)) {
      touched.add(callbackId);
      const startAt = trappedDate ?? createDate;
      last = (await startEntrapment(sql, { equipmentNo, callbackId, source: 'person', startAt, now })).entrapment;
      if (last.startSource === 'person')
        await sql.entrapment.update({ where: { id: last.id }, data: { toldDate: now } });
    }
    if (last && contradicts(row, last)) {
      touched.add(callbackId);
      await sql.callback.update({
        where: { callbackId },
        data: {
          personTrapped: true,
          trappedDate: last.startAt.getTime() === createDate.getTime() ? null : last.startAt,
          releaseDate: last.releasedAt,
          releaseSource: last.releaseSource,
        },
      });
    }
  }
  return touched;
}

/**
 * Handles what boxes reported about trapped persons: call-out, clocks, notifications. A failed one is tried again.
 * @returns how many
 */
export async function followEntrapments(now: number): Promise<number> {
  const waiting = await db().entrapment.findMany({
    where: UNTOLD,
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  if (waiting.length === 0) return 0;
  const { isErpMaster } = await readCallbackSettings();
  let done = 0;
  for (const { id } of waiting) {
    try {
      if (await follow(id, !isErpMaster, now)) done += 1;
    } catch (error) {
      logger('entrapments').error({ err: error, entrapment: String(id) }, 'not acted on, will try again');
    }
  }
  return done;
}
