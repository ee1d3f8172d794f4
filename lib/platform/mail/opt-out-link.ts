import { config } from '@/lib/config';
import { hrefOf } from '@/lib/routes';
import { readSignedText, signedText } from './signed-text';

/**
 * The signed link at the end of every report e-mail (api.md §2.1 unsubscribeMail, silent-screens B9). It names the address
 * and lasts as long as SESSION_SECRET does: an old e-mail must still be able to end the next ones. It opens nothing else.
 */

const PURPOSE = 'mail opt-out';

/** One address in one spelling. */
export const addressKey = (address: string) => address.trim().toLowerCase();

/** @param address as it was written to */
export const optOutToken = (address: string): string => signedText(PURPOSE, addressKey(address));

/** The address of a link; undefined for anything that we did not sign. */
export const readOptOutToken = (token: string): string | undefined => readSignedText(PURPOSE, token);

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
