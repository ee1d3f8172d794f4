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
 * Is a refusal final (RFC 5321 §4.2.1)? 5xx is; 4xx, a lost connection and no answer are not. When the server refuses
 * our password, the configuration is wrong and not the message: the message waits until that is corrected.
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
