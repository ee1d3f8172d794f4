/** The rules of sending e-mails. Pure. */

/** Waits before the next try, minutes: a mail server may be away for a night. */
const RETRY_MIN = [1, 5, 15, 60, 240, 720] as const;
const MINUTE_MS = 60_000;

/**
 * When to try again after so many failed tries; null: no more.
 * @param tries how often it was tried, at least 1
 */
export function mailRetryAt(tries: number, now: number): number | null {
  const wait = RETRY_MIN[tries - 1];
  return wait === undefined ? null : now + wait * MINUTE_MS;
}

/**
 * Is a refusal the last word (RFC 5321 §4.2.1)? 5xx is; 4xx, a broken connection and no answer are not. A password that the
 * server does not take is the installation's fault, not the message's: it waits until somebody mends it.
 */
export function isFinalRefusal({ responseCode, code }: { responseCode?: number; code?: string }): boolean {
  return (
    responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH' && code !== 'ENOAUTH' && code !== 'EOAUTH2'
  );
}

/** One line that no header breaks out of. */
export const oneLine = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max);
