'use client';
import { useCallback, useEffect, useRef } from 'react';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { callSms } from '@/lib/platform/client/client';
import type { LiveClientOptions, LiveState, SubscriptionRequest } from './client-types';
import { LiveConnection } from './live-connection';
import type { LiveMember } from './live-connection';
import type { LiveTopics } from './live-topics';
import { socketOpener } from './open-socket';
import type { SocketAddress } from './open-socket';
import { useConnectionState, useLiveTopics } from './store';

export interface LiveConnectionOptions
  extends
    Partial<
      Pick<LiveClientOptions, 'getToken' | 'openSocket' | 'staleAfterMs' | 'isPollingOnly' | 'random' | 'refusals'>
    >,
    SocketAddress {
  /** Called for each message of the component's own units, after the store received it. */
  onMessage?: LiveMember['onMessage'];
  /** Any sms_error that covers nothing; default: the browser's log (readings 31). */
  onError?: LiveMember['onError'];
}

/** Leaving the page closes its connection. The back button may restore both (doc3 §2.1). */
function endWithPage(connection: LiveConnection): void {
  window.addEventListener('pagehide', () => connection.suspend());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) connection.resume();
  });
}

const connections = new WeakMap<LiveTopics, LiveConnection>();
const logError: NonNullable<LiveMember['onError']> = ({ code, message }) =>
  // eslint-disable-next-line no-console -- the browser's log is where these belong (readings 31)
  console.warn(`sms_error ${code}: ${message}`);

/**
 * Watches units over the page's one connection and fills the store with their values; `store.ts` reads them. The first
 * component of a page decides time-out, address and the reaction to a refusal.
 *
 * @returns state for the cover (0 live, 1 connecting, 2 disconnected, 4 denied) and the function of its retry link
 */
export function useLiveConnection(
  list: readonly SubscriptionRequest[],
  options: LiveConnectionOptions = {},
): { state: LiveState; retry: () => void } {
  const topics = useLiveTopics();
  const state = useConnectionState();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  // Every render makes a new list, so its content decides.
  const said = JSON.stringify(
    list.map(({ equipmentNo, equipmentType, companyCode }) => ({ equipmentNo, equipmentType, companyCode })),
  );
  useEffect(() => {
    const wanted = JSON.parse(said) as SubscriptionRequest[];
    if (wanted.length === 0) return undefined;
    let connection = connections.get(topics);
    if (!connection) {
      const { getToken, openSocket, staleAfterMs, isPollingOnly, random, refusals, url, path } = latest.current;
      connection = new LiveConnection(topics, {
        getToken: getToken ?? (() => callSms(getSocketToken, {})),
        openSocket: openSocket ?? socketOpener({ url, path }),
        staleAfterMs,
        isPollingOnly,
        random,
        refusals,
      });
      connections.set(topics, connection);
      endWithPage(connection);
    }
    return connection.join({
      list: wanted,
      onMessage: (message) => latest.current.onMessage?.(message),
      onError: (error) => (latest.current.onError ?? logError)(error),
    });
  }, [topics, said]);
  const retry = useCallback(() => connections.get(topics)?.retry(), [topics]);
  return { state, retry };
}
