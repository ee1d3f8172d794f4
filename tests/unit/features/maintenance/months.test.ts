import { calendarSpan, monthAfter, weeksOf } from '@/lib/features/maintenance/months';

describe('the months of the calendar', () => {
  it('[MAINT-005] a week begins on Monday', () => {
    // 1 February 2028 is a Tuesday; the month has 29 days.
    expect(weeksOf('2028-02')[0]).toEqual([
      null,
      '2028-02-01',
      '2028-02-02',
      '2028-02-03',
      '2028-02-04',
      '2028-02-05',
      '2028-02-06',
    ]);
    expect(weeksOf('2028-02').at(-1)).toEqual(['2028-02-28', '2028-02-29', null, null, null, null, null]);
    expect(weeksOf('2027-02')).toHaveLength(4);
    expect(weeksOf('2026-08')).toHaveLength(6);
  });

  it('[MAINT-009] covers from the first day of the month to two months later, over the year’s end too', () => {
    expect(calendarSpan('2026-12')).toEqual({ from: '2026-12-01', to: '2027-02-01' });
    expect(monthAfter('2027-01', -1)).toBe('2026-12');
  });
});
