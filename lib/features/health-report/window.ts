import { dayAfter, monthOf } from '@/lib/features/facts/shared/days';
import { FieldError, AppError } from '@/lib/platform/contract/errors';
import { MAX_REPORT_MONTHS, REPORT_MONTHS_BACK } from './shared/report-days';

/** The days of a project report (doc3 §4.13, §5; readings 97). Pure. */

/** Whole months from one day's month to another's. */
function monthsBetween(from: string, until: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [untilYear = 0, untilMonth = 0] = until.split('-').map(Number);
  return (untilYear - fromYear) * 12 + untilMonth - fromMonth;
}

/** From the first day of the first month to the last day of the last; the running month ends yesterday and alone is as long as the month before. */
function reportWindow(startDate: string, endDate: string, today: string): { from: string; until: string } {
  const [first, last] = [monthOf(startDate), monthOf(endDate)];
  if (last !== monthOf(today)) return { from: first, until: dayAfter(monthOf(last, 1), -1) };
  const until = dayAfter(today, -1);
  const length = Math.round((Date.parse(last) - Date.parse(monthOf(last, -1))) / 86_400_000);
  return { from: first === last ? dayAfter(until, 1 - length) : first, until };
}

/** @throws validation_failed (M15, M17): an end is missing, the months are reversed, to come, too many or too old */
export function requireWindow(
  { startDate, endDate }: { readonly startDate?: string; readonly endDate?: string },
  today: string,
): { from: string; until: string } {
  if (startDate === undefined || endDate === undefined) {
    const missing = [startDate === undefined ? ['startDate'] : [], endDate === undefined ? ['endDate'] : []].flat();
    throw new AppError('validation_failed', {
      messageKey: 'dateRangeRequired',
      data: { fieldKeys: Object.fromEntries(missing.map((end) => [end, 'dateRangeRequired'])) },
    });
  }
  const [first, last, now] = [monthOf(startDate), monthOf(endDate), monthOf(today)];
  if (startDate > endDate || first > last) throw new FieldError('startDate', 'dateOrder');
  if (last > now) throw new FieldError('endDate', 'reportMonthToCome');
  if (monthsBetween(first, last) >= MAX_REPORT_MONTHS) throw new FieldError('endDate', 'reportMonthsTooMany');
  if (monthsBetween(first, now) > REPORT_MONTHS_BACK)
    throw new FieldError('startDate', 'reportMonthTooOld', { months: REPORT_MONTHS_BACK });
  return reportWindow(startDate, endDate, today);
}
