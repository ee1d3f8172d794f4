import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Interval } from '../internal/intervals';
import type { SumDay } from '../roll-up';

/** Days of Shanghai as `yyyy-MM-dd`. Pure. */

export const DAY_MS = 24 * 3_600_000;

/** So many days before that of a moment. */
export const dayBefore = (now: number, days: number): string => formatDate(now - days * DAY_MS);

/** Of a day, so many days later. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The first day of its month, or of the month so many later. */
export function monthOf(day: string, later = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
}

/** From the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** The day as far as it has gone. @throws for what is no day */
export function windowOf(day: string, now: number): Interval {
  const from = parseWallTime(day);
  if (from === undefined) throw new Error(`${day} is not a day`);
  return [from, Math.min(from + DAY_MS, now)];
}

export const sumDay = (day: string, now: number): SumDay => {
  const [from, until] = windowOf(day, now);
  return { day, sec: Math.max(0, Math.round((until - from) / 1000)) };
};
