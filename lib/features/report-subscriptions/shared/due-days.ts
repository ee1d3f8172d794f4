import { dayAfter, monthOf } from '@/lib/features/facts/shared/days';
import { biweeklyDayFrom } from '@/lib/features/unit-reports/shared/report-days';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';

/** The days on which reports are due (readings 219, 225). Pure. */

/** Shanghai; the facts of the day before are written by then. */
const DUE_AT = '07:00:00';

/** A day of each month, or null: the days of biweekly reports. */
export type DueDay = number | null;

const momentOf = (day: string): number => parseWallTime(`${day} ${DUE_AT}`) ?? Number.NaN;

const ofMonth = (first: string, day: number) => `${first.slice(0, 8)}${String(day).padStart(2, '0')}`;

/** The due day on or after a day. */
function dayFrom(from: string, day: DueDay): string {
  if (day !== null) {
    const here = ofMonth(from, day);
    return here >= from ? here : ofMonth(monthOf(from, 1), day);
  }
  return biweeklyDayFrom(from);
}

/** The first due moment after this one. */
export function nextDue(day: DueDay, after: number): number {
  const today = dayFrom(formatDate(after), day);
  return momentOf(today) > after ? momentOf(today) : momentOf(dayFrom(dayAfter(today), day));
}

/** The latest day that was due by now, of those since `since`: of several that were missed one is sent. */
export function latestDue(day: DueDay, since: number, now: number): string {
  let due = since;
  for (let next = nextDue(day, due); next <= now; next = nextDue(day, due)) due = next;
  return formatDate(due);
}
