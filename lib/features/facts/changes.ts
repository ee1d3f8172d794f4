import { pool } from '@/lib/platform/db/client';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import { computeAgain, UNITS_A_PORTION, type ComputeWatch } from './compute';
import { dayAfter, dayBefore, daysBetween, monthOf, sumDay } from './shared/days';
import { exclusively } from './exclusive';
import { readMarks } from './marks';
import { rollUp, writeMonth } from './roll-up';

/**
 * What was said late of units (`FactChange`): their days are made again, however long ago they were, then the sums that hold
 * them. A change goes when all of it is done; ended in between, it is done again with the same result.
 */

const CHANGES_A_GO = 50_000;
/** So many days of the sums of some branches are made by one statement. */
const DAYS_A_STATEMENT = 7;

/**
 * The days of a change, as far as they are over. Faults and stops of the time belong to it whole: a call-out says whose a
 * stop is, a fault what a mode was.
 */
const DAY_CHANGES = `
  SELECT c.id, c.equipment_no AS no, least(c.from_day, w.first)::text AS first, least(greatest(c.until_day, w.last), $1::date)::text AS last
    FROM (SELECT * FROM fact_change WHERE is_days AND from_day <= $1::date ORDER BY from_day, id LIMIT ${UNITS_A_PORTION}) c
    LEFT JOIN LATERAL (
      SELECT (min(s.start_at) AT TIME ZONE '${TIME_ZONE}')::date AS first, (max(coalesce(s.end_at, now())) AT TIME ZONE '${TIME_ZONE}')::date AS last
        FROM (SELECT start_date AS start_at, recover_date AS end_at FROM error_inspection i
               WHERE i.equipment_no = c.equipment_no
                 AND ((i.start_date < c.until_day::timestamp AT TIME ZONE '${TIME_ZONE}' + interval '1 day'
                       AND coalesce(i.recover_date, 'infinity') >= c.from_day::timestamp AT TIME ZONE '${TIME_ZONE}')
                   OR i.callback_id IN (SELECT k.callback_id FROM callback k WHERE k.equipment_no = c.equipment_no
                         AND k.create_date >= c.from_day::timestamp AT TIME ZONE '${TIME_ZONE}'
                         AND k.create_date < c.until_day::timestamp AT TIME ZONE '${TIME_ZONE}' + interval '1 day'))
              UNION ALL
              SELECT start_at, end_at FROM equipment_span p
               WHERE p.equipment_no = c.equipment_no AND p.kind = 'down'
                 AND p.start_at < c.until_day::timestamp AT TIME ZONE '${TIME_ZONE}' + interval '1 day'
                 AND p.end_at >= c.from_day::timestamp AT TIME ZONE '${TIME_ZONE}') s) w ON true`;

interface DayChange {
  readonly id: string;
  readonly no: string;
  readonly first: string;
  readonly last: string;
}

/** From then on only the sums are to be made. */
const DAYS_DONE = `
  UPDATE fact_change c SET is_days = false, from_day = v.first, until_day = greatest(c.until_day, v.last)
    FROM jsonb_to_recordset($1::jsonb) AS v (id bigint, first date, last date) WHERE c.id = v.id`;

/** @returns units and days that came out other than they were */
async function makeDays(now: number, { signal }: ComputeWatch): Promise<number> {
  const yesterday = dayBefore(now, 1);
  let changed = 0;
  for (;;) {
    const { rows } = await pool().query<DayChange>(DAY_CHANGES, [yesterday]);
    if (rows.length === 0) return changed;
    const unitsOf = new Map<string, Set<string>>();
    for (const { no, first, last } of rows)
      for (const day of daysBetween(first, last)) unitsOf.set(day, (unitsOf.get(day) ?? new Set()).add(no));
    for (const day of [...unitsOf.keys()].sort()) {
      signal?.throwIfAborted();
      changed += (await computeAgain(day, [...(unitsOf.get(day) ?? [])].sort(), now)).length;
    }
    await pool().query(DAYS_DONE, [JSON.stringify(rows)]);
  }
}

