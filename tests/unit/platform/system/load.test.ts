import { createLoadShedder } from '@/lib/platform/system/load';
import type { Strain } from '@/lib/platform/system/load';

describe('what a process refuses when there is too much to do', () => {
  const shedder = () => createLoadShedder({ delayMs: 300, waiting: 200 });
  const calm: Strain = { delayMs: 5, waiting: 0 };
  const late: Strain = { delayMs: 900, waiting: 0 };
  const queued: Strain = { delayMs: 5, waiting: 201 };
  const noted = (...strains: Strain[]) => {
    const made = shedder();
    for (const strain of strains) made.note(strain);
    return made;
  };
  const times = (count: number, strain: Strain) => Array.from({ length: count }, () => strain);

  it('is nothing for one long task, and for limits that are just reached', () => {
    expect(noted(...times(3, late)).share('other')).toBe(0);
    expect(noted(...times(3, late), calm, ...times(3, late)).share('other')).toBe(0);
    expect(noted(...times(100, { delayMs: 300, waiting: 200 })).share('other')).toBe(0);
  });

  it.each([
    ['timers that run late', late],
    ['calls that wait for the database', queued],
  ])('grows with %s, pages and lists first, then what live pages show, and never what is urgent', (_, strain) => {
    const some = noted(...times(6, strain));
    expect(some.share('other')).toBeCloseTo(0.3);
    expect(some.share('live')).toBe(0);
    const more = noted(...times(18, strain));
    expect(more.share('other')).toBe(0.95);
    expect(more.share('live')).toBeCloseTo(0.5);
    const most = noted(...times(500, strain));
    expect([most.share('other'), most.share('live'), most.share('always')]).toEqual([0.95, 0.95, 0]);
  });

  it('is given back step by step when it is over', () => {
    const made = noted(...times(8, late));
    const before = made.share('other');
    made.note(calm);
    expect(made.share('other')).toBeLessThan(before);
    for (const strain of times(20, calm)) made.note(strain);
    expect(made.share('other')).toBe(0);
  });
});
