import { changesOf, type ReplayChange } from '@/lib/live/units/trace';

/**
 * What a unit reported around a fault (silent-screens A3, readings 60, 75): builds a strip of a few keys from trace
 * buckets, and from a strip the judgement that it suggests. Pure. Times in ms from the start of the episode.
 */

const MARGIN_MS = 10 * 60_000;
/** Of an episode that lasts for days only the beginning matters. */
const LONGEST_MS = 2 * 3_600_000;
const MAX_ENTRIES = 5_000;

export const STRIP_KEYS = [
  'door',
  'mode',
  'operationmode',
  'position',
  'direction',
  'drive',
  'speed',
  'stepspeed',
  'load',
  'technicianonsite',
  'errorstate',
] as const;
export type StripKey = (typeof STRIP_KEYS)[number];

export interface StripEntry {
  readonly at: number;
  readonly key: StripKey;
  readonly value: unknown;
}
export interface StoredStrip {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly entries: readonly StripEntry[];
}
export interface Episode {
  readonly startDate: Date;
  readonly recoverDate: Date | null;
}

/** The span of a strip as instants; while the fault lasts it ends now. */
export function stripSpan({ startDate, recoverDate }: Episode, now: number): { from: number; until: number } {
  const start = startDate.getTime();
  const end = Math.min((recoverDate?.getTime() ?? now) + MARGIN_MS, start + LONGEST_MS, now);
  return { from: start - MARGIN_MS, until: Math.max(end, start) };
}

/** Is it so old that nothing can be added any more? */
export const isStripOver = ({ recoverDate }: Episode, now: number): boolean =>
  recoverDate !== null && recoverDate.getTime() + MARGIN_MS <= now;

const isKey = (key: unknown): key is StripKey => STRIP_KEYS.some((known) => known === key);

/** A change of a key in the strip; a forgotten key has the value null. */
const isShown = (change: ReplayChange): change is ReplayChange & { key: StripKey } => isKey(change.key);

/**
 * @param buckets the `changes` of trace rows, starting with the row before the span. Values known before the span are
 * placed at its start
 * @returns null when nothing is stored
 */
export function stripOf(buckets: readonly unknown[], episode: Episode, now: number): StoredStrip | null {
  const { from, until } = stripSpan(episode, now);
  const start = episode.startDate.getTime();
  const changes = changesOf(buckets)
    .filter(isShown)
    .filter(({ at }) => at <= until);
  const before = new Map<StripKey, StripEntry>();
  const entries: StripEntry[] = [];
  const last = new Map<StripKey, string>();
  for (const { at, key, value } of changes) {
    if (at < from) {
      before.set(key, { at: from - start, key, value });
      continue;
    }
    for (const [known, entry] of before) last.set(known, JSON.stringify(entry.value));
    entries.push(...before.values());
    before.clear();
    // A keyframe repeats known values.
    if (last.get(key) === JSON.stringify(value)) continue;
    last.set(key, JSON.stringify(value));
    entries.push({ at: at - start, key, value });
  }
  entries.push(...before.values());
  return entries.length === 0
    ? null
    : { fromMs: from - start, untilMs: until - start, entries: entries.slice(0, MAX_ENTRIES) };
}

const SERVICE_MODES: readonly unknown[] = ['INS', 'KFM', 'Inspection'];
const modeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
const isService = (key: StripKey, value: unknown): boolean =>
  key === 'technicianonsite'
    ? value === true || value === 'true'
    : (key === 'mode' || key === 'operationmode') && SERVICE_MODES.includes(modeOf(value));

/**
 * Did somebody work on the unit? Inspection or test mode, or a technician on site, for more than half of the episode
 * (silent-screens A3 States).
 * @param strip null: only the mode at its start is known
 */
export function proposalOf(
  strip: StoredStrip | null,
  { startDate, recoverDate, mode }: Episode & { readonly mode: string | null },
  now: number,
): 'SERVICE_WORK' | null {
  if (!strip) return SERVICE_MODES.includes(mode) ? 'SERVICE_WORK' : null;
  const end = Math.min((recoverDate?.getTime() ?? now) - startDate.getTime(), strip.untilMs);
  const signs = new Map<StripKey, boolean>([['mode', SERVICE_MODES.includes(mode)]]);
  let at = 0;
  let served = 0;
  const until = (next: number) => {
    const to = Math.min(Math.max(next, at), end);
    if ([...signs.values()].includes(true)) served += to - at;
    at = to;
  };
  for (const entry of strip.entries) {
    until(entry.at);
    signs.set(entry.key === 'operationmode' ? 'mode' : entry.key, isService(entry.key, entry.value));
  }
  until(end);
  const isServed = end > 0 ? served > end / 2 : [...signs.values()].includes(true);
  return isServed ? 'SERVICE_WORK' : null;
}

const MODE_KEYS: readonly string[] = ['mode', 'operationmode'];
/**
 * The part of a strip that a data strategy allows: live values and run modes are groups of their own (silent-screens
 * B2).
 */
export function visibleStrip(strip: StoredStrip | null, dataGroups: readonly string[]): StoredStrip | null {
  const has = (group: string) => dataGroups.includes(group);
  if (!strip || (has('live') && has('runModes') && has('faults'))) return strip;
  const entries = strip.entries.filter(({ key }) =>
    key === 'errorstate' ? has('faults') : has('live') && (has('runModes') || !MODE_KEYS.includes(key)),
  );
  return entries.length === 0 ? null : { ...strip, entries };
}
