import type { LiveEntry, LiveStatus } from './live-message';

/**
 * The history of a unit's values (readings 75): changes by the time of their measurement, each with its whole entry. A
 * keyframe is nothing else: every key that is known, each with the time of its own measurement. Pure.
 */

/** What an entry holds beside its value and its time. */
export type EntryMembers = Omit<LiveEntry, 'value' | 'at'>;

/** As EquipmentTrace keeps it: `[at, key, value, members?]`, epoch ms; value null: from then on the key was forgotten. */
export type StoredChange = [at: number, key: string, value: unknown, members?: EntryMembers];

/** One change as it is replayed. */
export interface ReplayChange extends LiveEntry {
  key: string;
}

/** An entry as it is kept. */
export function storedChange(key: string, { value, at, ...members }: LiveEntry): StoredChange {
  return Object.keys(members).length > 0 ? [at, key, value, members] : [at, key, value];
}

/** Every known key, as it is kept. */
export const keyframeOf = (status: LiveStatus): StoredChange[] =>
  Object.entries(status).map(([key, entry]) => storedChange(key, entry));

/** A kept change; undefined for what does not look like one. */
export function readChange(stored: unknown): ReplayChange | undefined {
  if (!Array.isArray(stored)) return undefined;
  const [at, key, value, members] = stored as unknown[];
  if (typeof at !== 'number' || typeof key !== 'string' || value === undefined) return undefined;
  return { ...(typeof members === 'object' && members !== null ? (members as EntryMembers) : {}), at, key, value };
}

/** The changes of trace rows in the order of time; equal times in the order in which they came. */
export function changesOf(buckets: readonly unknown[]): ReplayChange[] {
  return buckets
    .flatMap((bucket) => (Array.isArray(bucket) ? (bucket as unknown[]) : []))
    .flatMap((stored) => readChange(stored) ?? [])
    .sort((one, other) => one.at - other.at);
}

/** How many of the changes are not after the moment. @param changes in the order of time */
export function countUntil(changes: readonly Pick<ReplayChange, 'at'>[], moment: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? Infinity) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The state at a moment: key by key the last change not after it. @param changes in the order of time */
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
