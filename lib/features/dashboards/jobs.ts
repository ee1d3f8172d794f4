import { z } from 'zod';
import { percentOf } from '@/lib/features/facts/internal/figures';
import { FOUND_WITH } from '@/lib/features/maintenance/value-sets';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import type { Days } from './days';
import type { Narrowed } from './narrow';
import { rowsOf } from './read';

/** Maintenance jobs in time, and inspections that are valid (silent-screens D0, readings 223). */

const zone = Prisma.raw(`'${TIME_ZONE}'`);
/** When a job `j` is due: at its planned end, else when its planned day is over. */
const DUE = Prisma.sql`coalesce(j.plan_end_date, (j.plan_date + 1)::timestamp AT TIME ZONE ${zone})`;
const DUE_DAY = Prisma.sql`coalesce((j.plan_end_date AT TIME ZONE ${zone})::date, j.plan_date)`;

const Due = z.object({ key: z.string(), due: z.coerce.number(), inTime: z.coerce.number() });
type JobSums = z.output<typeof Due>;

/** Of jobs due on these days and until now. */
async function readDue(
  { units, keptSince }: Narrowed,
  key: Prisma.Sql,
  { from, until }: Days,
  now: number,
  join = Prisma.empty,
): Promise<JobSums[]> {
  return rowsOf(
    Due,
    Prisma.sql`
      SELECT ${key} AS key, count(*) AS due, count(*) FILTER (WHERE j.done_date <= ${DUE}) AS "inTime"
        FROM maintenance_job j JOIN equipment e ON e.equipment_no = j.equipment_no ${join}
       WHERE ${units} AND ${DUE_DAY} BETWEEN ${from}::date AND ${until}::date AND ${DUE} <= ${new Date(now)}
         ${keptSince === null ? Prisma.empty : Prisma.sql`AND j.plan_date >= ${formatDate(keptSince)}::date`}
       GROUP BY 1`,
  );
}

export const readJobs = async (narrowed: Narrowed, days: Days, now: number): Promise<JobSums> =>
  (await readDue(narrowed, Prisma.sql`''`, days, now))[0] ?? { key: '', due: 0, inTime: 0 };

export const readJobMonths = (narrowed: Narrowed, days: Days, now: number): Promise<JobSums[]> =>
  readDue(narrowed, Prisma.sql`to_char(${DUE_DAY}, 'YYYY-MM')`, days, now);

export const readProjectJobs = (narrowed: Narrowed, projectIds: readonly string[], days: Days, now: number) =>
  readDue(
    narrowed,
    Prisma.sql`p.project_id`,
    days,
    now,
    Prisma.sql`JOIN project_equipment p ON p.equipment_no = e.equipment_no AND p.project_id = ANY(${[...projectIds]})`,
  );

export const complianceOf = ({ due, inTime }: Pick<JobSums, 'due' | 'inTime'>) => percentOf(inTime, due);

const Valid = z.object({ dated: z.coerce.number(), valid: z.coerce.number() });

/** Units with an inspection date, and those of them whose date is today or later. */
export async function readInspections({ units }: Narrowed, today: string) {
  const [found] = await rowsOf(
    Valid,
    Prisma.sql`
      SELECT count(*) AS dated, count(*) FILTER (WHERE i.next_inspection_date >= ${today}::date) AS valid
        FROM inspection i JOIN equipment e ON e.equipment_no = i.equipment_no
       WHERE ${units} AND i.next_inspection_date IS NOT NULL`,
  );
  return found ?? { dated: 0, valid: 0 };
}

/** A job `j` that is still to be done. */
export const isOpenJob = Prisma.sql`j.job_status IN (${Prisma.join([...FOUND_WITH.PLAN])})`;
const Planned = z.object({
  day: z.string(),
  planned: z.coerce.number(),
  done: z.coerce.number(),
  overdue: z.coerce.number(),
});

/** Jobs by their planned day, as the list's filters tell them: open, done, and open of an earlier day. */
export const readPlanned = ({ units, keptSince }: Narrowed, { from, until }: Days, today: string) =>
  rowsOf(
    Planned,
    Prisma.sql`
      SELECT x.day::date::text AS day, count(j.job_no) FILTER (WHERE ${isOpenJob} AND x.day >= ${today}::date) AS planned,
             count(j.job_no) FILTER (WHERE NOT ${isOpenJob}) AS done, count(j.job_no) FILTER (WHERE ${isOpenJob} AND x.day < ${today}::date) AS overdue
        FROM generate_series(${from}::date, ${until}::date, interval '1 day') AS x (day)
        LEFT JOIN (SELECT j.job_no, j.plan_date, j.job_status FROM maintenance_job j JOIN equipment e ON e.equipment_no = j.equipment_no
                    WHERE ${units} AND j.plan_date BETWEEN ${from}::date AND ${until}::date
                      ${keptSince === null ? Prisma.empty : Prisma.sql`AND j.plan_date >= ${formatDate(keptSince)}::date`}) j ON j.plan_date = x.day
       GROUP BY 1 ORDER BY 1`,
  );
