import { randomUUID } from 'node:crypto';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { VideoSession } from '@/lib/platform/db/generated/client';
import { db } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import { notifyVideo } from './video-channel';
import { MAX_SESSIONS, VIDEO_TIMES } from './stream-protocol';

/**
 * Video sessions: who watches which unit (api.md §2.10). One row per stream; several streams of one dialog share its
 * client id. The rows decide, and the gateway ends streams whose row ended.
 */

export interface SessionRequest {
  readonly username: string;
  /** The sign-in. */
  readonly sessionId: string;
  readonly clientId: string;
  readonly equipmentNo: string;
  readonly cameraId: string;
  readonly businessType: string;
  readonly openedFrom?: string | null;
}

/** A session without any sign of its viewer keeps its place for this long, ms (readings 205). */
export const KEEP_MS = 20_000;

const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** How long a session lasts and keeps its place from now on, both ms. */
export interface SessionTimes {
  readonly lifeMs?: number;
  /** Longer when no gateway can see whether somebody watches. */
  readonly keepMs?: number;
}

/**
 * Opens a session, or renews the open one of the same client, camera and kind. All sessions of the client id then last
 * another 5 minutes. A new picture of the same client replaces the one before. When no place is free, or somebody
 * speaks, a session whose viewer was not seen for 20 s loses its place.
 * @returns its id
 * @throws conflict: four other clients are open (tooManyVideos), or somebody speaks already (talkTaken)
 */
export async function openSession(
  request: SessionRequest,
  now: Date,
  { lifeMs = VIDEO_TIMES.closeMs, keepMs = KEEP_MS }: SessionTimes = {},
): Promise<string> {
  const until = (ms: number) => new Date(now.getTime() + ms);
  try {
    return await db().$transaction((sql) => open(sql, request, now, until(lifeMs), until(keepMs)));
  } catch (error) {
    if (request.businessType === 'talk' && isTaken(error)) throw new AppError('conflict', { messageKey: 'talkTaken' });
    throw error;
  }
}

/** The client of these sessions that has been away for the longest time. */
function longestGone(rows: readonly VideoSession[], now: Date): string | undefined {
  const kept = new Map<string, number>();
  for (const { clientId, keptUntil } of rows)
    kept.set(clientId, Math.max(kept.get(clientId) ?? 0, keptUntil.getTime()));
  const [first] = [...kept].sort(([, one], [, other]) => one - other);
  return first && first[1] <= now.getTime() ? first[0] : undefined;
}

/** @throws conflict: tooManyVideos */
async function makeRoom(sql: Prisma.TransactionClient, others: readonly VideoSession[], now: Date): Promise<void> {
  if (new Set(others.map((row) => row.clientId)).size < MAX_SESSIONS) return;
  const gone = longestGone(others, now);
  if (gone === undefined)
    throw new AppError('conflict', { messageKey: 'tooManyVideos', params: { limit: MAX_SESSIONS } });
  await close(sql, idsOf(others.filter((row) => row.clientId === gone)), now);
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

async function open(
  sql: Prisma.TransactionClient,
  request: SessionRequest,
  now: Date,
  expireAt: Date,
  keptUntil: Date,
): Promise<string> {
  const { username, clientId, cameraId, businessType } = request;
  const isTalk = businessType === 'talk';
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`video:${username}`}))`;
  await sql.videoSession.updateMany({
    where: { closedAt: null, expireAt: { lte: now }, OR: [{ username }, { cameraId, businessType: 'talk' }] },
    data: { closedAt: now },
  });
  const open = await sql.videoSession.findMany({ where: { username, closedAt: null } });
  const mine = open.filter((row) => row.clientId === clientId);
  await makeRoom(
    sql,
    open.filter((row) => row.clientId !== clientId),
    now,
  );
  // A talk is started again: the end of the old one, which may arrive now, must not end the new one.
  const same = isTalk
    ? undefined
    : mine.find(
        (row) => row.cameraId === cameraId && row.businessType === businessType && row.sessionId === request.sessionId,
      );
  const replaced = mine.filter((row) => row !== same && (row.businessType === 'talk') === isTalk);
  const silent = isTalk
    ? await sql.videoSession.findMany({
        where: { closedAt: null, cameraId, businessType, keptUntil: { lte: now } },
        select: { id: true },
      })
    : [];
  await close(sql, idsOf([...replaced, ...silent]), now);
  await sql.videoSession.updateMany({ where: { username, clientId, closedAt: null }, data: { expireAt, keptUntil } });
  if (same) return same.id;
  const { id } = await sql.videoSession.create({
    data: { ...request, id: randomUUID(), openedFrom: request.openedFrom ?? null, startAt: now, expireAt, keptUntil },
    select: { id: true },
  });
  return id;
}

/**
 * Notes that somebody watches these sessions: they keep their places for another 20 s. @returns how many of them are
 * open
 */
export async function keepSessions(ids: readonly string[], now: Date): Promise<number> {
  const { count } = await db().videoSession.updateMany({
    where: { id: { in: [...ids] }, closedAt: null, expireAt: { gt: now } },
    data: { keptUntil: new Date(now.getTime() + KEEP_MS) },
  });
  return count;
}

async function close(sql: Prisma.TransactionClient, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql.videoSession.updateMany({ where: { id: { in: [...ids] }, closedAt: null }, data: { closedAt: now } });
  await notifyVideo(
    sql,
    ids.map((key) => ({ topic: 'session', key })),
  );
}

/** Ends the sessions of a client id of one account. @returns how many were open */
export async function closeSessions(username: string, clientId: string, now: Date): Promise<{ cameraIds: string[] }> {
  return db().$transaction(async (sql) => {
    const open = await sql.videoSession.findMany({
      where: { username, clientId, closedAt: null },
      select: { id: true, cameraId: true },
    });
    await close(sql, idsOf(open), now);
    return { cameraIds: open.map(({ cameraId }) => cameraId) };
  });
}

/** Closes one session, because its talk was hung up. */
export async function closeSession(id: string, now: Date): Promise<void> {
  await db().$transaction((sql) => close(sql, [id], now));
}

export interface OpenSession {
  readonly id: string;
  readonly cameraId: string;
  readonly equipmentNo: string;
  readonly username: string;
  readonly sessionId: string;
  readonly expireAt: Date;
}

/** Those of these sessions that are open at that moment. */
export async function openSessions(ids: readonly string[], now: Date): Promise<Map<string, OpenSession>> {
  if (ids.length === 0) return new Map();
  const rows = await db().videoSession.findMany({
    where: { id: { in: [...ids] }, closedAt: null, expireAt: { gt: now } },
    select: { id: true, cameraId: true, equipmentNo: true, username: true, sessionId: true, expireAt: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}
