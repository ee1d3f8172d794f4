'use client';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { LIVE_STATE } from './client-types';
import type { LiveState } from './client-types';
import type { LiveEntry, LiveStatus } from '@/lib/live/units/live-message';
import { LiveTopics, STATE_TOPIC } from './live-topics';

/** Live values in React: each hook renders its component only when its result changed. */

/** The page's values; another store can be given for a part of a page or a test. */
export const liveTopics = new LiveTopics();
export const LiveTopicsContext = createContext<LiveTopics>(liveTopics);

export const useLiveTopics = (): LiveTopics => useContext(LiveTopicsContext);

function useTopic<T>(topic: string, read: (topics: LiveTopics) => T, onServer: T): T {
  const topics = useLiveTopics();
  const subscribe = useCallback((listener: () => void) => topics.listen(topic, listener), [topics, topic]);
  return useSyncExternalStore(
    subscribe,
    () => read(topics),
    () => onServer,
  );
}

/** The entry of a key, with its time and extra members; undefined until it is reported. */
export function useLiveEntry(equipmentNo: string, key: string): LiveEntry | undefined {
  return useTopic<LiveEntry | undefined>(
    `${equipmentNo}/${key}`,
    (topics) => topics.entry(equipmentNo, key),
    undefined,
  );
}

/** Only the value of a key. A newer measurement of the same value renders nothing. */
export function useLiveValue(equipmentNo: string, key: string): unknown {
  return useTopic<unknown>(`${equipmentNo}/${key}`, (topics) => topics.entry(equipmentNo, key)?.value, undefined);
}

const NO_STATUS: LiveStatus = {};

/** All entries of a unit, for a page about one unit; tiles use single keys. */
export function useLiveStatus(equipmentNo: string): LiveStatus {
  return useTopic(`${equipmentNo}/*`, (topics) => topics.status(equipmentNo), NO_STATUS);
}

/** When the last message of the unit arrived, epoch ms of this browser; null before the first. */
export function useLastMessageAt(equipmentNo: string): number | null {
  return useTopic<number | null>(`${equipmentNo}/`, (topics) => topics.lastMessageAt(equipmentNo), null);
}

/** Time between two looks at the clock, ms: values are marked as old at most this late. */
const LOOK_MS = 5000;

/** The server's clock in steps of 5 s, epoch ms, so that shown values become old by themselves. 0 before hydration. */
export function useServerNow(): number {
  const topics = useLiveTopics();
  return useSyncExternalStore(
    everyLook,
    () => Math.floor(topics.serverNow() / LOOK_MS) * LOOK_MS,
    () => 0,
  );
}

function everyLook(listener: () => void) {
  const timer = setInterval(listener, LOOK_MS);
  return () => clearInterval(timer);
}

/** 0 live, 1 connecting, 2 disconnected, 4 denied (doc2 §4.4). */
export function useConnectionState(): LiveState {
  return useTopic<LiveState>(STATE_TOPIC, (topics) => topics.state, LIVE_STATE.connecting);
}

/** Is this unit outside the user's scope? Known once the server answered the list. */
export function useIsDenied(equipmentNo: string): boolean {
  return useTopic(STATE_TOPIC, (topics) => topics.denied.has(equipmentNo), false);
}
