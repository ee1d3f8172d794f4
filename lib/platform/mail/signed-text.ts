import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@/lib/platform/secrets/secret-box';

/** What the links of our e-mails carry: a text that everybody may read and only we can write. */

const sign = (purpose: string, payload: string) => createHmac('sha256', deriveKey(purpose)).update(payload).digest();

/** @param purpose what it opens: a token for one thing opens nothing else */
export function signedText(purpose: string, text: string): string {
  const payload = Buffer.from(text, 'utf8').toString('base64url');
  return `${payload}.${sign(purpose, payload).toString('base64url')}`;
}

/** The text; undefined for anything that we did not sign for this purpose. */
export function readSignedText(purpose: string, token: string): string | undefined {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(purpose, payload);
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return Buffer.from(payload, 'base64url').toString('utf8');
}
