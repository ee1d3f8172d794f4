import { useEffect } from 'react';
import type { SmsError } from '@/lib/platform/client/client';
import { onNetworkBack } from '@/lib/platform/client/network';

/** A machine room has no signal: retry this often, ms. */
const AGAIN_MS = 8000;

/** The server will never take it. A job that was moved back (409) may be begun again. */
export const isRefused = ({ code }: SmsError): boolean =>
  code >= 400 && code < 500 && code !== 401 && code !== 409 && code !== 429;

/**
 * Sends what waits: after a moment, then every few seconds, and as soon as the network is back.
 * @param waiting what waits; null: nothing. A new value begins the moment anew
 */
export function useTriedAgain(waiting: unknown, send: () => Promise<boolean>, firstMs: number): void {
  useEffect(() => {
    if (waiting === null) return;
    const soon = window.setTimeout(() => void send(), firstMs);
    const again = window.setInterval(() => void send(), AGAIN_MS);
    const endNetwork = onNetworkBack(() => void send());
    return () => {
      window.clearTimeout(soon);
      window.clearInterval(again);
      endNetwork();
    };
  }, [waiting, send, firstMs]);
}
