import { dayNumberOf } from '@/lib/platform/i18n/shanghai';
import { ruleOfCode, type CodeBook } from './codes';
import type { DetectorInput, DetectorMemory } from './state';

/** What the rules remember of single moments: counts within time windows, open events. Pure. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** More are not kept: every rule has fired long before. */
const MOST_MOMENTS = 64;
const MOST_EVENTS = 32;

export interface MemoryWindows {
  readonly overloadMs: number;
  readonly reversalMs: number;
  readonly reversals: number;
  /** So many doors have to close correctly before the trouble is over. */
  readonly cycles: number;
}

const within = (moments: readonly number[] | undefined, at: number, windowMs: number) =>
  [...(moments ?? []).filter((moment) => moment > at - windowMs), at].slice(-MOST_MOMENTS);
const countOn = (counted: readonly [number, number] | undefined, at: number): readonly [number, number] => {
  const day = dayNumberOf(at);
  return counted?.[0] === day ? [day, counted[1] + 1] : [day, 1];
};

/** The count of the day to which the moment belongs. */
export const countedOn = (counted: readonly [number, number] | undefined, at: number): number =>
  counted?.[0] === dayNumberOf(at) ? counted[1] : 0;

/** How many of the moments lie within the window that ends at `at`. */
export const countWithin = (moments: readonly number[] | undefined, at: number, windowMs: number): number =>
  (moments ?? []).filter((moment) => moment > at - windowMs && moment <= at).length;

function became({ before, live }: DetectorInput, key: string, value: unknown): boolean {
  // The first value of a key is not a change.
  return live[key]?.value === value && before[key] !== undefined && before[key].value !== value;
}

function events(memory: DetectorMemory, input: DetectorInput, codes: CodeBook): DetectorMemory['events'] {
  const { event } = input;
  if (!event) return memory.events;
  const rule = event.rule ?? (event.code === null ? undefined : ruleOfCode(codes, event.code));
  const { [event.eventId]: held, ...others } = memory.events ?? {};
  if (!event.isOpen || !rule) return held === undefined ? memory.events : others;
  return Object.keys(others).length >= MOST_EVENTS ? memory.events : { ...others, [event.eventId]: rule };
}

/** The memory after an input. Returns the same object when the input adds nothing. */
export function remember(
  memory: DetectorMemory,
  input: DetectorInput,
  codes: CodeBook,
  windows: MemoryWindows,
): DetectorMemory {
  if (input.kind === 'tick') return memory;
  const { at, before, live } = input;
  const change: { -readonly [Key in keyof DetectorMemory]: DetectorMemory[Key] } = {};
  if (became(input, 'load', 'Overload')) change.overloads = within(memory.overloads, at, windows.overloadMs);
  const isBlocked = became(input, 'door', 'Blocked');
  const isReversal = before.door?.value === 'Closing' && live.door?.value === 'Opening';
  if (isBlocked) change.blocks = countOn(memory.blocks, at);
  if (isReversal) {
    change.reversals = within(memory.reversals, at, windows.reversalMs);
    if (change.reversals.length >= windows.reversals && memory.stuckSince === undefined) change.stuckSince = at;
  }
  if (isBlocked || isReversal) change.goodCycles = 0;
  else if (before.door?.value === 'Closing' && live.door?.value === 'Closed')
    change.goodCycles = Math.min(9, (memory.goodCycles ?? 0) + 1);
  if (input.hasReset) change.resets = countOn(memory.resets, at);
  if (input.hasConnected) change.links = within(memory.links, at, DAY);
  if (input.isPro && !memory.isPro) change.isPro = true;
  if (input.driftSec !== undefined && input.driftSec !== memory.driftSec) change.driftSec = input.driftSec;
  const open = events(memory, input, codes);
  if (open !== memory.events) change.events = open ?? {};
  const isCalm = live.drive?.value === 'Moving' || (change.goodCycles ?? 0) >= windows.cycles;
  const isFreed = isCalm && memory.stuckSince !== undefined;
  if (Object.keys(change).length === 0 && !isFreed) return memory;
  const { stuckSince: _stuck, ...calm } = { ...memory, ...change };
  return isFreed ? { ...calm, reversals: [] } : { ...memory, ...change };
}
