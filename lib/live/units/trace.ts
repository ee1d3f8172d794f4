import type { LiveEntry, LiveStatus } from './live-message';

/**
 * The history of a unit's values (readings 75): changes in order of their measurement, each with its whole entry. A
 * keyframe is a list of changes too: every known key with the time of its own measurement. Pure.
 */

/** What an entry has besides its value and its time. */
export type EntryMembers = Omit<LiveEntry, 'value' | 'at'>;

/**
 * A change as EquipmentTrace stores it: `[at, key, value, members?]`, epoch ms. A null value means that the key was
 * forgotten from then on.
 */
export type StoredChange = [at: number, key: string, value: unknown, members?: EntryMembers];

/** A change as the replay plays it. */
export interface ReplayChange extends LiveEntry {
  key: string;
}

/** An entry in its stored form. */
export function storedChange(key: string, { value, at, ...members }: LiveEntry): StoredChange {
  return Object.keys(members).length > 0 ? [at, key, value, members] : [at, key, value];
}

/** Every known key in its stored form. */
export const keyframeOf = (status: LiveStatus): StoredChange[] =>
  Object.entries(status).map(([key, entry]) => storedChange(key, entry));

/** Reads a stored change; undefined for anything that is not one. */
export function readChange(stored: unknown): ReplayChange | undefined {
  if (!Array.isArray(stored)) return undefined;
  const [at, key, value, members] = stored as unknown[];
  if (typeof at !== 'number' || typeof key !== 'string' || value === undefined) return undefined;
  return { ...(typeof members === 'object' && members !== null ? (members as EntryMembers) : {}), at, key, value };
}

/** The changes of trace rows in order of time. Changes of the same time keep the order in which they arrived. */
export function changesOf(buckets: readonly unknown[]): ReplayChange[] {
  return buckets
    .flatMap((bucket) => (Array.isArray(bucket) ? (bucket as unknown[]) : []))
    .flatMap((stored) => readChange(stored) ?? [])
    .sort((one, other) => one.at - other.at);
}

/** How many changes are not later than the moment. @param changes in order of time */
export function countUntil(changes: readonly Pick<ReplayChange, 'at'>[], moment: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? Infinity) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The state at a moment: for each key the last change that is not later. @param changes in order of time */
export function stateAt(changes: readonly ReplayChange[], moment: number): LiveStatus {
  const state: LiveStatus = {};
  for (let index = 0; index < changes.length; index += 1) {
    const change = changes[index];
    if (!change || change.at > moment) break;
    const { key, ...entry } = change;
    if (entry.value === null) delete state[key];
    else state[key] = entry;
  }
  return state;
}
