import { waitOf } from '@/lib/platform/auth/limits/sliding-limits';
import { isQuietHour, partsOf, retryAt } from '@/lib/platform/texting/rules';

const at = (time: string) => Date.parse(`2026-05-01T${time}+08:00`);

it.each([
  ['21:59:59', false],
  ['22:00:00', true],
  ['03:00:00', true],
  ['06:59:59', true],
  ['07:00:00', false],
  ['12:00:00', false],
])('%s in Shanghai is a quiet hour: %s', (time, expected) => {
  expect(isQuietHour(at(time))).toBe(expected);
});

it('tries again after 1, 5 and 15 minutes, then no more; a code is never tried again', () => {
  expect([1, 2, 3, 4].map((tries) => retryAt('entrapment', tries, 0))).toEqual([60_000, 300_000, 900_000, null]);
  expect(retryAt('code', 1, 0)).toBeNull();
});

it.each([
  ['短'.repeat(70), 1],
  ['短'.repeat(71), 2],
  ['短'.repeat(134), 2],
  ['短'.repeat(135), 3],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
])('counts the parts of a message', (text, parts) => {
  expect(partsOf(text)).toBe(parts);
});

it('a sliding window lets the next one in when its oldest falls out', () => {
  const limits = [
    { count: 1, windowMs: 60 },
    { count: 3, windowMs: 1000 },
  ];
  expect(waitOf([], limits, 5000)).toBe(0);
  expect(waitOf([4980], limits, 5000)).toBe(40);
  expect(waitOf([4900, 4500, 4100], limits, 5000)).toBe(100);
  expect(waitOf([4900, 4500, 3990], limits, 5000)).toBe(0);
});
