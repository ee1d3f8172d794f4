import { z } from 'zod';
import { dayAfter } from '@/lib/features/facts/shared/days';
import { pool, type Queryable } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { BIWEEKLY_DAYS, biweeklyDayFrom, biweeklyWindow } from '../shared/report-days';

/** $1 the day, $2 and $3 the first and the last day that its reports are about. */
const ROWS = `
  INSERT INTO biweekly_report (equipment_no, report_time, branch_code)
  SELECT e.equipment_no, $1::date, e.branch_code FROM equipment e
   WHERE e.deleted_at IS NULL
     AND EXISTS (SELECT 1 FROM equipment_day d WHERE d.equipment_no = e.equipment_no AND d.day BETWEEN $2::date AND $3::date)
   ORDER BY 1
  ON CONFLICT (equipment_no, report_time) DO NOTHING`;

/** The reports of one day: of every unit that has facts in the days before. Done again it adds what came since. */
async function writeRows(client: Queryable, reportTime: string): Promise<number> {
  const { from, until } = biweeklyWindow(reportTime);
  const { rowCount } = await client.query(ROWS, [reportTime, from, until]);
  return rowCount ?? 0;
}

const Last = z.tuple([z.object({ last: z.string().nullable() })]);

/**
 * The reports of the latest day on which they stand, and of days that were missed since the last ones (readings 219).
 * @param days so many days of reports where there are none yet
 */
export async function writeBiweeklyRows(now: number, client: Queryable = pool(), days = 1): Promise<number> {
  const today = formatDate(now);
  const next = biweeklyDayFrom(today);
  const latest = next === today ? next : dayAfter(next, -BIWEEKLY_DAYS);
  const { rows } = await client.query('SELECT max(report_time)::text AS last FROM biweekly_report');
  const [{ last }] = Last.parse(rows);
  let written = 0;
  for (
    let day = biweeklyDayFrom(last ?? dayAfter(latest, (1 - days) * BIWEEKLY_DAYS));
    day <= latest;
    day = dayAfter(day, BIWEEKLY_DAYS)
  )
    written += await writeRows(client, day);
  return written;
}
