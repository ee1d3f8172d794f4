import { fitGrid, fitGroups, GROUPED, MIN_ROW, rowsOf, SCROLLED_ROW } from '@/lib/features/campus/wall-fit';
import type { UnitClass } from '@/lib/features/campus/arrangement';

const STAGE = { width: 1581, height: 964 };
const of = (count: number, unitClass: UnitClass = 'normal') => Array.from({ length: count }, () => unitClass);
/** How high a grouped page is. */
const heightOf = (groups: readonly (readonly UnitClass[])[], { columns, row, wide }: ReturnType<typeof fitGroups>) => {
  const rows = groups.map((classes) =>
    rowsOf(
      classes.map((one) => (wide.has(one) ? 2 : 1)),
      columns,
    ),
  );
  return (
    GROUPED.top +
    GROUPED.bottom +
    groups.length * GROUPED.heading +
    (groups.length - 1) * GROUPED.between +
    rows.reduce((sum, count) => sum + count * row + (count - 1) * GROUPED.gap, 0)
  );
};

it('one grid keeps its columns and fits its rows to the tiles that are there', () => {
  for (const [size, columns] of [
    [40, 8],
    [80, 10],
    [100, 10],
  ] as const) {
    const { row, gap, ...fit } = fitGrid(STAGE, size, size);
    const rows = size / columns;
    expect(fit).toMatchObject({ columns, isScrolled: false });
    expect(rows * row + (rows - 1) * gap + 30).toBeCloseTo(STAGE.height, 5);
  }
  expect(fitGrid(STAGE, 40, 24).row).toBeGreaterThan(fitGrid(STAGE, 40, 40).row);
  // Four tiles do not become four posters.
  expect(fitGrid(STAGE, 40, 4).row).toBeLessThan(220);
});

it('a window too low scrolls with a lowest tile instead of squeezing', () => {
  expect(fitGrid({ width: 1581, height: 500 }, 100, 100)).toMatchObject({ row: MIN_ROW, isScrolled: true });
});

it('a tile that is two wide is never broken over two rows', () => {
  expect(rowsOf([1, 1, 2], 3)).toBe(2);
  expect(rowsOf([2, 1, 2, 1], 3)).toBe(2);
  expect(rowsOf([2, 2, 1, 1], 3)).toBe(3);
  expect(rowsOf([], 3)).toBe(0);
});

it('the wall of the sketch fits 1920 x 1080: 64 units in four projects, four of them in trouble', () => {
  const groups = [
    [...of(1, 'trapped'), ...of(1, 'fault'), ...of(18)],
    [...of(1, 'fault'), ...of(16)],
    [...of(1, 'disconnected'), ...of(14)],
    of(12),
  ];
  const fit = fitGroups(STAGE, groups);
  expect(fit.isScrolled).toBe(false);
  expect([...fit.wide]).toEqual(['trapped', 'fault', 'disconnected']);
  expect(heightOf(groups, fit)).toBeLessThanOrEqual(STAGE.height + 0.01);
});

it('a hundred units in groups stand on one page', () => {
  for (const groups of [[of(100)], [of(60), of(40)], [of(34), of(33), of(33)]]) {
    const fit = fitGroups(STAGE, groups);
    expect(fit.isScrolled).toBe(false);
    expect(heightOf(groups, fit)).toBeLessThanOrEqual(STAGE.height + 0.01);
  }
});

it('with many faults, tiles of faults become one column wide before the page scrolls; trapped persons keep two', () => {
  const storm = [[...of(2, 'trapped'), ...of(98, 'fault')]];
  const fit = fitGroups(STAGE, storm);
  expect([...fit.wide]).toEqual(['trapped']);
  expect(fit.isScrolled).toBe(false);
  const tooMany = fitGroups({ width: 1313, height: 700 }, [of(200, 'fault')]);
  expect(tooMany).toMatchObject({ isScrolled: true, row: SCROLLED_ROW });
  // It scrolls anyway: nothing has to give way.
  expect([...tooMany.wide]).toEqual(['trapped', 'fault', 'disconnected']);
});
