import { HOURLY_RULES } from '@/lib/live/detector/nightly-rules';
import { rulesFor, type RuleSetting } from '@/lib/live/detector/active-rules';
import { DETECTOR_VERSION } from '@/lib/live/detector/state';
import { db, pool, type Queryable } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import { areImported, readSettings } from './context';
import { openOf } from './nightly';

/**
 * B05: an elevator that is connected and in normal mode stands for whole hours in which it usually runs (silent-screens F2, readings 153). Looked
 * at after each hour; its end is the next trip.
 */

const RULE = 'B05';
const HOUR_MS = 3_600_000;
const UNITS_A_ROUND = 500;
const WAITS = { maxWait: 20_000, timeout: 60_000 };

interface StoppedUnit {
  readonly equipmentNo: string;
  readonly productLine: string | null;
  /** Epoch ms: when it stopped, and since when its box is connected. */
  readonly since: number;
  readonly linkedSince: number;
}

/**
 * Elevators that stand in normal mode, connected and heard of, with nobody at work on them. No span lasts: neither a fault, nor
 * service, nor silence. @param today `yyyy-MM-dd`
 */
async function findStanding(sql: Queryable, after: string, now: number, today: string): Promise<StoppedUnit[]> {
  const { rows } = await sql.query<{ no: string; line: string | null; since: number; linked: number | null }>(
    `SELECT e.equipment_no AS no, e.product_line AS line, (s.live #>> '{drive,since}')::float8 AS since,
            extract(epoch FROM c.state_at)::float8 * 1000 AS linked
       FROM equipment e JOIN equipment_status s USING (equipment_no) LEFT JOIN edge_cube c ON c.cube_no = e.cube_no
      WHERE e.equipment_no > $1 AND e.deleted_at IS NULL AND e.display_type = 'EV' AND NOT e.service_stopped
        AND s.online_status = 1 AND s.connection IS DISTINCT FROM 'offline' AND s.last_data_at > to_timestamp($2 / 1000.0) - interval '15 minutes'
        AND s.live #>> '{mode,value}' = 'N' AND s.live #>> '{drive,value}' = 'Standing' AND s.live #> '{drive,since}' IS NOT NULL
        AND s.live #>> '{technicianonsite,value}' IS DISTINCT FROM 'true' AND s.counters #> '{$unit,span}' IS NULL
        AND NOT EXISTS (SELECT 1 FROM maintenance_job j WHERE j.equipment_no = e.equipment_no AND j.job_status = 'LOCK' AND j.plan_date = $3::date)
      ORDER BY e.equipment_no LIMIT ${UNITS_A_ROUND}`,
    [after, now, today],
  );
  return rows.map(({ no, line, since, linked }) => ({
    equipmentNo: no,
    productLine: line,
    since,
    linkedSince: linked ?? 0,
  }));
}

/** Trips in the same hours of the same weekday, the median of four weeks; a week that was not counted had none. */
async function usualTrips(
  sql: Queryable,
  units: readonly { equipmentNo: string; hours: number }[],
  hourEnd: number,
): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ no: string; usual: number }>(
    `WITH w AS (
       SELECT u.no, k.week, coalesce(sum(c.hour_trips[extract(hour FROM t.at)::int + 1]), 0) AS trips
         FROM unnest($1::text[], $2::int[]) AS u (no, hours)
        CROSS JOIN generate_series(1, 4) AS k (week)
        CROSS JOIN LATERAL (SELECT (to_timestamp($3 / 1000.0) AT TIME ZONE '${TIME_ZONE}') - make_interval(days => 7 * k.week, hours => h) AS at
                              FROM generate_series(1, u.hours) AS h) t
         LEFT JOIN equipment_cycle_day c ON c.equipment_no = u.no AND c.day = t.at::date
        GROUP BY 1, 2)
     SELECT no, percentile_cont(0.5) WITHIN GROUP (ORDER BY trips) AS usual FROM w GROUP BY no`,
    [units.map(({ equipmentNo }) => equipmentNo), units.map(({ hours }) => hours), hourEnd],
  );
  return new Map(rows.map(({ no, usual }) => [no, usual]));
}

