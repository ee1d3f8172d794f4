import { dayAfter, monthOf } from '@/lib/features/facts/shared/days';

/** The months that a report is asked for, and their days. Pure. */

/** Months of a report, both included, and how far back they may begin (doc3 §5, §9). */
export const MAX_REPORT_MONTHS = 12;
export const REPORT_MONTHS_BACK = 24;

/** `yyyy-MM` */
interface Months {
  readonly startDate: string;
  readonly endDate: string;
}

/** `2026-02` → `2026-02-28` */
export const lastDayOf = (month: string): string => dayAfter(monthOf(`${month}-01`, 1), -1);

/** From the first day of the first month to the last of the last. */
export const daysOfMonths = ({ startDate, endDate }: Months) => ({
  startDate: `${startDate}-01`,
  endDate: lastDayOf(endDate),
});

const monthsFrom = (day: string, later: number) => monthOf(day, later).slice(0, 7);

/** A year ago to the month before that of the day (doc3 §5). */
export const usualMonths = (today: string): Months => ({
  startDate: monthsFrom(today, -MAX_REPORT_MONTHS),
  endDate: monthsFrom(today, -1),
});

/** The first and the last month that may be chosen. */
export const monthBounds = (today: string) => ({
  min: monthsFrom(today, -REPORT_MONTHS_BACK),
  max: today.slice(0, 7),
});
