import { pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { computeDay } from '@/lib/features/facts/compute';
import { report, run, sized } from '../support/measure';
import { closeWorld, createUnits } from '../support/world';

/**
 * The facts of one day of a large fleet, with a month of faults, spans and call-outs behind it: made anew, and once more, when
 * nothing is to be written. Held against what is allowed, not against another program.
 */

const UNITS = sized(100_000, 300);
const ALLOWED_SEC = 60;
const ALLOWED_MB = 500;
const DAY_MS = 24 * 3_600_000;

/** Of each day: every fifth unit had a fault, every twentieth was serviced, every hundredth had a call-out. */
async function fillMonth(): Promise<void> {
  const moment = `now() - (day || ' days')::interval - (('x' || substr(md5(equipment_no || day), 1, 4))::bit(16)::int || ' seconds')::interval`;
  const units = `equipment e CROSS JOIN generate_series(0, 29) AS day`;
  const isOne = (of: number) => `('x' || substr(md5(day || equipment_no), 1, 6))::bit(24)::int % ${of} = 0`;
  await pool().query(`
    INSERT INTO equipment_event (equipment_no, branch_code, event_id, sub_type, code, object_status, start_at, end_at)
    SELECT equipment_no, branch_code, 'D' || day, 'error', '5', false, at, at + interval '25 minutes'
      FROM (SELECT equipment_no, branch_code, day, ${moment} AS at FROM ${units} WHERE ${isOne(5)}) x`);
  await pool().query(`
    INSERT INTO error_inspection (error_id, equipment_no, branch_code, event_ref, gb_code, text, start_date, recover_date, result)
    SELECT 'I' || id, equipment_no, branch_code, id, '5', 'x', start_at, end_at, (CASE WHEN id % 7 = 0 THEN 'REAL' ELSE 'PENDING' END)::inspection_result FROM equipment_event`);
  await pool().query(`
    INSERT INTO equipment_span (equipment_no, start_at, kind, end_at)
    SELECT equipment_no, at, 'service', at + interval '40 minutes' FROM (SELECT equipment_no, day, ${moment} AS at FROM ${units} WHERE ${isOne(20)}) x`);
  await pool().query(`
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, scsa, create_date, close_date, job_update_date)
    SELECT 'C' || equipment_no || day, equipment_no, branch_code, 'Customer call', 'CLSO', '1', at, at + interval '90 minutes', at + interval '90 minutes'
      FROM (SELECT equipment_no, branch_code, day, ${moment} AS at FROM ${units} WHERE ${isOne(100)}) x`);
  await pool().query('ANALYZE');
}

async function secondsOf(day: string, now: number): Promise<number> {
  const started = performance.now();
  await computeDay(day, now);
  return (performance.now() - started) / 1000;
}

run(async () => {
  await createUnits(UNITS);
  await pool().query('UPDATE equipment_status SET last_data_at = now()');
  await fillMonth();
  const now = Date.now();
  const day = formatDate(now - DAY_MS);
  const first = await secondsOf(day, now);
  const again = await secondsOf(day, now);
  const { rows } = await pool().query<{ days: number; faulty: number }>(
    'SELECT count(*)::int AS days, count(*) FILTER (WHERE fault_sec > 0)::int AS faulty FROM equipment_day WHERE day = $1',
    [day],
  );
  if (rows[0]?.days !== UNITS || rows[0].faulty < UNITS / 10)
    throw new Error(`${rows[0]?.days} days, ${rows[0]?.faulty} of them with a fault`);
  const what = `facts, ${UNITS.toLocaleString('en')} units and one day`;
  const line = (name: string, ours: number, allowed: number, unit: string) =>
    report(`${what}: ${name} (beside: allowed)`, { ours, bare: allowed, ratio: ours / allowed }, unit, { atMost: 1 });
  line('made', first, ALLOWED_SEC, 's');
  line('made again, nothing new', again, ALLOWED_SEC, 's');
  line('most memory', process.resourceUsage().maxRSS / 1024, ALLOWED_MB, 'MB');
  await closeWorld();
});
