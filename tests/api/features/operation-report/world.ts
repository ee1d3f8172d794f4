import { sumLoaded } from '@/lib/features/facts/internal/backfill';
import { pool } from '@/lib/platform/db/client';
import { createPersona, createPersonas, persona } from '../../../support/personas';

/**
 * Units of every kind with thirteen months of days up to today: with and without a box, silent for a while, imported, in two
 * projects and in none, one that never counted and one that is gone.
 */

const AUTHORITIES = [
  'HOMEPAGE_READ',
  'EQUIPMENT_READ',
  'EQUIPMENT_RUN_STATISTICS',
  'ENERGY_SAVING_READ',
  'ENERGY_SAVING_WRITE',
] as const;

/** Five scopes as conditions on the raw rows of their units. */
export const SCOPES: Readonly<Record<string, string>> = {
  platformAdmin: 'true',
  runBranch: `e.branch_code = 'B01'`,
  runOther: `e.branch_code = 'B02'`,
  runCustomer: `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id = 'P-1')`,
  runInternal: `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id IN ('P-1', 'P-2'))`,
};

/** @param change what else befell the days, before their sums are made */
export async function createRunWorld(change: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  await createPersonas();
  const customer = { ...persona('customerElite'), authorities: AUTHORITIES };
  const branch = { ...persona('branchDispatcher'), authorities: AUTHORITIES };
  await createPersona({ ...branch, username: 'runBranch', branches: ['B01'] }, 'x');
  await createPersona({ ...branch, username: 'runOther', branchCode: 'B02', branches: ['B02'] }, 'x');
  await createPersona({ ...customer, username: 'runCustomer', projects: ['P-1'] }, 'x');
  await createPersona({ ...customer, username: 'runInternal', customerType: 1, projects: ['P-1', 'P-2'] }, 'x');
  await pool().query(`
    INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, cube_no, city, create_date, deleted_at, update_date)
    SELECT 'R' || lpad(i::text, 2, '0'), (ARRAY['东门', '西门', '中庭', '站台'])[1 + i % 4] || i, CASE WHEN i % 3 = 0 THEN 'YAE_ESC' ELSE 'YAE_ELT' END,
           (CASE WHEN i % 9 = 0 THEN 'WW' WHEN i % 3 = 0 THEN 'ES' WHEN i = 13 THEN 'OTHER' ELSE 'EV' END)::display_type,
           CASE WHEN i <= 12 THEN 'B01' ELSE 'B02' END, CASE WHEN i % 5 <> 0 THEN 'RC' || i END, CASE WHEN i % 2 = 0 THEN '上海' END,
           now() - interval '500 days', CASE WHEN i = 8 THEN now() - interval '3 days' END, now()
      FROM generate_series(1, 18) i`);
  await pool().query(`
    INSERT INTO project_equipment (project_id, equipment_no)
    SELECT 'P-1', equipment_no FROM equipment WHERE equipment_no BETWEEN 'R01' AND 'R06'
    UNION ALL SELECT 'P-2', equipment_no FROM equipment WHERE equipment_no BETWEEN 'R05' AND 'R10'`);
  // R07 never counted, R10 has no box but a fault of a call-out now and then, R11 was silent for the last fortnight.
  await pool().query(`
    INSERT INTO equipment_day (equipment_no, day, branch_code, trips, openings, run_sec, full_sec, crawl_sec, standby_sec, energy_kwh, passengers,
                               available_sec, fault_sec, equipment_fault_sec, unknown_sec, silent_sec, seen, service_sec, flagged)
    SELECT no, day, branch_code, CASE WHEN ev AND counts AND h % 11 > 0 THEN h % 300 END, CASE WHEN ev AND counts THEN h % 310 END,
           CASE WHEN counts THEN CASE WHEN ev THEN h % 9000 ELSE h % 30000 + h % 5000 END END,
           CASE WHEN counts AND NOT ev THEN h % 30000 END, CASE WHEN counts AND NOT ev THEN h % 5000 END, CASE WHEN counts AND NOT ev THEN h % 4000 END,
           CASE WHEN counts AND h % 13 > 0 THEN (h % 900) / 10.0 END, CASE WHEN counts AND h % 4 > 0 THEN h % 700 END,
           86400 - own, own + other, own, unknown, CASE WHEN NOT imported THEN unknown END, CASE WHEN NOT imported THEN has_box AND unknown <= 43200 END,
           CASE WHEN h % 31 = 0 AND unknown = 0 THEN 1800 ELSE 0 END, h % 97 = 0
      FROM (SELECT e.equipment_no AS no, e.branch_code, e.display_type IN ('EV', 'OTHER') AS ev, e.cube_no IS NOT NULL AS has_box, e.equipment_no <> 'R07' AND e.cube_no IS NOT NULL AS counts,
                   e.equipment_no = 'R04' AS imported, g::date AS day, ('x' || substr(md5(e.equipment_no || g::date), 1, 6))::bit(24)::int AS h
              FROM equipment e CROSS JOIN generate_series((now() AT TIME ZONE 'Asia/Shanghai')::date - 400, (now() AT TIME ZONE 'Asia/Shanghai')::date, '1 day') g
             WHERE e.equipment_no LIKE 'R__' AND (e.deleted_at IS NULL OR g::date < (now() AT TIME ZONE 'Asia/Shanghai')::date - 3)) x,
           LATERAL (SELECT CASE WHEN h % 17 = 0 THEN 600 ELSE 0 END AS own, CASE WHEN h % 19 = 0 THEN 300 ELSE 0 END AS other) y,
           LATERAL (SELECT CASE WHEN NOT has_box OR (no = 'R11' AND day > (now() AT TIME ZONE 'Asia/Shanghai')::date - 14) THEN 86400 - own - other
                                WHEN h % 23 = 0 THEN 50000 WHEN h % 7 = 0 THEN 20000 ELSE 0 END AS unknown) z
     WHERE has_box OR own + other > 0`);
  // An elevator has neither speeds nor rests; the silent one counted nothing meanwhile.
  await pool().query(`
    UPDATE equipment_day SET trips = NULL, openings = NULL, run_sec = NULL, energy_kwh = NULL, passengers = NULL
     WHERE equipment_no = 'R11' AND day > (now() AT TIME ZONE 'Asia/Shanghai')::date - 14`);
  await change();
  const client = await pool().connect();
  try {
    await sumLoaded(client, Date.now());
  } finally {
    client.release();
  }
}
