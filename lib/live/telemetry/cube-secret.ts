import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Secrets of boxes (api.md §4.1) are 32 random bytes, so one salted SHA-256 is enough. A slow password hash would only
 * make ten thousand reconnecting boxes expensive.
 */

/** A new secret, shown once: 32 random bytes, base64url. */
export function newCubeSecret(): string {
  return randomBytes(32).toString('base64url');
}

const digest = (salt: string, secret: string) => createHash('sha256').update(salt).update(secret).digest('hex');

/** What is stored: `sha256$<salt>$<hex>`. */
export function hashCubeSecret(secret: string): string {
  const salt = randomBytes(16).toString('base64url');
  return `sha256$${salt}$${digest(salt, secret)}`;
}

/** Compares in constant time. A hash of another form never matches. */
export function verifyCubeSecret(secret: string, stored: string): boolean {
  const [algorithm, salt, expected, ...rest] = stored.split('$');
  if (algorithm !== 'sha256' || !salt || !expected || rest.length > 0 || secret === '') return false;
  const actual = Buffer.from(digest(salt, secret));
  const wanted = Buffer.from(expected);
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
