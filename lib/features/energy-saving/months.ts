import type { DayWindow } from '@/lib/features/facts/internal/unit-window';
import { FieldError } from '@/lib/platform/contract/errors';
import { formatDate } from '@/lib/platform/i18n/format';
import { dayAfter } from '@/lib/features/facts/shared/days';
import { MAX_MONTHS } from './value-sets';

/** Ranges of months, `yyyy-MM`, as days. Pure. */

export interface MonthRange {
  readonly startMonth?: string;
  readonly endMonth?: string;
}

const countOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthAt = (count: number) => `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
const firstOf = (month: string) => `${month}-01`;
const lastOf = (month: string) => dayAfter(firstOf(monthAt(countOf(month) + 1)), -1);

/** The days of the months, up to today. @throws validation_failed: none, reversed, in the future, or more than twelve */
export function daysOfMonths({ startMonth, endMonth }: MonthRange, now: number): DayWindow {
  const today = formatDate(now);
  if (!startMonth) throw new FieldError('startMonth', 'monthRequired');
  if (!endMonth) throw new FieldError('endMonth', 'monthRequired');
  if (startMonth > endMonth) throw new FieldError('startMonth', 'monthOrder');
  if (endMonth > today.slice(0, 7)) throw new FieldError('endMonth', 'monthTooLate');
  if (countOf(endMonth) - countOf(startMonth) + 1 > MAX_MONTHS)
    throw new FieldError('endMonth', 'monthSpan', { months: MAX_MONTHS });
  return { from: firstOf(startMonth), until: [lastOf(endMonth), today].sort()[0] ?? today };
}

/** What the months are compared with: as many before them; of the running month as many days (readings 222). */
export function daysBefore({ from, until }: DayWindow): DayWindow {
  const [start, end] = [from.slice(0, 7), until.slice(0, 7)];
  if (until === lastOf(end))
    return { from: firstOf(monthAt(2 * countOf(start) - countOf(end) - 1)), until: dayAfter(from, -1) };
  const days = Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1;
  return { from: dayAfter(from, -days), until: dayAfter(from, -1) };
}

/** The month before this one: what the page starts with. */
export const lastMonth = (now: number): string => monthAt(countOf(formatDate(now)) - 1);
