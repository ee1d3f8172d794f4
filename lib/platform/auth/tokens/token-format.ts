import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@/lib/platform/secrets/secret-box';

/**
 * Access and refresh tokens: `{session id}.{32 random bytes}.{mac}`, opaque to clients. The mac says that we made the
 * token for this session, so that garbage costs no query and a token from several rotations ago is still recognised:
 * an access token as merely outdated, a refresh token as used twice. Only hashes are stored.
 */
export type TokenKind = 'access' | 'refresh';

const PART = /^[A-Za-z0-9_-]{16,64}$/;

function macOf(kind: TokenKind, body: string): Buffer {
  return createHmac('sha256', deriveKey(`${kind}-token`))
    .update(body)
    .digest()
    .subarray(0, 16);
}

/** A new session id: 16 random bytes, base64url. */
export function newSessionId(): string {
  return randomBytes(16).toString('base64url');
}

/** A new token of a session. */
export function makeToken(kind: TokenKind, sessionId: string): string {
  const body = `${sessionId}.${randomBytes(32).toString('base64url')}`;
  return `${body}.${macOf(kind, body).toString('base64url')}`;
}

/** The session a token was made for; null when the token is not one of ours. */
export function sessionOfToken(kind: TokenKind, token: string): string | null {
  const [sessionId, random, mac, ...rest] = token.split('.');
  if (!sessionId || !random || !mac || rest.length > 0 || ![sessionId, random, mac].every((part) => PART.test(part)))
    return null;
  const given = Buffer.from(mac, 'base64url');
  const wanted = macOf(kind, `${sessionId}.${random}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? sessionId : null;
}

/** The hash under which a token is stored (hex, 64 characters). */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
