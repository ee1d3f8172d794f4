import { z } from 'zod';
import { db } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { notifyPortal } from './portal-channel';
import { seal, unseal } from '@/lib/platform/secrets/secret-box';
import { hashToken, makeToken, newSessionId, sessionOfToken } from './token-format';

/** The life of a session in its row (api.md §1.4 Life, Rotation, Revocation). */

export const ACCESS_MS = 30 * 60_000;
export const REFRESH_MS = 7 * 24 * 3600_000;
export const SESSION_MS = 30 * 24 * 3600_000;
/** How long the old refresh token still answers the same new pair. */
export const GRACE_MS = 30_000;

/** Enough for a queue of parallel refreshes of one session. */
const LOCK_WAIT = { maxWait: 15_000, timeout: 15_000 };

export interface TokenPair {
  sessionId: string;
  access: string;
  refresh: string;
  /** Seconds until the access token expires. */
  expiresIn: number;
}

export interface SessionSeed {
  username: string;
  ip: string;
  userAgent: string;
  deviceId?: string;
}

const KeptPair = z.object({
  sessionId: z.string(),
  access: z.string(),
  refresh: z.string(),
  accessExpireAt: z.number(),
});

function newPair(sessionId: string, createDate: Date, now: number) {
  const expireAt = new Date(Math.min(now + REFRESH_MS, createDate.getTime() + SESSION_MS));
  const accessExpireAt = new Date(Math.min(now + ACCESS_MS, expireAt.getTime()));
  return { access: makeToken('access', sessionId), refresh: makeToken('refresh', sessionId), accessExpireAt, expireAt };
}

const secondsLeft = (at: number, now: number) => Math.max(0, Math.round((at - now) / 1000));

/** Opens a session for an account whose identity is proven. The tokens exist in clear only in the answer. */
export async function createSession(sql: Transaction, seed: SessionSeed, now = Date.now()): Promise<TokenPair> {
  const sessionId = newSessionId();
  const createDate = new Date(now);
  const pair = newPair(sessionId, createDate, now);
  await sql.session.create({
    data: {
      id: sessionId,
      username: seed.username,
      accessHash: hashToken(pair.access),
      accessExpireAt: pair.accessExpireAt,
      refreshHash: hashToken(pair.refresh),
      deviceId: seed.deviceId?.slice(0, 64) ?? null,
      ip: seed.ip.slice(0, 45),
      userAgent: seed.userAgent.slice(0, 300),
      createDate,
      lastUsedAt: createDate,
      expireAt: pair.expireAt,
    },
  });
  return {
    sessionId,
    access: pair.access,
    refresh: pair.refresh,
    expiresIn: secondsLeft(pair.accessExpireAt.getTime(), now),
  };
}

interface LockedRow {
  id: string;
  refresh_hash: string;
  prev_refresh_hash: string | null;
  prev_pair_until: Date | null;
  prev_pair: unknown;
  access_expire_at: Date;
  create_date: Date;
  expire_at: Date;
  revoked_at: Date | null;
  is_usable: boolean;
}

async function lockSession(sql: Transaction, sessionId: string): Promise<LockedRow | undefined> {
  const rows = await sql.$queryRaw<LockedRow[]>`
    SELECT s.id, s.refresh_hash, s.prev_refresh_hash, s.prev_pair_until, s.prev_pair, s.access_expire_at, s.create_date, s.expire_at, s.revoked_at,
           (u.enabled AND u.deleted_at IS NULL) AS is_usable
    FROM session s JOIN users u ON u.username = s.username
    WHERE s.id = ${sessionId} FOR UPDATE OF s`;
  return rows[0];
}

const isAlive = (row: LockedRow, now: number) =>
  row.revoked_at === null && row.expire_at.getTime() > now && row.is_usable;

/**
 * Spends a refresh token for a new pair. For 30 s the token spent last answers the same pair again, because parallel
 * tabs spend it at once; any older token has been stolen or replayed and ends the session.
 * @param beforeRotation asked before a new pair is made, not for a repeated answer; throws to refuse
 * @returns null when the session cannot be continued (`invalid_token`).
 */
