import { createHash, timingSafeEqual } from 'node:crypto';

/** Keys and codes of screens, which are stored as hashes only (silent-screens A9). */

/** 32 random bytes need no salt and no slow hash; a code lives too short for one. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Is this the secret whose hash was stored? */
export function isSecretOf(hash: string | null, secret: string): boolean {
  if (hash === null) return false;
  const [given, wanted] = [Buffer.from(hashOf(secret)), Buffer.from(hash)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** What a screen without a key has; a code that waits ends with the key. */
export const UNLINKED = {
  keyHash: null,
  codeHash: null,
  lastBeat: null,
  showing: null,
  sentMark: null,
  sendTries: 0,
  sendAt: null,
} as const;
