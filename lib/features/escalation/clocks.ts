import { SlaClock } from '@/lib/features/callbacks/contract';
import type { ShownTime } from '@/lib/platform/strategy/limits';

/** The clocks of an incident as its rows stand, for every list that shows one of them (readings 80). Pure. */

export interface StoredMark {
  readonly id: bigint;
  readonly clock: string;
  readonly round: number;
  readonly dueDate: Date | null;
  readonly limitSec: number;
  readonly stoppedDate: Date | null;
  readonly level: number;
}

/** How a reader sees moments and lengths of time. */
export interface ReaderTime {
  readonly time: ShownTime;
  readonly hasSeconds: boolean;
  readonly now: number;
}

export const clockOf = (stored: string) => SlaClock.shape.clock.parse(stored);

/** Of each clock the last one: with another entrapment it begins anew (readings 248). */
export const currentMarks = <M extends Pick<StoredMark, 'clock' | 'round'>>(marks: readonly M[]): M[] =>
  marks.filter(({ clock, round }) => !marks.some((other) => other.clock === clock && other.round > round));

/** Those that run, the one that ends first on top. */
function running(marks: readonly StoredMark[]): StoredMark[] {
  return marks
    .filter(({ dueDate, stoppedDate }) => dueDate !== null && stoppedDate === null)
    .sort((a, b) => Number(a.dueDate) - Number(b.dueDate));
}

/** The trapped are out: the clock of the release has stopped. */
export const isFree = (marks: readonly Pick<StoredMark, 'clock' | 'stoppedDate'>[]): boolean =>
  marks.some(({ clock, stoppedDate }) => clock === 'release' && stoppedDate !== null);

/** The clock that ends first; all null where none runs. Seconds: negative is late, null for who sees dates only. */
export function nextClock(marks: readonly StoredMark[], { time, hasSeconds, now }: ReaderTime) {
  const [next] = running(marks);
  return {
    clock: next ? clockOf(next.clock) : null,
    due: next?.dueDate ? time(next.dueDate) : null,
    limitSec: next?.limitSec ?? null,
    remainingSec: next?.dueDate && hasSeconds ? Math.ceil((next.dueDate.getTime() - now) / 1000) : null,
  };
}

/** Nobody arrived in time (silent-screens F3). */
export function isArrivalLate(marks: readonly StoredMark[], now: number): boolean {
  const arrival = running(marks).find(({ clock }) => clock === 'arrival');
  return arrival?.dueDate !== undefined && arrival.dueDate !== null && arrival.dueDate.getTime() < now;
}
