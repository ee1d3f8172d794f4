import { dayAfter } from '@/lib/features/facts/shared/days';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { BIWEEKLY_DAYS, biweeklyDayFrom, biweeklyWindow } from '../shared/report-days';

/** The reports of one day: of every unit that has facts in the days before. Done again it adds what came since. */
async function writeRows(reportTime: string): Promise<number> {
  const { from, until } = biweeklyWindow(reportTime);
  return db().$executeRaw`
    INSERT INTO biweekly_report (equipment_no, report_time, branch_code)
    SELECT e.equipment_no, ${reportTime}::date, e.branch_code FROM equipment e
     WHERE e.deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM equipment_day d WHERE d.equipment_no = e.equipment_no AND d.day BETWEEN ${from}::date AND ${until}::date)
     ORDER BY 1
    ON CONFLICT (equipment_no, report_time) DO NOTHING`;
}

/** The reports of the latest day on which they stand, and of days that were missed since the last ones (readings 219). */
export async function writeBiweeklyRows(now: number): Promise<number> {
  const today = formatDate(now);
  const next = biweeklyDayFrom(today);
  const latest = next === today ? next : dayAfter(next, -BIWEEKLY_DAYS);
  if (latest > today || biweeklyDayFrom(latest) !== latest) return 0;
  const last = await db().biweeklyReport.aggregate({ _max: { reportTime: true } });
  const known = last._max.reportTime?.toISOString().slice(0, 10) ?? latest;
  let written = 0;
  for (let day = known < latest ? known : latest; day <= latest; day = dayAfter(day, BIWEEKLY_DAYS))
    written += await writeRows(day);
  return written;
}
