import { byMonth, byReason, closed, ofEquipment, sumOf, type Cell } from '@/lib/features/statistics/cells';
import { MONTHS } from '@/lib/features/statistics/value-sets';

const cell = (rest: Partial<Cell>): Cell => ({
  createMonth: 2026 * 12,
  jobStatus: 'CLSO',
  scsa: '2',
  scsb: null,
  personTrapped: false,
  personInjured: false,
  quantity: 1,
  ...rest,
});

describe('the figures of a year', () => {
  it('[STAT-003] have twelve months, those without a call-out as 0', () => {
    const months = byMonth([cell({ quantity: 2 }), cell({ createMonth: 2026 * 12 + 11, quantity: 3 })]);
    expect(Object.keys(months)).toEqual([...MONTHS]);
    expect([months.Jan, months.Jun, months.Dec]).toEqual([2, 0, 3]);
  });
  it('[STAT-004] name the most frequent reason first and what nobody recorded last', () => {
    const cells = [
      cell({ scsa: null, quantity: 9 }),
      cell({ quantity: 2 }),
      cell({ scsa: '1', quantity: 2 }),
      cell({}),
    ];
    expect(byReason(cells, 'scsa')).toEqual([
      { code: '2', quantity: 3 },
      { code: '1', quantity: 2 },
      { code: 'none', quantity: 9 },
    ]);
  });
  it('[STAT-006] count as repairs what was closed for the equipment', () => {
    const cells = [cell({ scsa: '1' }), cell({ scsa: '1', jobStatus: 'SITE' }), cell({})];
    expect([sumOf(cells), sumOf(closed(cells)), sumOf(ofEquipment(cells))]).toEqual([3, 2, 1]);
  });
});
