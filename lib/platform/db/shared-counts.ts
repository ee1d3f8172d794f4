import { config } from '@/lib/config';
import type { Prisma } from './generated/client';

/**
 * Totals of lists. A count over a large table costs more than its page, and many people look at the same list. So one
 * count of the same operation, scope and filter serves all calls while it runs and for two seconds after
 * (`COUNT_MEMORY_MS`). A caller who has written something since gets a new count. Each process keeps its own.
 */

/** Oldest go first. */
const MAX_HELD = 1000;
/** How many people's last writes are remembered; a forgotten one counts as having just written. */
const MAX_WRITERS = 10_000;

interface SharedCount {
  /** Its number among all counts and writes of this process. */
  readonly turn: number;
  /** Epoch ms when it began: it contains everything written before. */
  readonly startedAt: number;
  readonly answer: Promise<unknown>;
  /** Epoch ms until which it may be used; infinite while it runs. */
  until: number;
}

/** The condition of a count, scope included: plain values, or the parts of a statement. */
export type CountCondition =
  Readonly<Record<string, unknown>> | { readonly text: string; readonly values: readonly unknown[] };

/** The condition that a piece of SQL is. */
export const partsOf = ({ text, values }: Pick<Prisma.Sql, 'text' | 'values'>): CountCondition => ({ text, values });

/** On globalThis: a write that one copy of this module learns of counts for all copies. */
interface Counts {
  turn: number;
  /** Writes before this turn may have been forgotten. */
  forgottenAt: number;
  readonly held: Map<string, SharedCount>;
  readonly writers: Map<string, number>;
}
const holder = globalThis as typeof globalThis & { liftPortalCounts?: Counts };
const counts = (): Counts =>
  (holder.liftPortalCounts ??= { turn: 0, forgottenAt: 0, held: new Map(), writers: new Map() });

/** Two conditions have the same key only when they are equal; null: a part of it cannot be written as plain text. */
function keyOf(operation: string, condition: CountCondition): string | null {
  let isPlain = true;
  const text = JSON.stringify([operation, condition], function write(this: unknown, name, value: unknown) {
    // JSON calls toJSON first; here the value itself is still in its place.
    const own = (this as Record<string, unknown>)[name];
    if (own instanceof Date) return { $date: own.getTime() };
    if (typeof value === 'bigint') return { $bigint: value.toString() };
    if (typeof value === 'undefined') return { $undefined: true };
    if (typeof value === 'number' && !Number.isFinite(value)) isPlain = false;
    if (typeof own === 'object' && own !== null && !Array.isArray(own)) {
      const prototype: unknown = Object.getPrototypeOf(own);
      if (prototype !== null && Object.getPrototypeOf(prototype) !== null) isPlain = false;
    }
    if (typeof own === 'function' || typeof own === 'symbol') isPlain = false;
    return value;
  });
  return isPlain ? text : null;
}

/**
 * The total of a list.
 * @param asker the account whose writes the count has to contain
 * @param operation the list's name
 * @param condition everything on which the count depends, with the scope: it is the key, so nobody ever gets the count
 * of other rows
 * @param count called when there is no count to share; its errors are not kept
 */
export function sharedCount(
  asker: { readonly username: string },
  operation: string,
  condition: CountCondition,
  count: () => Promise<number>,
): Promise<number> {
  return shared(asker, operation, condition, ({ until }) => Date.now() < until, count);
}

/**
 * Figures that are read together, when their age matters: a query that began after a write contains what a signal
 * announced about it.
 * @param maxAgeMs how long ago their query may have begun
 * @param read its answer belongs to the operation: one name, one shape
 */
export function sharedFigures<T>(
  asker: { readonly username: string },
  operation: string,
  condition: CountCondition,
  maxAgeMs: number,
  read: () => Promise<T>,
): Promise<T> {
  return shared(asker, operation, condition, ({ startedAt }) => Date.now() - startedAt <= maxAgeMs, read);
}

function shared<T>(
  asker: { readonly username: string },
  operation: string,
  condition: CountCondition,
  isGood: (held: SharedCount) => boolean,
  read: () => Promise<T>,
): Promise<T> {
  const state = counts();
  const key = keyOf(operation, condition);
  if (key === null) return read();
  const written = state.writers.get(asker.username) ?? state.forgottenAt;
  const found = state.held.get(key);
  if (found && found.turn > written && isGood(found)) return found.answer as Promise<T>;

  const begun = { turn: (state.turn += 1), startedAt: Date.now() };
  const answer = read();
  const entry: SharedCount = { ...begun, answer, until: Number.POSITIVE_INFINITY };
  state.held.delete(key);
  if (state.held.size >= MAX_HELD) dropOldest(state.held);
  state.held.set(key, entry);
  const drop = () => {
    if (state.held.get(key) === entry) state.held.delete(key);
  };
  answer.then(() => {
    entry.until = Date.now() + config().countMemoryMs;
  }, drop);
  return answer;
}

function dropOldest<V>(map: Map<string, V>): V | undefined {
  const oldest = map.entries().next().value;
  if (!oldest) return undefined;
  map.delete(oldest[0]);
  return oldest[1];
}

/** Notes that somebody has changed something: that person's later calls get new counts. */
export function noteOwnWrite(username: string): void {
  const state = counts();
  state.writers.delete(username);
  if (state.writers.size >= MAX_WRITERS) state.forgottenAt = dropOldest(state.writers) ?? state.forgottenAt;
  state.writers.set(username, (state.turn += 1));
}

/** Clears every count, for tests. */
export function forgetCounts(): void {
  holder.liftPortalCounts = undefined;
}
