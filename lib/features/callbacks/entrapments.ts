import {
  isTrappedAt,
  releaseEntrapment,
  releaseInWords,
  releaseSourceOf,
  startEntrapment,
  textRelease,
  textStart,
} from '@/lib/features/entrapments/internal';
import type { Entrapment, ReleaseSource } from '@/lib/features/entrapments/internal';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { logger } from '@/lib/platform/system/log';
import { recordJoin, recordRelease } from './effects';
import type { Told } from './effects';
import { readRules } from './rules';
import { syncMarks } from './sla-marks';
import { isCallbackOver, OPEN_CALLBACK } from './state';

/**
 * The trapped persons of a call-out (readings 78, 248): its columns personTrapped, trappedDate, releaseDate and releaseSource are
 * those of its last entrapment. What people and rules say is written with the call-out itself; what a box says waits in its row
 * for `followEntrapments`.
 */

type Sql = Prisma.TransactionClient;
const WAITS = { maxWait: 20_000, timeout: 20_000 };
const BATCH = 200;

interface Begin {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly createDate: Date;
  /** When a rule found them; missing: a person says so now. */
  readonly foundAt?: Date | undefined;
}

/** Somebody is trapped in the unit of a call-out. @returns `isNews`: the call-out has not known of it */
export async function beginEntrapment(sql: Sql, { callbackId, equipmentNo, createDate, foundAt }: Begin, now: Date) {
  const source = foundAt ? 'box' : 'person';
  const start = await startEntrapment(sql, { equipmentNo, callbackId, source, startAt: foundAt ?? now });
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

/** What follows a release: text messages, and the bell. */
async function tellRelease(sql: Sql, told: Told | null, entrapment: Entrapment, now: number): Promise<void> {
  const { equipmentNo, releasedAt } = entrapment;
  const { branchCode } = await sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { branchCode: true },
  });
  await textRelease(sql, entrapment, { equipmentNo, branchCode }, now);
  // Of another one that has begun meanwhile people are told, and asked.
  if (!(await isTrappedAt(sql, equipmentNo))) await endNotices(sql, equipmentNo);
  if (told && releasedAt) await recordRelease(sql, told, releasedAt, releaseInWords({ ...entrapment, releasedAt }));
}

/** Nobody is asked to acknowledge it any more, and its card ends, where a person says so before the box. */
async function endNotices(sql: Sql, equipmentNo: string): Promise<void> {
  await sql.notification.updateMany({ where: { equipmentNo, ackDue: { not: null } }, data: { ackDue: null } });
  await sql.notification.updateMany({
    where: { equipmentNo, notificationType: 'entrapment', objectStatus: true },
    data: { objectStatus: false },
  });
}

/** A person or a technician says that they are free; the caller has written it into the call-out. */
export async function endEntrapment(
  sql: Sql,
  told: Told,
  { source, releaseDate }: { source: ReleaseSource; releaseDate: Date },
): Promise<void> {
  const ended = await releaseEntrapment(sql, { equipmentNo: told.equipmentNo, releaseDate, source });
  if (ended) await tellRelease(sql, told, ended, Date.now());
}

/** The call-out of an entrapment, locked as every change of it locks it; null: none is open. */
async function lockCallback(sql: Sql, { callbackId, equipmentNo }: Entrapment) {
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

/** @returns whether it was acted on; false: somebody else does it in this moment */
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
        detail: translateServer(DEFAULT_LANGUAGE, 'callbacks', 'activity.trapped'),
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

/** The box's release is the release, unless a person has told of one. */
async function noteRelease(sql: Sql, callbackId: string, { releasedAt, releaseSource }: Entrapment, now: number) {
  await sql.callback.updateMany({
    where: { callbackId, releaseDate: null },
    data: { releaseDate: releasedAt, releaseSource: releaseSourceOf(releaseSource), updatedAt: new Date(now) },
  });
  await syncMarks(sql, { callbackId }, now);
  await sql.$executeRaw`INSERT INTO outbox (topic, key, payload) VALUES ('callback', ${callbackId}, '{}')`;
}

/**
 * Call-outs as a file tells of them: who is trapped there, and free again. Whoever sends the file has told of the start, so
 * nobody is told here.
 */
export async function importEntrapments(sql: Sql, callbackIds: readonly string[], now = new Date()): Promise<void> {
  const rows = await sql.callback.findMany({
    where: { callbackId: { in: [...callbackIds] }, OR: [{ personTrapped: true }, { entrapments: { some: {} } }] },
    include: { entrapments: { where: { releasedAt: null } } },
    omit: { searchGrams: true },
  });
  for (const { callbackId, equipmentNo, personTrapped, trappedDate, createDate, ...row } of rows) {
    const isOver = row.releaseDate !== null || isCallbackOver(row.jobStatus) || !personTrapped;
    if (row.releaseDate && !row.releaseSource)
      await sql.callback.update({ where: { callbackId }, data: { releaseSource: 'person' } });
    if (isOver && row.entrapments.length > 0) {
      const releaseDate = row.releaseDate ?? row.closeDate ?? now;
      const ended = await releaseEntrapment(sql, { equipmentNo, releaseDate, source: 'person' });
      if (ended) await tellRelease(sql, null, ended, now.getTime());
    } else if (!isOver && row.entrapments.length === 0) {
      const startAt = trappedDate ?? createDate;
      const { entrapment } = await startEntrapment(sql, { equipmentNo, callbackId, source: 'person', startAt });
      if (entrapment.startSource === 'person')
        await sql.entrapment.update({ where: { id: entrapment.id }, data: { toldDate: now } });
    }
  }
}

/** Acts on what boxes have said of trapped persons: call-out, clocks, people. One that fails is tried again. @returns how many */
export async function followEntrapments(now: number): Promise<number> {
  const waiting = await db().entrapment.findMany({
    where: UNTOLD,
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  if (waiting.length === 0) return 0;
  const { isErpMaster } = await readRules();
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
