import fc from 'fast-check';
import { mergeCounter } from '@/lib/live/telemetry/counters';
import type { CounterState, CounterReading } from '@/lib/live/telemetry/counters';
import { dayText, dayNumberOf } from '@/lib/platform/i18n/shanghai';

const DAY = 86_400_000;
/** Midnight in Shanghai, 2026-01-10. */
const MIDNIGHT = Date.UTC(2026, 0, 9, 16);
const HOUR = 3_600_000;

function take(readings: readonly CounterReading[], from?: CounterState) {
  let state = from;
  const days = new Map<number, number>();
  for (const reading of readings) {
    const merged = mergeCounter(state, reading);
    state = merged.state;
    for (const [day, sum] of merged.days) days.set(day, (days.get(day) ?? 0) + sum);
  }
  return {
    state,
    days: Object.fromEntries<number>(
      [...days]
        .filter(([, sum]) => sum !== 0)
        .map(([day, sum]): [string, number] => [dayText(day), sum])
        .sort(),
    ),
  };
}

describe('counters', () => {
  it('days are Shanghai days', () => {
    expect(dayText(dayNumberOf(MIDNIGHT))).toBe('2026-01-10');
    expect(dayText(dayNumberOf(MIDNIGHT - 1))).toBe('2026-01-09');
  });

  it('the first reading is the base, differences count for the day of the later one', () => {
    expect(
      take([
        { value: 100, at: MIDNIGHT - HOUR },
        { value: 110, at: MIDNIGHT - 1 },
        { value: 130, at: MIDNIGHT + HOUR },
        { value: 135, at: MIDNIGHT + 2 * HOUR },
      ]).days,
    ).toEqual({ '2026-01-09': 10, '2026-01-10': 25 });
  });

  it('of a day begin to count with its first difference, be it none; a single reading has counted nothing', () => {
    const daysOf = (readings: readonly CounterReading[]) => {
      let state: CounterState | undefined;
      return readings.map((reading) => {
        const merged = mergeCounter(state, reading);
        state = merged.state;
        return Object.fromEntries([...merged.days].map(([day, sum]) => [dayText(day), sum]));
      });
    };
    expect(
      daysOf([
        { value: 7, at: MIDNIGHT - 3 * HOUR },
        { value: 7, at: MIDNIGHT - 2 * HOUR },
        { value: 7, at: MIDNIGHT - HOUR },
        { value: 7, at: MIDNIGHT + HOUR },
        { value: 7, at: MIDNIGHT + 2 * HOUR },
      ]),
    ).toEqual([{}, { '2026-01-09': 0 }, {}, { '2026-01-10': 0 }, {}]);
  });

  it('that bring what silent days counted say so on the day they were read', () => {
    const base = mergeCounter(undefined, { value: 100, at: MIDNIGHT - 3 * DAY }).state;
    const later = mergeCounter(base, { value: 190, at: MIDNIGHT + HOUR });
    expect([later.isBridged, later.days.get(dayNumberOf(MIDNIGHT))]).toEqual([true, 90]);
    expect(mergeCounter(later.state, { value: 195, at: MIDNIGHT + 2 * HOUR }).isBridged).toBe(false);
    expect(mergeCounter(base, { value: 100, at: MIDNIGHT + HOUR }).isBridged).toBe(false);
    expect(mergeCounter(base, { value: 120, at: MIDNIGHT - 2 * DAY }).isBridged).toBe(false);
  });

  it("a smaller value is a reset: new base, the day's sum goes on", () => {
    expect(
      take([
        { value: 100, at: MIDNIGHT },
        { value: 120, at: MIDNIGHT + 1 },
        { value: 5, at: MIDNIGHT + 2 },
        { value: 12, at: MIDNIGHT + 3 },
      ]).days,
    ).toEqual({ '2026-01-10': 27 });
  });

  it('a late reading corrects the days around it and does not move the shown value', () => {
    const late = take([
      { value: 100, at: MIDNIGHT - 2 * HOUR },
      { value: 130, at: MIDNIGHT + HOUR },
      { value: 120, at: MIDNIGHT - 1 },
    ]);
    expect(late.days).toEqual({ '2026-01-09': 20, '2026-01-10': 10 });
    expect(late.state?.value).toBe(130);
  });

  it('repeats count nothing', () => {
    const readings = [
      { value: 100, at: MIDNIGHT },
      { value: 120, at: MIDNIGHT + HOUR },
    ];
    expect(take([...readings, ...readings, ...readings]).days).toEqual({ '2026-01-10': 20 });
  });

  it('at the same time the higher seq is shown', () => {
    const { state } = take([{ value: 1, at: MIDNIGHT, seq: 1 }]);
    expect(mergeCounter(state, { value: 2, at: MIDNIGHT, seq: 2 }).isApplied).toBe(true);
    expect(mergeCounter(state, { value: 2, at: MIDNIGHT, seq: 1 }).isApplied).toBe(false);
  });

  it('rising readings over three days in any order, with repeats, give the same days and value', () => {
    const rising = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 5 * HOUR }), fc.integer({ min: 0, max: 50 })), {
        minLength: 1,
        maxLength: 14,
      })
      .map((steps) => {
        let [at, value] = [MIDNIGHT, 1000];
        return steps.map(([gap, step]): CounterReading => ({ at: (at += gap), value: (value += step) }));
      });
    fc.assert(
      fc.property(
        rising.chain((readings) =>
          fc.tuple(
            fc.constant(readings),
            fc.shuffledSubarray([...readings, ...readings], {
              minLength: readings.length * 2,
              maxLength: readings.length * 2,
            }),
          ),
        ),
        ([ordered, shuffled]) => {
          const [a, b] = [take(ordered), take(shuffled)];
          expect(b.days).toEqual(a.days);
          expect(b.state?.value).toBe(a.state?.value);
          expect(Object.values(a.days).reduce((sum, day) => sum + day, 0)).toBe(
            (ordered.at(-1)?.value ?? 0) - (ordered[0]?.value ?? 0),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('one reset in a shuffled day counts both of its sides', () => {
    const readings: CounterReading[] = [100, 105, 110, 3, 8, 20].map((value, index) => ({
      value,
      at: MIDNIGHT + index * 60_000,
    }));
    fc.assert(
      fc.property(fc.shuffledSubarray(readings, { minLength: 6, maxLength: 6 }), (shuffled) => {
        expect(take(shuffled).days).toEqual({ '2026-01-10': 27 });
      }),
    );
  });

  it('what is kept stays small over a month', () => {
    const readings = Array.from({ length: 30 * 24 }, (_, hour) => ({ value: hour, at: MIDNIGHT + hour * HOUR }));
    const { state, days } = take(readings);
    expect(state?.runs.length).toBeLessThanOrEqual(6);
    expect(Object.values(days).reduce((sum, day) => sum + day, 0)).toBe(30 * 24 - 1);
    expect(Object.keys(days)).toHaveLength(30);
    expect(DAY).toBe(24 * HOUR);
  });
});
