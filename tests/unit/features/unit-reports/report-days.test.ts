import {
  biweeklyDayFrom,
  biweeklyWindow,
  comparedWindows,
  isReportMonth,
  monthlyBounds,
  monthlyWindow,
} from '@/lib/features/unit-reports/shared/report-days';

it.each([
  // today, month, first and last day
  ['2026-11-26', '2026-10', '2026-10-01', '2026-10-31'],
  ['2026-11-26', '2026-11', '2026-10-26', '2026-11-25'],
  ['2026-03-01', '2026-03', '2026-02-01', '2026-02-28'],
  ['2024-02-29', '2024-02', '2024-01-29', '2024-02-28'],
  ['2024-03-01', '2024-03', '2024-02-01', '2024-02-29'],
  ['2024-03-01', '2024-02', '2024-02-01', '2024-02-29'],
  ['2026-12-31', '2026-12', '2026-12-01', '2026-12-30'],
  ['2026-01-01', '2026-01', '2025-12-01', '2025-12-31'],
  ['2026-05-31', '2026-05', '2026-05-01', '2026-05-30'],
  ['2026-07-31', '2026-07', '2026-07-01', '2026-07-30'],
  ['2026-02-28', '2026-02', '2026-01-28', '2026-02-27'],
  ['2026-04-30', '2026-04', '2026-03-30', '2026-04-29'],
])('[MONTH-004] on %s the report of %s is about %s to %s', (today, month, from, until) => {
  expect(monthlyWindow(month, today)).toEqual({ from, until });
});

it('[MONTH-004] may be asked for the running month to the fifth before it', () => {
  expect(monthlyBounds('2026-03-31')).toEqual({ min: '2025-10', max: '2026-03' });
  expect(isReportMonth('2025-10', '2026-03-31')).toBe(true);
  for (const month of [undefined, '', '2025-09', '2026-04', '2026-13', '2026-3'])
    expect(isReportMonth(month, '2026-03-31')).toBe(false);
});

it('[BIWK-003] biweekly reports stand 14 days apart and leave no day out, through a year of 53 weeks', () => {
  const days: string[] = [];
  for (let day = biweeklyDayFrom('2026-01-01'); day < '2028-01-01'; day = biweeklyDayFrom(nextDay(day))) days.push(day);
  expect(days[0]).toBe('2026-11-09');
  expect(days).toContain('2026-12-21');
  expect(days).toContain('2027-01-04');
  for (const [index, day] of days.slice(1).entries())
    expect(biweeklyWindow(day)).toEqual({ from: days[index], until: dayBefore(day) });
});
const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

it('[MONTH-009] a window is compared with the month before and the same days a year ago', () => {
  expect(comparedWindows({ from: '2026-03-01', until: '2026-03-31' })).toEqual({
    before: { from: '2026-02-01', until: '2026-02-28' },
    yearAgo: { from: '2025-03-01', until: '2025-03-31' },
  });
  expect(comparedWindows({ from: '2026-10-26', until: '2026-11-25' })).toEqual({
    before: { from: '2026-09-25', until: '2026-10-25' },
    yearAgo: { from: '2025-10-26', until: '2025-11-25' },
  });
  expect(comparedWindows({ from: '2024-02-01', until: '2024-02-29' }).yearAgo.until).toBe('2023-02-28');
});
