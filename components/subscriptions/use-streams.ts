'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { RealtimeError, SubscriptionRow, UnsubscribeItem } from '@/lib/live/realtime/shared/events';
import { socketOpener } from '@/lib/live/realtime/browser/open-socket';
import {
  StreamsClient,
  type StreamsClientOptions,
  type StreamsState,
} from '@/lib/live/realtime/browser/streams-client';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { callSms } from '@/lib/platform/client/client';

export type StreamsConnection = Partial<Pick<StreamsClientOptions, 'getToken' | 'openSocket' | 'random'>>;

export interface Streams {
  readonly state: StreamsState;
  /** Undefined until the first answer; none when the list was refused. */
  readonly rows: readonly SubscriptionRow[] | undefined;
  /** When they came, epoch ms. */
  readonly at: number | undefined;
  /** Asks for the list. @returns false when it was refused */
  load(): Promise<void>;
  /** Ends or refreshes streams and asks for the list again. @returns the message of a refusal, '' when nobody answered */
  send(items: readonly UnsubscribeItem[]): Promise<{ isDone: boolean; message: string }>;
  retry(): void;
}

/** The list is read again this often while the tab is visible, because viewers come and go. */
const EVERY_MS = 30_000;

// eslint-disable-next-line no-console -- the browser's log is where these belong (doc3 §7.5)
const logError = ({ code, message }: RealtimeError) => console.warn(`sms_error ${code}: ${message}`);

/** Most users first, then by number. */
const byUsers = (a: SubscriptionRow, b: SubscriptionRow) =>
  b.clientSize - a.clientSize || a.equipmentNo.localeCompare(b.equipmentNo);

/**
 * The subscription channel of a page (doc3 §7.5).
 * @param numbers units to list; null lists all, an empty list none
 * @param onDenied the list was refused, whatever the code (doc3 §8)
 */
export function useStreams(
  numbers: readonly string[] | null,
  onDenied: () => void,
  connection: StreamsConnection = {},
): Streams {
  const [state, setState] = useState<StreamsState>('connecting');
  const [answer, setAnswer] = useState<{ rows: readonly SubscriptionRow[]; at: number }>();
  const client = useRef<StreamsClient>(undefined);
  const latest = useRef({ numbers, onDenied, connection });
  useEffect(() => {
    latest.current = { numbers, onDenied, connection };
  });

  const load = useCallback(async () => {
    const asked = latest.current.numbers;
    const current = client.current;
    if (!current) return;
    const found = asked?.length === 0 ? { code: 200, message: '', data: [] } : await current.list(asked ?? []);
    // A newer request overrides an older answer.
    if (asked !== latest.current.numbers || current !== client.current) return;
    if (found.code !== 200) latest.current.onDenied();
    setAnswer({ rows: found.code === 200 ? [...(found.data ?? [])].sort(byUsers) : [], at: Date.now() });
  }, []);

  useEffect(() => {
    const {
      getToken = () => callSms(getSocketToken, {}),
      openSocket = socketOpener(),
      random,
    } = latest.current.connection;
    const made = new StreamsClient({
      getToken,
      openSocket,
      random,
      onError: logError,
      onState: (next) => {
        setState(next);
        if (next === 'ready') void load();
      },
    });
    client.current = made;
    made.retry();
    return () => {
      made.close();
      client.current = undefined;
    };
  }, [load]);

  const isReady = state === 'ready';
  const isFirst = useRef(true);
  useEffect(() => {
    // The first list is asked for by becoming ready.
    if (isFirst.current) isFirst.current = false;
    else if (isReady) void load();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another question asks anew, becoming ready does it by itself
  }, [numbers, load]);
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setInterval(() => !document.hidden && void load(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isReady, load]);

  return {
    state,
    rows: answer?.rows,
    at: answer?.at,
    load,
    send: async (items) => {
      const result = await client.current?.unsubscribe(items);
      const isDone = result?.code === 200;
      if (isDone) await load();
      return { isDone, message: result?.message ?? '' };
    },
    retry: () => client.current?.retry(),
  };
}
