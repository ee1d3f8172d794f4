import { callbackFigures } from '@/lib/features/callbacks/callback-figures';
import { DEFAULT_LIMITS, type SlaFacts } from '@/lib/features/callbacks/sla-clocks';

/** What became of a call-out, as reports count it (silent-screens D0). */

const MINUTE = 60_000;
const START = Date.parse('2026-11-02T10:00:00+08:00');
const at = (minute: number) => START + minute * MINUTE;
const NOW = at(10_000);
const facts = (rest: Partial<SlaFacts>): SlaFacts => ({
  createdAt: START,
  entrapments: [],
  hasDistrict: true,
  steps: [{ status: 'INIT', at: START }],
  ...rest,
});
const steps = (...list: (readonly [SlaFacts['steps'][number]['status'], number])[]): SlaFacts['steps'] =>
  list.map(([status, minute]) => ({ status, at: at(minute) }));
const figures = (rest: Partial<SlaFacts>, now = NOW) => callbackFigures(facts(rest), DEFAULT_LIMITS, now);

describe('what became of a call-out', () => {
  it('is when it was answered, reached and mended, without the pauses of the repair', () => {
    expect(
      figures({
        steps: steps(['INIT', 0], ['PAGE', 4], ['DISP', 10], ['SITE', 40], ['INTR', 60], ['SITE', 180], ['CLSO', 200]),
      }),
    ).toMatchObject({
      isClosed: true,
      isCancelled: false,
      pageDate: new Date(at(4)),
      siteDate: new Date(at(40)),
      closeDate: new Date(at(200)),
      responseSec: 240,
      arrivalSec: 2400,
      restoreSec: 80 * 60,
      pausedSec: 120 * 60,
      interruptions: 1,
      releaseSec: null,
      trappedSec: null,
      arrivalLimitSec: 3600,
      arrivalBreachSec: 7200,
    });
  });

  it('of trapped persons of whom a slow box tells is how long they waited by its own clock', () => {
    const entrapments = [
      { startAt: START, releasedAt: at(5) },
      { startAt: at(30), trappedAt: at(20), releasedAt: at(28) },
    ];
    expect(figures({ entrapments }).trappedSec).toBe(13 * 60);
  });

  it('of trapped persons says how long they waited in all, and how long the rescue on site took', () => {
    expect(
      figures({
        eventAt: at(-2),
        entrapments: [{ startAt: START, releasedAt: at(35) }],
        steps: steps(['INIT', 0], ['PAGE', 2], ['SITE', 25], ['CLSO', 50]),
      }),
    ).toMatchObject({
      startDate: new Date(at(-2)),
      releaseDate: new Date(at(35)),
      responseSec: 120,
      arrivalSec: 27 * 60,
      releaseSec: 600,
      trappedSec: 35 * 60,
      arrivalLimitSec: 1800,
      releaseLimitSec: 1800,
    });
    // Free before anybody came: 0 s (readings 239).
    expect(
      figures({
        entrapments: [{ startAt: START, releasedAt: at(5) }],
        steps: steps(['INIT', 0], ['PAGE', 2], ['SITE', 25], ['CLSO', 50]),
      }),
    ).toMatchObject({ releaseSec: 0, trappedSec: 300 });
  });

  it('of one that was skipped, cancelled or goes on says nothing that nobody wrote', () => {
    expect(figures({ steps: steps(['INIT', 0], ['SITE', 30], ['CLSO', 60]) })).toMatchObject({
      responseSec: null,
      pageDate: null,
      arrivalSec: 1800,
    });
    expect(figures({ steps: steps(['INIT', 0], ['PAGE', 3], ['CLSC', 9]) })).toMatchObject({
      isCancelled: true,
      isClosed: false,
      responseSec: 180,
      arrivalSec: null,
      restoreSec: null,
    });
    const open = { steps: steps(['INIT', 0], ['PAGE', 3], ['SITE', 9], ['INTR', 20]) };
    expect(figures(open, at(100))).toEqual(figures(open, at(200)));
  });
});
