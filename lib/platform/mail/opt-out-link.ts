import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@/lib/platform/secrets/secret-box';
import { config } from '@/lib/config';
import { hrefOf } from '@/lib/routes';

/**
 * The signed link at the end of every report e-mail (api.md §2.1 unsubscribeMail, silent-screens B9). It names the address
 * and lasts as long as SESSION_SECRET does: an old e-mail must still be able to end the next ones. It opens nothing else.
 */

const PURPOSE = 'mail opt-out';

/** One address in one spelling. */
export const addressKey = (address: string) => address.trim().toLowerCase();

const sign = (payload: string) => createHmac('sha256', deriveKey(PURPOSE)).update(payload).digest();

/** @param address as it was written to */
export function optOutToken(address: string): string {
  const payload = Buffer.from(addressKey(address), 'utf8').toString('base64url');
  return `${payload}.${sign(payload).toString('base64url')}`;
}

/** The address of a link; undefined for anything that we did not sign. */
export function readOptOutToken(token: string): string | undefined {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(payload);
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return Buffer.from(payload, 'base64url').toString('utf8');
}

/** The whole link, for the foot of an e-mail and its List-Unsubscribe header. */
export function optOutHref(address: string): string {
  return new URL(hrefOf('unsubscribe', { token: optOutToken(address) }), config().publicUrl).href;
}

/** `anna.lee@example.com` → `a***@example.com`: enough to recognise one's own address. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return at > 0 ? `${first}***${address.slice(at)}` : '***';
}
