import type { DayIntervals } from '@/lib/features/facts/internal/day-figures';
import { dayAxis, faultDays, hoursOf, silenceOf, stopsOf, weekDays } from '@/lib/features/unit-day/lanes';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 00:20 of a Shanghai day, of which almost nothing has gone. */
const NOW = Date.UTC(2026, 10, 22, 16, 20);
const MIDNIGHT = NOW - 20 * MINUTE;
const AXIS = dayAxis(NOW);

const unit = (rest: Partial<DayIntervals> = {}): DayIntervals => ({
  window: [MIDNIGHT - 6 * DAY, NOW],
  hasBox: true,
  stops: [],
  service: [],
  outside: [],
  silent: [],
  callOuts: [],
  ...rest,
});
const row = (hour: number, trips: number, partial = false) => ({
  hour,
  trips,
  openings: trips,
  reversals: null,
  runSec: null,
  partial,
});

describe('the axis of the last 24 hours', () => {
  it('has 24 of them, the running one last, whatever day it is', () => {
    expect(AXIS).toEqual([MIDNIGHT - 23 * HOUR, NOW]);
    const hours = hoursOf([], AXIS, []);
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)?.at).toBe(MIDNIGHT);
  });

  it('knows an hour by its row alone: nothing counted is 0, no row is unknown', () => {
    const hours = hoursOf([row(MIDNIGHT - HOUR, 0), row(MIDNIGHT, 3)], AXIS, []);
    expect(hours.slice(-3).map(({ trips }) => trips)).toEqual([null, 0, 3]);
    expect(hours.slice(-3).map(({ partial }) => partial)).toEqual([false, false, false]);
  });

  it('says "at least" of an hour in which nobody heard the unit for a while', () => {
    const hours = hoursOf([row(MIDNIGHT - HOUR, 4), row(MIDNIGHT, 1)], AXIS, [
      [MIDNIGHT - 30 * MINUTE, MIDNIGHT - 10 * MINUTE],
    ]);
    expect(hours.slice(-2).map(({ partial }) => partial)).toEqual([true, false]);
  });

  it('knows nothing of a unit without a box, and cuts silence to the axis', () => {
    expect(silenceOf(unit({ hasBox: false }), AXIS)).toEqual([AXIS]);
    expect(silenceOf(unit({ silent: [[0, AXIS[0] + HOUR]] }), AXIS)).toEqual([[AXIS[0], AXIS[0] + HOUR]]);
  });

  it('shows stops that reach in, one that lasts without an end, and what is no fault apart', () => {
    const stops = stopsOf(
      unit({
        stops: [
          { at: [AXIS[0] - HOUR, AXIS[0] + HOUR], judgement: null, callbackId: null },
          { at: [NOW - 5 * MINUTE, NOW], judgement: null, callbackId: null },
          { at: [NOW - 4 * HOUR, NOW - 3 * HOUR], judgement: 'FALSE_ALARM', callbackId: null },
        ],
        service: [[NOW - 2 * HOUR, NOW - HOUR]],
      }),
      AXIS,
    );
    expect(stops).toEqual([
      { kind: 'fault', from: AXIS[0], until: AXIS[0] + HOUR },
      { kind: 'service', from: NOW - 2 * HOUR, until: NOW - HOUR },
      { kind: 'fault', from: NOW - 5 * MINUTE, until: null },
    ]);
  });
});

describe('the faults of seven days', () => {
  const days = weekDays(NOW);
  it('ends with the day of Shanghai, twenty minutes old or not', () => {
    expect(days).toEqual([
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ]);
  });

  it('says none only of a day on which somebody saw the unit for half of it', () => {
    const silent: DayIntervals['silent'] = [
      // 13 of 24 hours of the second day, and a fault in the rest; the whole third; an hour of the fourth.
      [MIDNIGHT - 5 * DAY, MIDNIGHT - 5 * DAY + 13 * HOUR],
      [MIDNIGHT - 4 * DAY, MIDNIGHT - 3 * DAY],
      [MIDNIGHT - 3 * DAY, MIDNIGHT - 3 * DAY + HOUR],
    ];
    const counts = new Map([['2026-11-18', 2]]);
    expect(faultDays(days, counts, unit({ silent })).map(({ faults }) => faults)).toEqual([0, 2, null, 0, 0, 0, 0]);
    expect(faultDays(days, new Map(), unit({ silent })).map(({ faults }) => faults)).toEqual([
      0,
      null,
      null,
      0,
      0,
      0,
      0,
    ]);
  });

  it('says nothing calm of a unit without a box', () => {
    expect(faultDays(days, new Map(), unit({ hasBox: false })).every(({ faults }) => faults === null)).toBe(true);
  });
});
