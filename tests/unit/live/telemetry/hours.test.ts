import { mergeCounter, type CounterState } from '@/lib/live/telemetry/counters';
import { hourOf, UnitHours } from '@/lib/live/telemetry/hours';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 23:00 of Shanghai, an hour before midnight. */
const ELEVEN = Date.UTC(2026, 10, 22, 15, 0);

/** What the hours say after these readings of one counter, each in a batch of its own: [time, value]. */
function readings(key: string, ...list: readonly (readonly [at: number, value: number])[]) {
  let state: CounterState | undefined;
  const sums = new Map<number, { count: number | null; isPartial: boolean }>();
  for (const [at, value] of list) {
    const hours = new UnitHours('U1');
    const merged = mergeCounter(state, { at, value });
    hours.counter(key, state, { at, value }, merged, true);
    state = merged.state;
    for (const { hour, isPartial, ...counts } of hours.all) {
      const count = key === 'trips' ? counts.trips : key === 'openings' ? counts.openings : counts.runSec;
      const before = sums.get(hour);
      sums.set(hour, {
        count: count === null ? (before?.count ?? null) : (before?.count ?? 0) + count,
        isPartial: isPartial || (before?.isPartial ?? false),
      });
    }
  }
  return Object.fromEntries(
    [...sums].map(([hour, { count, isPartial }]) => [new Date(hour).toISOString().slice(11, 16), [count, isPartial]]),
  );
}

describe('what a unit counted in an hour', () => {
  it('is the difference of the readings of that hour, also across the midnight of Shanghai', () => {
    expect(
      readings(
        'trips',
        [ELEVEN - 5 * MINUTE, 100],
        [ELEVEN + 5 * MINUTE, 104],
        [ELEVEN + 10 * MINUTE, 104],
        [ELEVEN + 58 * MINUTE - 0, 110],
        [ELEVEN + HOUR + 3 * MINUTE, 113],
      ),
    ).toEqual({ '14:00': [0, true], '15:00': [10, false], '16:00': [3, false] });
    expect(hourOf(ELEVEN + HOUR - 1)).toBe(ELEVEN);
    expect(hourOf(ELEVEN + HOUR)).toBe(ELEVEN + HOUR);
  });

  it('is known to be nothing after a reading that has not moved, and unknown without any', () => {
    const told = readings(
      'trips',
      [ELEVEN + 50 * MINUTE, 7],
      [ELEVEN + HOUR + MINUTE, 7],
      [ELEVEN + HOUR + 6 * MINUTE, 7],
    );
    expect(told).toEqual({ '15:00': [0, true], '16:00': [0, false] });
    expect(Object.keys(told)).not.toContain('17:00');
  });

  it('goes to no hour when the box was silent in between, and both edges say "at least"', () => {
    expect(
      readings('trips', [ELEVEN + MINUTE, 10], [ELEVEN + 6 * MINUTE, 12], [ELEVEN + 3 * HOUR + 20 * MINUTE, 90]),
    ).toEqual({ '15:00': [2, true], '18:00': [0, true] });
  });

  it('is kept within one hour however far apart its readings are', () => {
    expect(readings('openings', [ELEVEN, 10], [ELEVEN + 40 * MINUTE, 25])).toEqual({ '15:00': [15, true] });
  });

  it('begins anew where the counter ran backwards, and ignores what comes late or twice', () => {
    expect(
      readings(
        'trips',
        [ELEVEN, 500],
        [ELEVEN + 5 * MINUTE, 510],
        [ELEVEN + 10 * MINUTE, 3],
        [ELEVEN + 15 * MINUTE, 8],
        [ELEVEN + 7 * MINUTE, 511],
        [ELEVEN + 15 * MINUTE, 8],
      ),
    ).toEqual({ '15:00': [15, true] });
  });

  it('counts re-openings where doors are reported, and knows that there were none', () => {
    const hours = new UnitHours('U1');
    const first = mergeCounter(undefined, { at: ELEVEN, value: 5 });
    hours.counter('openings', undefined, { at: ELEVEN, value: 5 }, first, true);
    expect(hours.all).toMatchObject([{ reversals: 0 }]);
    hours.reversal(ELEVEN + MINUTE);
    hours.reversal(ELEVEN + HOUR);
    expect(hours.all.map(({ reversals }) => reversals)).toEqual([1, 1]);
    const without = new UnitHours('U2');
    without.counter('openings', undefined, { at: ELEVEN, value: 5 }, first, false);
    expect(without.all).toMatchObject([{ reversals: null, openings: 0 }]);
    without.counter('passengers', undefined, { at: ELEVEN, value: 5 }, first, false);
    expect(without.all).toHaveLength(1);
  });
});
