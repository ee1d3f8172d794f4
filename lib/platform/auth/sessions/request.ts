import { config } from '@/lib/config';
import type { Visitor } from '@/lib/platform/http/exchange';
import { db } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import type { Actor } from '@/lib/platform/contract/actor';
import { isStorable } from '@/lib/platform/contract/storable';
import { actorOfAccessToken, actorOfSession, forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import type { LoadedActor } from '@/lib/platform/auth/tokens/actor-loader';
import { verifyPassword } from '@/lib/platform/auth/accounts/password';
import { takeCall } from '@/lib/platform/auth/limits/rate-limits';
import { holds } from '@/lib/platform/contract/authorities';
import { readSessionCookie, writeSessionCookie } from './session-cookie';
import type { SessionPayload } from './session-cookie';

/** The caller of a request (api.md §1.4): a header wins over the cookie. Does not depend on Next. */

export interface Caller {
  readonly actor: Actor | null;
  /** `upstream`: a token that only the configured back end can judge. */
  readonly via: 'bearer' | 'cookie' | 'none' | 'upstream';
  readonly sessionId: string | null;
  /** The cookie's copy of the rights is outdated, or its life was prolonged: the answer should carry a new one. */
  readonly rewriteCookie: boolean;
}

const NOBODY: Caller = { actor: null, via: 'none', sessionId: null, rewriteCookie: false };
const MAX_FOCUS_IDS = 300;
const MAX_FOCUS_BYTES = 8192;
const HOUR_SEC = 3600;

/**
 * The focus projects of the `projectId` header; null without one (api.md §1.5 Focus).
 * @throws bad_request beyond 300 ids or 8 KiB
 */
export function parseFocus(header: string | null): string[] | null {
  if (header === null || header.trim() === '') return null;
  if (Buffer.byteLength(header) > MAX_FOCUS_BYTES)
    throw new AppError('bad_request', { messageKey: 'tooManyFocusProjects' });
  const ids = [
    ...new Set(
      header
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ];
  if (ids.length > MAX_FOCUS_IDS) throw new AppError('bad_request', { messageKey: 'tooManyFocusProjects' });
  return ids;
}

function bearerOf(request: Visitor): string | null {
  const header = request.headers.get('authorization');
  if (header === null) return null;
  const token = /^Bearer +(\S+)$/i.exec(header.trim())?.[1];
  // An empty or unknown scheme is still "a header": it must not fall back to the cookie.
  return token ?? '';
}

/**
 * Resolves the caller.
 * @param isOptional a public call: bad or outdated credentials count as none
 * @throws token_expired, invalid_token, account_disabled, bad_request (focus header)
 */
export async function resolveCaller(
  request: Visitor,
  { isOptional = false }: { isOptional?: boolean } = {},
): Promise<Caller> {
  const token = bearerOf(request);
  if (token !== null && config().upstream) return { ...NOBODY, via: 'upstream' };
  try {
    if (token !== null) return await callerOfToken(token, request);
    return await callerOfCookie(request);
  } catch (error) {
    if (isOptional && error instanceof AppError && (error.code === 401 || error.id === 'account_disabled'))
      return NOBODY;
    throw error;
  }
}

function withFocus(actor: Actor, request: Visitor): Actor {
  const focus = parseFocus(request.headers.get('projectid'));
  return focus === null ? actor : { ...actor, focus };
}

async function callerOfToken(token: string, request: Visitor): Promise<Caller> {
  const { actor } = await actorOfAccessToken(token);
  return { actor: withFocus(actor, request), via: 'bearer', sessionId: actor.sessionId, rewriteCookie: false };
}

async function callerOfCookie(request: Visitor): Promise<Caller> {
  const { session } = config();
  const payload = await readSessionCookie(request.headers.get('cookie'), session);
  if (!payload) return NOBODY;
  const { actor, isRenewed, expireAt } = await actorOfSession(payload.sid, { renews: true });
  // A page may have prolonged the session before; then the cookie ends earlier than the session.
  const isShort = expireAt / 1000 - payload.exp > HOUR_SEC;
  return {
    actor: withFocus(actor, request),
    via: 'cookie',
    sessionId: actor.sessionId,
    rewriteCookie: isRenewed || isShort || isOutdated(payload, actor),
  };
}

function isOutdated(payload: SessionPayload, actor: Actor): boolean {
  return (
    payload.accessVersion !== actor.accessVersion ||
    payload.nickName !== actor.nickName ||
    payload.branchName !== actor.branchName ||
    payload.authorities.length !== actor.authorities.size ||
    payload.authorities.some((authority) => !holds(actor, authority))
  );
}

/** Do the user's projects include the airport project of the configuration (doc1 §2)? */
export function hasCustomCampus(actor: Pick<Actor, 'mappings'>): boolean {
  return config().airportProjectIds.some((projectId) => actor.mappings.projects.includes(projectId));
}

/** The present state behind the cookie of a session. @throws invalid_token, account_disabled */
export async function payloadOfSession(sessionId: string): Promise<SessionPayload> {
  return payloadOf(await actorOfSession(sessionId));
}

function payloadOf({ actor }: LoadedActor): SessionPayload {
  return {
    sid: actor.sessionId,
    username: actor.username,
    nickName: actor.nickName,
    userType: actor.userType,
    customerType: actor.customerType,
    branchName: actor.branchName,
    authorities: [...actor.authorities].sort(),
    accessVersion: actor.accessVersion,
    customCampus: hasCustomCampus(actor),
  };
}

/**
 * Set-Cookie values that give a browser the state of this session, or end it (null). For a session that does not exist
 * any more there are none: this answer may arrive after that of a new sign-in, whose cookie it must not clear. The page
 * guard redirects a browser with an ended session to the route that clears its cookie.
 */
export async function sessionCookieHeader(sessionId: string | null, request: Visitor): Promise<string[]> {
  const { session } = config();
  const cookies = request.headers.get('cookie');
  if (sessionId === null) return writeSessionCookie(null, 0, session, cookies);
  forgetActors(sessionId);
  const loaded = await actorOfSession(sessionId).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!loaded) return [];
  const maxAgeSec = Math.max(1, Math.floor((loaded.expireAt - Date.now()) / 1000));
  return writeSessionCookie(payloadOf(loaded), maxAgeSec, session, cookies);
}

/**
 * Authenticates a partner system by HTTP Basic (api.md §1.4 Partner).
 * @returns the partner's id
 * @throws invalid_token, access_denied when it lacks the scope, rate_limited
 */
export async function authenticatePartner(request: Visitor, scope: 'token' | 'import' | 'mail'): Promise<string> {
  const encoded = /^Basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const [partnerId = '', ...secret] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':');
  await takeCall({ ip: request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '', username: null });
  const partner =
    partnerId === '' || partnerId.length > 40 || !isStorable(partnerId)
      ? null
      : await db().partner.findUnique({ where: { partnerId } });
  const fits = await verifyPassword(partner?.secretHash ?? null, secret.join(':'));
  if (!partner || !fits || !partner.enabled) throw new AppError('invalid_token');
  if (!Array.isArray(partner.scopes) || !partner.scopes.includes(scope)) throw new AppError('access_denied');
  return partner.partnerId;
}
