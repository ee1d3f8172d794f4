import { figureOf, FIGURE_KEYS, percentOf, type FigureKey } from '@/lib/features/facts/internal/figures';
import { CallSums, UnitSums } from '@/lib/features/facts/sums';
import { DATA_GROUPS } from '@/lib/platform/strategy/shapes';
import en from '@/messages/en/facts.json';
import zh from '@/messages/zh-CN/facts.json';

/** What figures are called, and how they are counted (silent-screens D0, readings 217, 229). */

const empty = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));
const sums = (units: Partial<UnitSums>, calls: Partial<CallSums> = {}) => ({
  units: { ...UnitSums.parse(empty(UnitSums.shape)), ...units },
  calls: { ...CallSums.parse(empty(CallSums.shape)), ...calls },
  days: 30,
});
const valueOf = (key: FigureKey, of: ReturnType<typeof sums>, groups: readonly string[] = DATA_GROUPS) =>
  figureOf(key, of, groups).value;
const FLEET = { unitDays: 600, validSec: 1000, validAvailableSec: 999 };

describe('figures', () => {
  it('have a name and a formula in both languages, and no text is left over', () => {
    for (const texts of [zh, en]) {
      expect(Object.keys(texts.figure).sort()).toEqual([...FIGURE_KEYS].sort());
      for (const { name, formula } of Object.values(texts.figure)) expect([name, formula].every(Boolean)).toBe(true);
    }
  });

  it('near 100 percent are cut, not rounded', () => {
    expect([percentOf(99_999, 100_000), percentOf(1, 1), percentOf(0, 0), percentOf(29, 100)]).toEqual([
      99.99,
      100,
      null,
      29,
    ]);
  });

  it('say nothing of what nobody counted or kept', () => {
    const none = sums(FLEET);
    for (const key of ['trips', 'runTime', 'energy', 'onlineRate', 'tripsPerUnitDay', 'releaseTime'] as const)
      expect([key, valueOf(key, none)]).toEqual([key, null]);
    expect(valueOf('trips', sums({ ...FLEET, trips: 0, tripUnitDays: 1 }))).toBe(0);
  });

  it('are means of the days that counted', () => {
    expect(valueOf('tripsPerUnitDay', sums({ ...FLEET, trips: 5000, tripUnitDays: 50 }))).toBe(100);
  });

  it('are no rate of fewer than ten units or thirty unit-days, but counts', () => {
    const few = sums({ unitDays: 270, validSec: 10, validAvailableSec: 10 }, { calls: 3 });
    expect([valueOf('availability', few), valueOf('callbacksPerUnitYear', few), valueOf('callbacks', few)]).toEqual([
      null,
      null,
      3,
    ]);
    const enough = sums({ ...FLEET, unitDays: 365 }, { calls: 3 });
    expect([valueOf('callbacksPerUnitYear', enough), figureOf('callbacks', enough, DATA_GROUPS).sample]).toEqual([
      3,
      { units: 12, unitDays: 365 },
    ]);
  });

  it('that a data strategy withholds are none', () => {
    const groups = DATA_GROUPS.filter((group) => group !== 'faults');
    expect([valueOf('availability', sums(FLEET), groups), valueOf('faultTime', sums(FLEET), groups)]).toEqual([
      null,
      null,
    ]);
    expect(valueOf('availability', sums(FLEET))).toBe(99.9);
  });
});