export async function rotateRefresh(
  refreshToken: string,
  beforeRotation: (sessionId: string) => Promise<void> = () => Promise.resolve(),
  now = Date.now(),
): Promise<TokenPair | null> {
  const sessionId = sessionOfToken('refresh', refreshToken);
  if (!sessionId) return null;
  const given = hashToken(refreshToken);
  return db().$transaction(async (sql) => {
    const row = await lockSession(sql, sessionId);
    if (!row || !isAlive(row, now)) return null;
    if (row.prev_refresh_hash === given && row.prev_pair_until && row.prev_pair_until.getTime() > now) {
      const kept = KeptPair.safeParse(unseal('prev-pair', row.prev_pair));
      if (!kept.success) return null;
      return {
        sessionId,
        access: kept.data.access,
        refresh: kept.data.refresh,
        expiresIn: secondsLeft(kept.data.accessExpireAt, now),
      };
    }
    if (row.refresh_hash !== given) {
      await revokeSession(sql, sessionId);
      return null;
    }
    await beforeRotation(sessionId);
    const pair = newPair(sessionId, row.create_date, now);
    const kept = seal('prev-pair', {
      sessionId,
      access: pair.access,
      refresh: pair.refresh,
      accessExpireAt: pair.accessExpireAt.getTime(),
    });
    await sql.session.update({
      where: { id: sessionId },
      data: {
        accessHash: hashToken(pair.access),
        accessExpireAt: pair.accessExpireAt,
        refreshHash: hashToken(pair.refresh),
        expireAt: pair.expireAt,
        prevRefreshHash: given,
        prevPairUntil: new Date(now + GRACE_MS),
        prevPair: kept,
        lastUsedAt: new Date(now),
      },
    });
    return {
      sessionId,
      access: pair.access,
      refresh: pair.refresh,
      expiresIn: secondsLeft(pair.accessExpireAt.getTime(), now),
    };
  }, LOCK_WAIT);
}

/**
 * Continues the session of a cookie user whose access expired; nobody holds its tokens, so they are only replaced. Of
 * several calls at once one renews, the others find it done.
 * @returns seconds until the new access expires, or null when the session cannot be continued.
 */
export async function renewSession(sessionId: string, now = Date.now()): Promise<number | null> {
  return db().$transaction(async (sql) => {
    const row = await lockSession(sql, sessionId);
    if (!row || !isAlive(row, now)) return null;
    if (row.access_expire_at.getTime() > now + ACCESS_MS / 2) return secondsLeft(row.access_expire_at.getTime(), now);
    const pair = newPair(sessionId, row.create_date, now);
    await sql.session.update({
      where: { id: sessionId },
      data: {
        accessHash: hashToken(pair.access),
        accessExpireAt: pair.accessExpireAt,
        refreshHash: hashToken(pair.refresh),
        expireAt: pair.expireAt,
        lastUsedAt: new Date(now),
      },
    });
    return secondsLeft(pair.accessExpireAt.getTime(), now);
  }, LOCK_WAIT);
}

/** Ends a session, here and in every process. Ending it twice does no harm. */
export async function revokeSession(sql: Transaction, sessionId: string): Promise<void> {
  await sql.session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: new Date() } });
  await notifyPortal(sql, { topic: 'session', key: sessionId });
}

/** Ends all sessions of a user, but the one given (a password change keeps its own). @returns how many */
export async function revokeUserSessions(
  sql: Transaction,
  username: string,
  exceptSessionId: string | null = null,
): Promise<number> {
  const ended = await sql.$queryRaw<{ id: string }[]>`
    UPDATE session SET revoked_at = now() WHERE username = ${username} AND revoked_at IS NULL AND id <> ${exceptSessionId ?? ''} RETURNING id`;
  await notifyPortal(
    sql,
    ended.map(({ id }) => ({ topic: 'session', key: id })),
  );
  return ended.length;
}

/**
 * Says that a user's roles, mappings or account changed: cookies are rewritten, sockets and caches re-read. Call it in
 * the transaction of the change; database triggers raise the version for the changes they see, this adds the hint.
 */
export async function bumpAccess(sql: Transaction, username: string): Promise<void> {
  await sql.user.updateMany({ where: { username }, data: { accessVersion: { increment: 1 } } });
  await notifyPortal(sql, { topic: 'access', key: username });
}
