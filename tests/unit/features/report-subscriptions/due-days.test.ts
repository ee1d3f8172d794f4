import { latestDue, nextDue } from '@/lib/features/report-subscriptions/shared/due-days';
import { formatDateTime } from '@/lib/platform/i18n/format';

/** When reports are due (readings 219, 225). */

const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`);
const next = (day: number | null, after: string) => formatDateTime(nextDue(day, at(after)));

it.each([
  ['later this month', 5, '2026-12-01 00:00:00', '2026-12-05 07:00:00'],
  ['on the day before seven', 5, '2026-12-05 06:59:59', '2026-12-05 07:00:00'],
  ['on the day from seven on', 5, '2026-12-05 07:00:00', '2027-01-05 07:00:00'],
  ['over the end of a year', 28, '2026-12-31 23:59:59', '2027-01-28 07:00:00'],
  ['in a leap year', 28, '2028-02-28 12:00:00', '2028-03-28 07:00:00'],
  ['before the first biweekly report', null, '2026-01-01 00:00:00', '2026-11-09 07:00:00'],
  ['on a day of biweekly reports', null, '2026-11-23 07:00:00', '2026-12-07 07:00:00'],
  ['over a year of 53 weeks', null, '2026-12-21 08:00:00', '2027-01-04 07:00:00'],
] as const)('the next one is due %s', (_, day, after, expected) => {
  expect(next(day, after)).toBe(expected);
});

it('biweekly ones stand fourteen days apart, through years of 53 weeks, too', () => {
  let due = nextDue(null, at('2026-11-01 00:00:00'));
  for (let count = 0; count < 200; count += 1) {
    const following = nextDue(null, due);
    expect(following - due).toBe(14 * 86_400_000);
    expect(new Date(following + 8 * 3_600_000).getUTCDay()).toBe(1);
    due = following;
  }
});

it('of several that were missed the latest is sent', () => {
  expect(latestDue(5, at('2026-12-05 07:00:00'), at('2026-12-06 00:00:00'))).toBe('2026-12-05');
  expect(latestDue(5, at('2026-12-05 07:00:00'), at('2027-03-05 06:00:00'))).toBe('2027-02-05');
  expect(latestDue(null, at('2026-11-09 07:00:00'), at('2026-12-08 00:00:00'))).toBe('2026-12-07');
});
