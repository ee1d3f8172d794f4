import type { LiveEntry } from '@/lib/live/units/live-message';

/**
 * Merging of status entries (api.md §4.5): per key, by (`at`, `seq`). The result depends only on the set of messages,
 * not on their order, so repeats and shared subscriptions are harmless.
 */

/** A stored value of one key. */
export interface StoredEntry extends LiveEntry {
  seq?: number;
  /** Door and drive: when the value started, and the physical floor where a trip started (cycles.ts). */
  since?: number;
  from?: number;
}

/** The stored values of a unit, by key. */
export type StoredValues = Readonly<Record<string, StoredEntry>>;

/** What the merge needs of a unit. Both objects are replaced, never changed. */
export interface StatusState {
  live: Record<string, StoredEntry>;
  /**
   * Key → `at` of the newest full message without it. Older measurements of the key are removed, also when they arrive
   * late.
   */
  gone: Record<string, number>;
}

export interface StatusPatch {
  at: number;
  /** After a start: keys that the message lacks and that are older than its `at` are removed. */
  full: boolean;
  entries: ReadonlyMap<string, StoredEntry>;
  /** All keys that the message names, refused ones too, because those are not missing. */
  named: { has(key: string): boolean };
  /** Every key the unit could have. */
  known: readonly string[];
}

export interface StatusMerge {
  state: StatusState;
  /** Keys whose value changed: they are pushed. */
  changed: string[];
  /** Keys whose stored entry now comes from the message, with a changed value or not. */
  applied: string[];
  /** Late entries and repeats. */
  ignored: string[];
  /** Of the ignored ones, those that are already stored exactly so. */
  repeated: string[];
  /** Keys that a full message removed. */
  forgotten: string[];
}

/** Is `next` a later measurement than `stored`? Equal times are decided by `seq`. */
export function isNewer(next: Pick<StoredEntry, 'at' | 'seq'>, stored: Pick<StoredEntry, 'at' | 'seq'>): boolean {
  if (next.at !== stored.at) return next.at > stored.at;
  return next.seq !== undefined && next.seq > (stored.seq ?? -1);
}

/** The members that a viewer sees. A change of any of them, except the time, is pushed. */
export function visible({ seq: _seq, since: _since, from: _from, ...entry }: StoredEntry): LiveEntry {
  return entry;
}

/** Do both show the same? Values are plain (status-keys.ts). An absent member equals null. */
function isSame(a: StoredEntry, b: StoredEntry): boolean {
  const of = <T>(value: T | null | undefined) => value ?? null;
  return (
    a.value === b.value &&
    of(a.physicalvalue) === of(b.physicalvalue) &&
    of(a.code) === of(b.code) &&
    of(a.tracking?.code) === of(b.tracking?.code) &&
    of(a.tracking?.entrap_enable) === of(b.tracking?.entrap_enable) &&
    isSameList(a.secondary, b.secondary)
  );
}

function isSameList(a: readonly string[] | null | undefined, b: readonly string[] | null | undefined): boolean {
  if (!a || !b) return !a && !b;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Merges one message. Pure. */
export function mergeStatus(before: StatusState, patch: StatusPatch): StatusMerge {
  const live = { ...before.live };
  let gone = before.gone;
  const result: Omit<StatusMerge, 'state'> = { changed: [], applied: [], ignored: [], repeated: [], forgotten: [] };

  for (const [key, entry] of patch.entries) {
    const stored = live[key];
    if (entry.at < (gone[key] ?? 0) || (stored && !isNewer(entry, stored))) {
      result.ignored.push(key);
      if (stored && stored.at === entry.at && stored.seq === entry.seq) result.repeated.push(key);
      continue;
    }
    live[key] = entry;
    result.applied.push(key);
    if (!stored || !isSame(entry, stored)) result.changed.push(key);
  }

  if (patch.full) {
    gone = { ...gone };
    for (const key of new Set([...patch.known, ...Object.keys(live)])) {
      if (patch.named.has(key)) continue;
      gone[key] = Math.max(gone[key] ?? 0, patch.at);
      const stored = live[key];
      if (stored && stored.at < patch.at) {
        delete live[key];
        result.forgotten.push(key);
      }
    }
  }
  return { state: { live, gone }, ...result };
}
