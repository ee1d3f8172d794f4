import { markAt, markRow, nextLevel } from '@/lib/features/callbacks/internal/sla-marks';
import { DEFAULT_LIMITS, slaClocks } from '@/lib/features/callbacks/sla-clocks';
import type { SlaFacts } from '@/lib/features/callbacks/sla-clocks';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 22, 2);
const at = (minutes: number) => START + minutes * MINUTE;

function marks(facts: Partial<SlaFacts>, now: number, levels: Partial<Record<string, number>> = {}) {
  const readings = slaClocks(
    { createdAt: START, hasDistrict: false, entrapments: [], steps: [{ status: 'INIT', at: START }], ...facts },
    DEFAULT_LIMITS,
    now,
  );
  return Object.fromEntries(
    readings.map((reading) => {
      const { nextAt, stoppedDate, dueDate } = markRow(reading, levels[reading.clock] ?? 0, now);
      const minute = (date: Date | null) => date && (date.getTime() - START) / MINUTE;
      return [reading.clock, [minute(dueDate), minute(nextAt), stoppedDate !== null]];
    }),
  );
}

describe('the marks of the clocks', () => {
  it('are 80, 100 and 150 percent of the time, one after the other', () => {
    expect([0, 80, 100, 150].map(nextLevel)).toEqual([80, 100, 150, undefined]);
    expect([80, 100, 150].map((level) => (markAt({ dueAt: at(30), limitSec: 1800 }, level) - START) / MINUTE)).toEqual([
      24, 30, 45,
    ]);
  });

  it('of a new call-out of trapped persons lie at 80 percent of 3, 60 and 240 minutes; the release waits for the arrival', () => {
    expect(marks({ entrapments: [{ startAt: START }] }, at(0))).toEqual({
      response: [3, 2.4, false],
      arrival: [60, 48, false],
      release: [null, null, false],
      restore: [240, 192, false],
    });
    expect(marks({ entrapments: [{ startAt: START }], hasDistrict: true }, at(0)).arrival).toEqual([30, 24, false]);
  });

  it('that were told are not due again, and after the last one none is', () => {
    expect(marks({}, at(9), { response: 80 }).response).toEqual([10, 10, false]);
    expect(marks({}, at(11), { response: 100 }).response).toEqual([10, 15, false]);
    expect(marks({}, at(16), { response: 150 }).response).toEqual([10, null, false]);
  });

  it('stop with their clock, whoever forgot to write a step, and stand still while the technician is away', () => {
    const steps = [
      { status: 'INIT', at: START },
      { status: 'SITE', at: at(20) },
      { status: 'INTR', at: at(40) },
    ] as const;
    const away = marks({ steps }, at(60));
    expect([away.response?.[1], away.response?.[2], away.arrival?.[2], away.restore]).toEqual([
      null,
      true,
      true,
      [null, null, false],
    ]);
    // Two hours away: the repair has so much longer.
    const back = marks({ steps: [...steps, { status: 'SITE', at: at(160) }] }, at(160));
    expect(back.restore).toEqual([600, 504, false]);
    const closed = marks({ steps: [...steps, { status: 'CLSC', at: at(170) }] }, at(171));
    expect(closed.restore?.slice(1)).toEqual([null, true]);
    // A clock stopped when that happened, however late somebody looks.
    const [, arrival] = slaClocks(
      { createdAt: START, hasDistrict: false, entrapments: [], steps },
      DEFAULT_LIMITS,
      at(60),
    );
    expect(arrival && markRow(arrival, 0, at(60)).stoppedDate).toEqual(new Date(at(20)));
  });
});
