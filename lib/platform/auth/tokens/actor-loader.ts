import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { config } from '@/lib/config';
import { pool } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import type { Actor } from '@/lib/platform/contract/actor';
import { onPortal } from './portal-channel';
import type { PortalListener } from './portal-channel';
import { unseal } from '@/lib/platform/secrets/secret-box';
import { hashToken, sessionOfToken } from './token-format';
import { renewSession } from './tokens';
import { USER_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { ACCOUNT_COLUMNS, actorOfRow, type AccountRow } from './account-actor';

/**
 * Loads the actor of a session. Rows are cached for at most 2 s, less when a hint says that they changed (readings 59).
 */

const CACHE_MS = 2000;
const MAX_CACHED = 20_000;

interface ActorSessionRow extends AccountRow {
  id: string;
  access_hash: string;
  access_expire_at: Date;
  expire_at: Date;
  revoked_at: Date | null;
  upstream_tokens: unknown;
}

const QUERY = `
  SELECT s.id, s.access_hash, s.access_expire_at, s.expire_at, s.revoked_at, s.upstream_tokens,
         ${ACCOUNT_COLUMNS}
  FROM session s JOIN users u ON u.username = s.username LEFT JOIN branch b ON b.branch_code = u.branch_code
  WHERE s.id = $1`;

/**
 * Identity of a user of an upstream back end, stored with the session because our own tables do not have the rights.
 */
export const UpstreamIdentity = z.object({
  nickName: z.string(),
  userType: z.literal(USER_TYPES),
  customerType: z.number().nullable(),
  branchCode: z.string().nullable(),
  branchName: z.string(),
  authorities: z.array(z.string()),
});
export type UpstreamIdentity = z.infer<typeof UpstreamIdentity>;
/** What `Session.upstreamTokens` holds, sealed for the purpose `upstream`. */
export const UpstreamState = z.object({
  access: z.string(),
  refresh: z.string(),
  expireAt: z.number(),
  identity: UpstreamIdentity,
});
export type UpstreamState = z.infer<typeof UpstreamState>;
export const UPSTREAM_BOX = 'upstream';

interface CachedActor {
  row: ActorSessionRow | undefined;
  loadedAt: number;
  /** Created when it is first needed; null: the row is no actor of this installation. */
  actor?: Actor | null;
}
interface Cache {
  entries: Map<string, CachedActor>;
  listener: PortalListener;
}

const holder = globalThis as typeof globalThis & { liftPortalActors?: Cache };

function makeCache(): Cache {
  const entries = new Map<string, CachedActor>();
  const listener: PortalListener = {
    onFact: ({ topic, key }) => {
      if (topic === 'session') entries.delete(key);
      else for (const [id, entry] of entries) if (entry.row?.username === key) entries.delete(id);
    },
    onGap: () => entries.clear(),
  };
  return { entries, listener };
}

const cache = (): Cache => (holder.liftPortalActors ??= makeCache());

/** Drops a session from the cache (after a change in this process), or all of them. */
export function forgetActors(sessionId?: string): void {
  if (sessionId === undefined) cache().entries.clear();
  else cache().entries.delete(sessionId);
}

/** Do two reads of a session give the same actor? The times of the session do not matter. */
function isSameActor(a: ActorSessionRow, b: ActorSessionRow): boolean {
  const actorPart = ({
    access_hash: _hash,
    access_expire_at: _access,
    expire_at: _end,
    revoked_at: _revoked,
    ...rest
  }: ActorSessionRow) => rest;
  return isDeepStrictEqual(actorPart(a), actorPart(b));
}

async function readSession(sessionId: string, isFresh: boolean): Promise<{ entry: CachedActor; isCached: boolean }> {
  const { entries, listener } = cache();
  onPortal(listener);
  const now = Date.now();
  const held = entries.get(sessionId);
  if (!isFresh && held && now - held.loadedAt < CACHE_MS) return { entry: held, isCached: true };
  const { rows } = await pool().query<ActorSessionRow>(QUERY, [sessionId]);
  entries.delete(sessionId);
  if (entries.size >= MAX_CACHED) {
    const oldest = entries.keys().next().value;
    if (oldest !== undefined) entries.delete(oldest);
  }
  // The age counts from before the query, so that changes during the query are not cached longer.
  const entry: CachedActor = { row: rows[0], loadedAt: now };
  // Sockets keep their actor; while nothing changes they share one object.
  if (held?.row && rows[0] && isSameActor(held.row, rows[0])) entry.actor = held.actor;
  if (rows[0]) entries.set(sessionId, entry);
  return { entry, isCached: false };
}

function toActor(row: ActorSessionRow): Actor | null {
  const isUpstream = config().upstream !== undefined;
  if (isUpstream !== (row.upstream_tokens !== null)) return null;
  if (isUpstream) {
    const base = { sessionId: row.id, username: row.username, focus: null, accessVersion: row.access_version };
    const state = UpstreamState.safeParse(unseal(UPSTREAM_BOX, row.upstream_tokens));
    if (!state.success) return null;
    const { authorities, ...identity } = state.data.identity;
    return { ...base, ...identity, authorities: new Set(authorities), mappings: { projects: [], branches: [] } };
  }
  return actorOfRow(row, row.id);
}

export interface LoadedActor {
  readonly actor: Actor;
  readonly accessExpireAt: number;
  /** End of the session unless it is renewed. */
  readonly expireAt: number;
  /** The session's access was renewed by this call. */
  readonly isRenewed: boolean;
}

function requireAlive(row: ActorSessionRow | undefined, now: number): ActorSessionRow {
  if (!row || row.revoked_at !== null || row.expire_at.getTime() <= now) throw new AppError('invalid_token');
  if (!row.is_usable) throw new AppError('account_disabled');
  return row;
}

function loaded(entry: CachedActor, row: ActorSessionRow, isRenewed: boolean): LoadedActor {
  const actor = (entry.actor ??= toActor(row));
  if (!actor) throw new AppError('invalid_token');
  return { actor, accessExpireAt: row.access_expire_at.getTime(), expireAt: row.expire_at.getTime(), isRenewed };
}

/**
 * The actor of an access token of ours.
 * @throws token_expired when it is outdated but the session lives, invalid_token, account_disabled
 */
export async function actorOfAccessToken(token: string): Promise<LoadedActor> {
  const sessionId = sessionOfToken('access', token);
  if (!sessionId) throw new AppError('invalid_token');
  const hash = hashToken(token);
  const now = Date.now();
  let { entry, isCached } = await readSession(sessionId, false);
  // The pair may have been rotated after the row was kept.
  if (isCached && entry.row?.access_hash !== hash) ({ entry, isCached } = await readSession(sessionId, true));
  const alive = requireAlive(entry.row, now);
  if (alive.access_hash !== hash || alive.access_expire_at.getTime() <= now) throw new AppError('token_expired');
  return loaded(entry, alive, false);
}

/**
 * The actor of a session, for cookie users and socket tokens. With `renews`, expired access is renewed under the row's
 * lock; without, it is left as it is (a socket token carries its own end).
 * @throws invalid_token, account_disabled
 */
export async function actorOfSession(
  sessionId: string,
  { renews = false, isFresh = false } = {},
): Promise<LoadedActor> {
  const now = Date.now();
  const { entry } = await readSession(sessionId, isFresh);
  const alive = requireAlive(entry.row, now);
  if (!renews || alive.access_expire_at.getTime() > now) return loaded(entry, alive, false);
  if ((await renewSession(sessionId)) === null) throw new AppError('invalid_token');
  const { entry: renewed } = await readSession(sessionId, true);
  return loaded(renewed, requireAlive(renewed.row, now), true);
}
