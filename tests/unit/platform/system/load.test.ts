import { createLoadShedder } from '@/lib/platform/system/load';
import type { Importance, LoadShedder, Strain } from '@/lib/platform/system/load';

describe('what a process refuses when there is too much to do', () => {
  const shedder = () => createLoadShedder({ delayMs: 300, waiting: 200 });
  const calm: Strain = { delayMs: 5, waiting: 0 };
  const late: Strain = { delayMs: 900, waiting: 0 };
  const queued: Strain = { delayMs: 5, waiting: 201 };
  const times = (count: number, strain: Strain) => Array.from({ length: count }, () => strain);
  const noted = (...strains: Strain[]) => {
    const made = shedder();
    for (const strain of strains) made.note(strain);
    return made;
  };
  /** How many of 200 requests at the same time find a place; they give it back. */
  const places = (made: LoadShedder, importance: Importance): number => {
    const leaves = Array.from({ length: 200 }, () => made.enter(importance)).filter((leave) => leave !== undefined);
    for (const leave of leaves) leave();
    return leaves.length;
  };

  it('is nothing for one long task, and for limits that are just reached', () => {
    for (const made of [
      noted(...times(3, late)),
      noted(...times(3, late), calm, ...times(3, late)),
      noted(...times(100, { delayMs: 300, waiting: 200 })),
    ]) {
      expect(made.isLimited).toBe(false);
      expect(places(made, 'other')).toBe(200);
    }
  });

  it.each([
    ['timers that run late', late],
    ['calls that wait for the database', queued],
  ])('grows with %s, pages and lists first, then what live pages show, and never what is urgent', (_, strain) => {
    const some = noted(...times(4, strain));
    expect([places(some, 'other'), places(some, 'live')]).toEqual([16, 200]);
    const more = noted(...times(12, strain));
    expect([places(more, 'other'), places(more, 'live')]).toEqual([1, 7]);
    const most = noted(...times(500, strain));
    expect([places(most, 'other'), places(most, 'live'), places(most, 'always')]).toEqual([1, 4, 200]);
  });

  it('has a place again for each request that has been answered', () => {
    const made = noted(...times(500, late));
    const leave = made.enter('other');
    expect(made.enter('other')).toBeUndefined();
    leave?.();
    expect(made.enter('other')).toBeDefined();
  });

  it.each([
    ['late timers', { delayMs: 76, waiting: 0 }],
    ['a queue before the database', { delayMs: 5, waiting: 11 }],
  ])('grows for less while it refuses: %s that are no overload hold up what is urgent', (_, strain) => {
    const made = noted(...times(4, late));
    expect(places(made, 'other')).toBe(16);
    made.note(strain);
    expect([places(made, 'other'), places(made, 'live')]).toEqual([11, 200]);
    made.note({ delayMs: 75, waiting: 10 });
    expect(places(made, 'other')).toBe(13);
  });

  it('ends where nobody is refused any more, though calls wait for the database now and then', () => {
    const made = noted(...times(4, late), ...times(30, { delayMs: 76, waiting: 11 }));
    expect(made.isLimited).toBe(false);
  });

  it('is given back step by step when it is over, live pages first', () => {
    const made = noted(...times(12, late));
    for (const strain of times(27, calm)) made.note(strain);
    expect([places(made, 'other'), places(made, 'live')]).toEqual([1, 200]);
    made.note(calm);
    expect(places(made, 'other')).toBe(2);
    for (const strain of times(60, calm)) made.note(strain);
    expect(made.isLimited).toBe(false);
  });
});
