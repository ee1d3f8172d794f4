import { DAY_MS, dayAfter, monthOf } from '@/lib/features/facts/shared/days';

/** The days of reports on one unit. Pure. */

/** Biweekly reports stand on every 14th day from this Monday (readings 219). */
const FIRST_BIWEEKLY = '2026-11-09';
export const BIWEEKLY_DAYS = 14;
/** The running month and so many before it may be asked for (doc3 §5). */
export const MONTHS_BACK = 5;

/** The first day of biweekly reports that is not before this one. */
export function biweeklyDayFrom(day: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(FIRST_BIWEEKLY)) / DAY_MS);
  return dayAfter(FIRST_BIWEEKLY, Math.max(0, Math.ceil(days / BIWEEKLY_DAYS)) * BIWEEKLY_DAYS);
}

/** The 14 days ending the day before the report. */
export const biweeklyWindow = (reportTime: string) => ({
  from: dayAfter(reportTime, -BIWEEKLY_DAYS),
  until: dayAfter(reportTime, -1),
});

/** A whole month; of the running one as many days as the month before has, ending yesterday (readings 97). @param month `yyyy-MM` */
export function monthlyWindow(month: string, today: string): { from: string; until: string } {
  const first = `${month}-01`;
  if (first !== monthOf(today)) return { from: first, until: dayAfter(monthOf(first, 1), -1) };
  const length = Math.round((Date.parse(first) - Date.parse(monthOf(first, -1))) / DAY_MS);
  return { from: dayAfter(today, -length), until: dayAfter(today, -1) };
}

/** The first and the last month that may be chosen. */
export const monthlyBounds = (today: string) => ({
  min: monthOf(today, -MONTHS_BACK).slice(0, 7),
  max: today.slice(0, 7),
});

/** Is there a report of this month? */
export function isReportMonth(month: string | undefined, today: string): month is string {
  const { min, max } = monthlyBounds(today);
  return month !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) && month >= min && month <= max;
}

/** The months before and a year before a window, for comparison (readings 222). */
export function comparedWindows({ from, until }: { readonly from: string; readonly until: string }) {
  const isWholeMonth = monthOf(from) === from && monthOf(from, 1) === dayAfter(until);
  const length = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1;
  return {
    before: isWholeMonth
      ? { from: monthOf(from, -1), until: dayAfter(from, -1) }
      : { from: dayAfter(from, -length), until: dayAfter(from, -1) },
    yearAgo: { from: yearBefore(from), until: yearBefore(until) },
  };
}

/** 29 February is compared with the 28th. */
function yearBefore(day: string): string {
  const [year = 0, month = 1, of = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return `${year - 1}-${day.slice(5, 7)}-${String(Math.min(of, last)).padStart(2, '0')}`;
}
