import { dayAfter, dayBefore, daysBetween, monthOf } from '@/lib/features/facts/shared/days';
import { formatDate } from '@/lib/platform/i18n/format';
import { MONTH_POINTS, type DashboardWindow } from './value-sets';

/** The days of a dashboard: whole days of Shanghai, of today what has gone (readings 229). Pure. */

export interface Days {
  /** `yyyy-MM-dd`, both included. */
  readonly from: string;
  readonly until: string;
}

/** The first day of the month so many months before this one. */
export const monthBefore = (today: string, months: number): string => monthOf(today, -months);

/** The last so many days, today included. */
export const lastDays = (count: number, now: number): Days => ({
  from: dayBefore(now, count - 1),
  until: formatDate(now),
});

export function windowDays(window: DashboardWindow, now: number): Days {
  const today = formatDate(now);
  if (window === '30d') return lastDays(30, now);
  return { from: window === 'month' ? monthOf(today) : monthBefore(today, MONTH_POINTS - 1), until: today };
}

/** As many days right before them (readings 222). */
export function daysBeforeThem({ from, until }: Days): Days {
  const count = daysBetween(from, until).length;
  return { from: dayAfter(from, -count), until: dayAfter(from, -1) };
}

/** The running month and the eleven before it. */
export const monthDays = (now: number): Days => windowDays('12m', now);

/** Those months as `yyyy-MM`, the oldest first. */
export function monthsOf(now: number): string[] {
  const today = formatDate(now);
  return Array.from({ length: MONTH_POINTS }, (_, index) => monthBefore(today, MONTH_POINTS - 1 - index).slice(0, 7));
}
