import { SlaClock } from '../contract';
import type { ShownTime } from '@/lib/platform/strategy/limits';

/** The present state of an incident's clocks, for every list that shows them (readings 80). Pure. */

export interface StoredMark {
  readonly id: bigint;
  readonly clock: string;
  readonly round: number;
  readonly dueDate: Date | null;
  readonly limitSec: number;
  readonly stoppedDate: Date | null;
  readonly level: number;
}

/** How a reader sees times and lengths of time. */
export interface ReaderTime {
  readonly time: ShownTime;
  readonly hasSeconds: boolean;
  readonly now: number;
}

export const clockOf = (stored: string) => SlaClock.shape.clock.parse(stored);

/** The last row of each clock: another entrapment starts it again (readings 248). */
export const currentMarks = <M extends Pick<StoredMark, 'clock' | 'round'>>(marks: readonly M[]): M[] =>
  marks.filter(({ clock, round }) => !marks.some((other) => other.clock === clock && other.round > round));

/** The running clocks, the one that ends first on top. */
function running(marks: readonly StoredMark[]): StoredMark[] {
  return marks
    .filter(({ dueDate, stoppedDate }) => dueDate !== null && stoppedDate === null)
    .sort((a, b) => Number(a.dueDate) - Number(b.dueDate));
}

/** The trapped persons are released: the release clock has stopped. */
export const isFree = (marks: readonly Pick<StoredMark, 'clock' | 'stoppedDate'>[]): boolean =>
  marks.some(({ clock, stoppedDate }) => clock === 'release' && stoppedDate !== null);

/**
 * The clock that ends first; all null when none runs. Seconds: negative is late, null for readers who see dates only.
 */
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
