import { randomUUID } from 'node:crypto';
import { Prisma } from '@/lib/platform/db/generated/client';
import { db } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import { notifyVideo } from './video-channel';
import { MAX_SESSIONS, VIDEO_TIMES } from './wire';

/**
 * Who looks into which unit (api.md §2.10): a row a stream, several of one dialog sharing its client id. The rows decide; the
 * gateway ends what they end.
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

const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/**
 * Opens a session, or renews the one that is open for the same client, camera and kind. All sessions of the client id then
 * last another 5 minutes. Another picture of the same client takes the place of the one before.
 * @returns its id
 * @throws conflict: four other clients are open (tooManyVideos), somebody speaks already (talkTaken)
 */
export async function openSession(
  request: SessionRequest,
  now: Date,
  lifeMs: number = VIDEO_TIMES.closeMs,
): Promise<string> {
  try {
    return await db().$transaction((sql) => open(sql, request, now, lifeMs));
  } catch (error) {
    if (request.businessType === 'talk' && isTaken(error)) throw new AppError('conflict', { messageKey: 'talkTaken' });
    throw error;
  }
}

async function open(
  sql: Prisma.TransactionClient,
  request: SessionRequest,
  now: Date,
  lifeMs: number,
): Promise<string> {
  const { username, clientId, cameraId, businessType } = request;
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`video:${username}`}))`;
  await sql.videoSession.updateMany({
    where: { closedAt: null, expireAt: { lte: now }, OR: [{ username }, { cameraId, businessType: 'talk' }] },
    data: { closedAt: now },
  });
  const open = await sql.videoSession.findMany({ where: { username, closedAt: null } });
  const others = new Set(open.map((row) => row.clientId).filter((id) => id !== clientId));
  if (others.size >= MAX_SESSIONS)
    throw new AppError('conflict', { messageKey: 'tooManyVideos', params: { limit: MAX_SESSIONS } });
  const mine = open.filter((row) => row.clientId === clientId);
  // A talk is begun anew: the one that is hung up at this moment must not take it with it.
  const isTalk = businessType === 'talk';
  const same = isTalk
    ? undefined
    : mine.find(
        (row) => row.cameraId === cameraId && row.businessType === businessType && row.sessionId === request.sessionId,
      );
  const replaced = mine.filter((row) => row !== same && (row.businessType === 'talk') === isTalk);
  if (replaced.length > 0)
    await close(
      sql,
      replaced.map(({ id }) => id),
      now,
    );
  const expireAt = new Date(now.getTime() + lifeMs);
  await sql.videoSession.updateMany({ where: { username, clientId, closedAt: null }, data: { expireAt } });
  if (same) return same.id;
  const { id } = await sql.videoSession.create({
    data: { ...request, id: randomUUID(), openedFrom: request.openedFrom ?? null, startAt: now, expireAt },
    select: { id: true },
  });
  return id;
}

async function close(sql: Prisma.TransactionClient, ids: readonly string[], now: Date): Promise<void> {
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
    if (open.length > 0)
      await close(
        sql,
        open.map(({ id }) => id),
        now,
      );
    return { cameraIds: open.map(({ cameraId }) => cameraId) };
  });
}

/** One session is over: its talk was hung up. */
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

/** The sessions of these ids that are open at that moment. */
export async function openSessions(ids: readonly string[], now: Date): Promise<Map<string, OpenSession>> {
  if (ids.length === 0) return new Map();
  const rows = await db().videoSession.findMany({
    where: { id: { in: [...ids] }, closedAt: null, expireAt: { gt: now } },
    select: { id: true, cameraId: true, equipmentNo: true, username: true, sessionId: true, expireAt: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}