interface Touched {
  readonly first: string;
  readonly last: string;
  readonly units: string[];
  readonly branches: string[];
  readonly projects: string[];
}
/** Which sums hold the units of the changes, where they are and where they were. $1 ids, $2 and $3 the days. */
const TOUCHED = `
  WITH c AS (SELECT * FROM fact_change WHERE id = ANY($1::bigint[]) AND from_day <= $3::date AND until_day >= $2::date)
  SELECT greatest(min(from_day), $2::date)::text AS first, least(max(until_day), $3::date)::text AS last, array_agg(DISTINCT equipment_no) AS units,
         ARRAY(SELECT e.branch_code FROM equipment e JOIN c USING (equipment_no) UNION SELECT branch_code FROM c WHERE branch_code IS NOT NULL) AS branches,
         ARRAY(SELECT p.project_id FROM project_equipment p JOIN c USING (equipment_no) UNION SELECT project_id FROM c WHERE project_id IS NOT NULL) AS projects
    FROM c HAVING count(*) > 0`;

async function makeSums(ids: readonly string[], now: number, { signal, progress }: ComputeWatch): Promise<void> {
  const yesterday = dayBefore(now, 1);
  const { since } = await readMarks();
  const { rows: spans } = await pool().query<{ first: string | null }>(
    'SELECT greatest(min(from_day), $2::date)::text AS first FROM fact_change WHERE id = ANY($1::bigint[])',
    [ids, since ?? null],
  );
  // What has no sums yet gets them from the days as they are then.
  const first = since === undefined ? undefined : spans[0]?.first;
  const months = first ? monthsBetween(first, yesterday) : [];
  for (const [index, month] of months.entries()) {
    signal?.throwIfAborted();
    const monthEnd = dayAfter(monthOf(month, 1), -1);
    const bounds = [month > (first ?? '') ? month : (first ?? month), monthEnd < yesterday ? monthEnd : yesterday];
    const { rows } = await pool().query<Touched>(TOUCHED, [ids, ...bounds]);
    for (const touched of rows) await sumMonth(month, touched, now);
    // Ended here, it goes on with the next month.
    await pool().query(
      'UPDATE fact_change SET from_day = $2::date WHERE id = ANY($1::bigint[]) AND from_day < $2::date',
      [ids, monthOf(month, 1)],
    );
    await progress?.(index + 1, months.length);
  }
  await pool().query('DELETE FROM fact_change WHERE id = ANY($1::bigint[])', [ids]);
}

const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = [];
  for (let month = monthOf(first); month <= last; month = monthOf(month, 1)) months.push(month);
  return months;
};

async function sumMonth(month: string, { first, last, units, branches, projects }: Touched, now: number) {
  const days = daysBetween(first, last).map((day) => sumDay(day, now));
  for (let start = 0; start < days.length; start += DAYS_A_STATEMENT)
    await exclusively((client) =>
      rollUp(client, days.slice(start, start + DAYS_A_STATEMENT), { branchCodes: branches, projectIds: projects }),
    );
  if (month < monthOf(dayBefore(now, 0))) await exclusively((client) => writeMonth(client, month, units));
}

/** @returns units and days that came out other than they were */
export async function applyChanges(now: number, watch: ComputeWatch = {}): Promise<number> {
  const changed = await makeDays(now, watch);
  for (;;) {
    watch.signal?.throwIfAborted();
    const { rows } = await pool().query<{ id: string }>(
      `SELECT id FROM fact_change WHERE NOT is_days AND from_day <= $1::date ORDER BY id LIMIT ${CHANGES_A_GO}`,
      [dayBefore(now, 1)],
    );
    if (rows.length === 0) return changed;
    await makeSums(
      rows.map(({ id }) => id),
      now,
      watch,
    );
  }
}
