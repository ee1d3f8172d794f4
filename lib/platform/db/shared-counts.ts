import { config } from '@/lib/config';
import type { Prisma } from './generated/client';

/**
 * Totals of lists. A count over a large table costs more than the page beside it, and many people look at the same list: one
 * count of the same operation, scope and filter serves all who ask while it runs and for two seconds after
 * (`COUNT_MEMORY_MS`). Who has written something since gets a new one. Each process keeps its own.
 */

/** Oldest go first. */
const MAX_HELD = 1000;
/** People whose last write is remembered; who falls out is treated as if he had just written. */
const MAX_WRITERS = 10_000;

interface SharedCount {
  /** Which of all counts and writes of this process it is. */
  readonly turn: number;
  /** Epoch ms when it began: everything that was written before is in it. */
  readonly startedAt: number;
  readonly answer: Promise<unknown>;
  /** Epoch ms until which it may be told; endless while it runs. */
  until: number;
}

/** The condition of a count, scope included: plain values, or the parts of a statement. */
export type CountCondition =
  Readonly<Record<string, unknown>> | { readonly text: string; readonly values: readonly unknown[] };

/** The condition that a piece of SQL is. */
export const partsOf = ({ text, values }: Pick<Prisma.Sql, 'text' | 'values'>): CountCondition => ({ text, values });

/** On globalThis: what one copy of this module is told of a write, every other has to know. */
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

/** Two conditions have one key only when they are the same; null: there is something in it that has no plain writing. */
function keyOf(operation: string, condition: CountCondition): string | null {
  let isPlain = true;
  const text = JSON.stringify([operation, condition], function write(this: unknown, name, value: unknown) {
    // JSON calls toJSON before it asks: the value itself is still in its place.
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
 * @param asker whose writes have to be in it
 * @param operation the list's name
 * @param condition everything the count depends on, the scope's part too: it is the key, so no one is ever told of other rows
 * @param count asked for when there is none to share; what it throws is not kept
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
 * Figures that are read together, for those who have to know how old they are: what a bell announced is in whatever began
 * after it was written.
 * @param maxAgeMs how long ago their reading may have begun
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

/** Says that somebody has changed something: what he asks for from now on is counted anew. */
export function noteOwnWrite(username: string): void {
  const state = counts();
  state.writers.delete(username);
  if (state.writers.size >= MAX_WRITERS) state.forgottenAt = dropOldest(state.writers) ?? state.forgottenAt;
  state.writers.set(username, (state.turn += 1));
}

/** Forgets every count; tests call it. */
export function forgetCounts(): void {
  holder.liftPortalCounts = undefined;
}