/** Units for which something was seen that is no rest: a fault, service or silence that ended within the hours. */
async function disturbed(sql: Queryable, units: readonly string[], since: number): Promise<Set<string>> {
  const { rows } = await sql.query<{ no: string }>(
    `SELECT DISTINCT equipment_no AS no FROM equipment_span
      WHERE equipment_no = ANY($1) AND end_at > to_timestamp($2 / 1000.0) AND start_at > to_timestamp($2 / 1000.0) - interval '45 days'`,
    [units, since],
  );
  return new Set(rows.map(({ no }) => no));
}

interface IdleElevator {
  readonly equipmentNo: string;
  readonly from: number;
}

async function round(after: string, hourEnd: number, now: number, settings: readonly RuleSetting[]) {
  const standing = await findStanding(pool(), after, now, formatDate(now));
  const asked = standing.flatMap(({ equipmentNo, productLine, since, linkedSince }) => {
    const unit = { equipmentNo, productLine, displayType: 'EV' as const, totalFloors: null, ratedSpeed: null };
    const [set] = rulesFor(unit, settings, HOURLY_RULES);
    const hours = set?.numbers.busyHours ?? 0;
    const from = hourEnd - hours * HOUR_MS;
    const isQuiet = hours > 0 && since <= from && linkedSince <= from;
    return isQuiet ? [{ equipmentNo, hours, from, least: set?.numbers.busyTrips ?? Infinity }] : [];
  });
  const usual = await usualTrips(pool(), asked, hourEnd);
  const busy = asked.filter(({ equipmentNo, least }) => (usual.get(equipmentNo) ?? 0) >= least);
  const others = await disturbed(
    pool(),
    busy.map(({ equipmentNo }) => equipmentNo),
    Math.min(...busy.map(({ from }) => from), hourEnd),
  );
  const found: IdleElevator[] = busy.filter(({ equipmentNo }) => !others.has(equipmentNo));
  return { last: standing.length < UNITS_A_ROUND ? undefined : standing.at(-1)?.equipmentNo, found };
}

async function raise(found: readonly IdleElevator[], hourEnd: number, now: Date): Promise<number> {
  if (found.length === 0) return 0;
  const nos = found.map(({ equipmentNo }) => equipmentNo);
  return db().$transaction(async (sql) => {
    // Two gateways at once would both find nothing open.
    await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('detector hourly', 0))`;
    const open = await openOf(sql, nos, [RULE]);
    const effects = found.filter(({ equipmentNo }) => !open.has(`${equipmentNo} ${RULE}`));
    await sql.detectorEffect.createMany({
      data: effects.map(({ equipmentNo, from }) => ({
        equipmentNo,
        rule: RULE,
        kind: 'raise' as const,
        eventDate: new Date(from),
        firedDate: new Date(hourEnd),
        version: DETECTOR_VERSION,
        nextAt: now,
      })),
    });
    return effects.length;
  }, WAITS);
}

/** Looks at the hours that are over. @returns how many units rest that usually run */
export async function findIdleElevators(now: Date): Promise<number> {
  if (await areImported()) return 0;
  const settings = await readSettings();
  const hourEnd = now.getTime() - (now.getTime() % HOUR_MS);
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const { last, found }: Awaited<ReturnType<typeof round>> = await round(after, hourEnd, now.getTime(), settings);
    count += await raise(found, hourEnd, now);
    after = last;
  }
  return count;
}

/** The next trip ends it. A statement that several gateways may run. @returns how many ended */
export async function endIdleElevators(now: Date): Promise<number> {
  const { rowCount } = await pool().query(
    `INSERT INTO detector_effect (equipment_no, rule, kind, event_date, fired_date, told_by_box, version, next_at)
     SELECT y.equipment_no, '${RULE}', 'clear', to_timestamp(v.since / 1000.0), $1, false, ${DETECTOR_VERSION}, $1
       FROM symptom y JOIN equipment_status s USING (equipment_no) CROSS JOIN LATERAL (SELECT (s.live #>> '{drive,since}')::float8 AS since) v
      WHERE y.symptom_definition_id = '${RULE}' AND y.rule_version IS NOT NULL AND y.cleared_date IS NULL
        AND v.since > extract(epoch FROM y.event_date) * 1000
        AND NOT EXISTS (SELECT 1 FROM detector_effect w WHERE w.equipment_no = y.equipment_no AND w.rule = '${RULE}')`,
    [now],
  );
  return rowCount ?? 0;
}
