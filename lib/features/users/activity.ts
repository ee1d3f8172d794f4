import { Prisma } from '@/lib/platform/db/generated/client';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { FieldError } from '@/lib/platform/contract/errors';
import { currentMonth, previousMonth } from './months';
import type { Activity } from './value-sets';

/** Activity of accounts in a month (silent-screens B8): the value of a row in TypeScript, the filter in SQL, one rule. */

/** A month of Shanghai. */
export interface Month {
  /** First and last day, `yyyy-MM-dd`. */
  readonly first: string;
  readonly last: string;
  /** Monday of the ISO week that the first day is in: weeks are counted from it. */
  readonly monday: string;
  /** The instant after its last one. */
  readonly end: Date;
}

const DAY_MS = 86_400_000;
/** Active days in at least this many ISO weeks are weekly activity. */
const WEEKS = 4;

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** @param startDate `yyyy-MM`; the previous month when absent. @throws validation_failed for a month that has not begun */
export function monthOf(startDate: string | undefined, now: number): Month {
  const text = startDate ?? previousMonth(now);
  if (text > currentMonth(now)) throw new FieldError('startDate', 'monthTooLate');
  const [year = 0, month = 0] = text.split('-').map(Number);
  const first = `${text}-01`;
  const next = dayText(Date.UTC(year, month, 1));
  const weekday = (new Date(utc(first)).getUTCDay() + 6) % 7;
  return {
    first,
    last: dayText(utc(next) - DAY_MS),
    monday: dayText(utc(first) - weekday * DAY_MS),
    end: new Date(parseWallTime(next) ?? 0),
  };
}

export interface Usage {
  readonly createDate: Date;
  readonly lastSignInAt: Date | null;
  /** An active day up to the end of the month. */
  readonly wasUsed: boolean;
  /** Active days in the month, and the ISO weeks they are in. */
  readonly days: number;
  readonly weeks: number;
}

/** The status of an account in a month; null when it is younger. Tested in the order of the document. */
export function activityOf({ createDate, lastSignInAt, wasUsed, days, weeks }: Usage, { end }: Month): Activity | null {
  if (createDate >= end) return null;
  if (!wasUsed && (lastSignInAt === null || lastSignInAt >= end)) return 'unused';
  if (days === 0) return 'inactive';
  return weeks >= WEEKS ? 'weekActive' : 'monthActive';
}

/** Bit of the week of a day; a month touches six weeks at most. */
const weekBits = ({ monday }: Month) => Prisma.sql`bit_or(1 << ((day - ${monday}::date) / 7))::bit(8)`;

/** What `activityOf` needs of the table of active days, for the accounts `u` of a query: `was_used`, `days`, `weeks`. */
export function usageSql(month: Month): Prisma.Sql {
  return Prisma.sql`LEFT JOIN LATERAL (
      SELECT count(*)::int AS days, coalesce(bit_count(${weekBits(month)}), 0)::int AS weeks
      FROM user_active_day WHERE username = u.username AND day BETWEEN ${month.first}::date AND ${month.last}::date) usage ON true
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM user_active_day WHERE username = u.username AND day <= ${month.last}::date) AS was_used) past`;
}

/** The same rule as a condition on `u`. Weekly activity reads the month's days once, by their index, instead of once an account. */
export function activitySql(activity: Activity, month: Month): Prisma.Sql {
  const inMonth = Prisma.sql`day BETWEEN ${month.first}::date AND ${month.last}::date`;
  const wasUsed = Prisma.sql`(u.last_sign_in_at < ${month.end} OR EXISTS (SELECT 1 FROM user_active_day WHERE username = u.username AND day <= ${month.last}::date))`;
  const isActive = Prisma.sql`EXISTS (SELECT 1 FROM user_active_day WHERE username = u.username AND ${inMonth})`;
  const weekly = Prisma.sql`u.username IN (SELECT username FROM user_active_day WHERE ${inMonth} GROUP BY username HAVING bit_count(${weekBits(month)}) >= ${WEEKS})`;
  const rule = {
    unused: Prisma.sql`NOT coalesce(${wasUsed}, false)`,
    inactive: Prisma.sql`${wasUsed} AND NOT ${isActive}`,
    weekActive: weekly,
    monthActive: Prisma.sql`${isActive} AND NOT (${weekly})`,
  }[activity];
  return Prisma.sql`(u.create_date < ${month.end} AND ${rule})`;
}
