import type { LiveToken } from './client-types';
import type { Timers } from './timers';

/** A token is renewed after this part of its life. */
const RENEW_AT = 0.8;
const RENEW_AGAIN_MS = 10_000;

interface Renewal {
  readonly timers: Pick<Timers<'renew'>, 'set'>;
  getToken(): Promise<LiveToken>;
  /** Is the token's connection still the one in use? */
  isCurrent(): boolean;
  authorize(token: string): void;
}

/** What a socket sends with `authorize`. */
export const tokenText = (token: LiveToken): string => (typeof token === 'string' ? token : token.token);

/**
 * Authorises a connection again before its token ends, as long as it is in use. A token without an end is not renewed.
 */
export function renewLater(token: LiveToken, renewal: Renewal): void {
  if (typeof token === 'string' || !token.expiresIn) return;
  const { timers, getToken, isCurrent, authorize } = renewal;
  const renew = async () => {
    try {
      const next = await getToken();
      if (!isCurrent()) return;
      authorize(tokenText(next));
      renewLater(next, renewal);
    } catch {
      if (isCurrent()) timers.set('renew', RENEW_AGAIN_MS, () => void renew());
    }
  };
  timers.set('renew', token.expiresIn * 1000 * RENEW_AT, () => void renew());
}
