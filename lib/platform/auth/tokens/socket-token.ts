import { errors, jwtVerify, SignJWT } from 'jose';
import { AppError } from '@/lib/platform/contract/errors';
import type { Actor } from '@/lib/platform/contract/actor';
import { actorOfAccessToken, actorOfSession } from './actor-loader';
import type { LoadedActor } from './actor-loader';
import { deriveKey } from '@/lib/platform/secrets/secret-box';

/**
 * Tokens for the socket's `authorize`: 5 minutes, audience `rtc`, useless at any other door. The gateway
 * reads no cookies; an API client may also authorise with its access token.
 */

const AUDIENCE = 'rtc';
const LIFE_SEC = 5 * 60;
const PURPOSE = 'socket-token';

/** Makes a socket token for a signed-in caller. */
export async function issueSocketToken(
  actor: Pick<Actor, 'sessionId' | 'username'>,
  now = Date.now(),
): Promise<{ token: string; expiresIn: number }> {
  const issuedAt = Math.floor(now / 1000);
  const token = await new SignJWT({ sid: actor.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(actor.username)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_SEC)
    .sign(deriveKey(PURPOSE));
  return { token, expiresIn: LIFE_SEC };
}

export type SocketTokenResult =
  | { readonly ok: true; readonly actor: Actor; /** Epoch milliseconds. */ readonly expiresAt: number }
  | { readonly ok: false; readonly reason: 'expired' | 'invalid' | 'disabled' };

function refusalOf(error: unknown): SocketTokenResult {
  if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired' };
  if (error instanceof errors.JOSEError) return { ok: false, reason: 'invalid' };
  if (error instanceof AppError) {
    const reason = error.id === 'token_expired' ? 'expired' : error.id === 'account_disabled' ? 'disabled' : 'invalid';
    return { ok: false, reason };
  }
  throw error;
}

async function loadFor(token: string): Promise<{ loaded: LoadedActor; expiresAt: number }> {
  // A JWT's first part is its header; an access token's is a session id.
  if (!token.startsWith('eyJ')) {
    const loaded = await actorOfAccessToken(token);
    return { loaded, expiresAt: loaded.accessExpireAt };
  }
  const { payload } = await jwtVerify<{ sid?: unknown }>(token, deriveKey(PURPOSE), {
    audience: AUDIENCE,
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'sub'],
  });
  if (typeof payload.sid !== 'string' || payload.exp === undefined) throw new AppError('invalid_token');
  const loaded = await actorOfSession(payload.sid, { isFresh: true });
  if (loaded.actor.username !== payload.sub) throw new AppError('invalid_token');
  return { loaded, expiresAt: payload.exp * 1000 };
}

/** Judges a token given to `authorize`: signature, audience, end, and whether session and account still live. */
export async function verifySocketToken(token: unknown): Promise<SocketTokenResult> {
  if (typeof token !== 'string' || token === '' || token.length > 4096) return { ok: false, reason: 'invalid' };
  try {
    const { loaded, expiresAt } = await loadFor(token);
    return { ok: true, actor: loaded.actor, expiresAt };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Is the session behind a socket still good? Its rights as they are now, or null: end the socket. For hints and sweeps. */
export async function recheckSession(sessionId: string): Promise<Actor | null> {
  try {
    return (await actorOfSession(sessionId, { isFresh: true })).actor;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
