import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { sumLoaded } from '@/lib/features/facts/internal/backfill';
import { pool } from '@/lib/platform/db/client';
import { fillWorld, NOW } from '../facts/sum-world';

/** The world of the sums, and what reports on its projects say besides: call-outs, symptoms, contracts, five projects. */

const MARKS = '#1 *粗* _斜_ $x$ [链](#a) `c` @ref <b> \\n "q" ~ 😀';
/** As long as a name may be, of nothing but marks that mean something elsewhere. */
export const LONG_NAME = MARKS + '长'.repeat(200 - [...MARKS].length);
/** Of a unit, short enough for one line. */
export const ODD_UNIT = '#*$[梯]😀';

export async function fillReports(): Promise<void> {
  await fillWorld();
  await pool().query(
    `INSERT INTO project (project_id, branch_code, project_name, address, update_date) VALUES ('P4', 'B1', $1, NULL, now()), ('P5', 'B2', '五号', '1 Road', now())`,
    [LONG_NAME],
  );
  // P4 is of two branches and large enough for rates; nobody ever counted the units of P5.
  await pool().query(`
    INSERT INTO project_equipment (project_id, equipment_no)
    SELECT 'P4', equipment_no FROM equipment WHERE equipment_no BETWEEN 'U12' AND 'U24' UNION ALL SELECT 'P5', no FROM unnest(ARRAY['U05', 'U15']) no`);
  await pool().query(`UPDATE equipment SET construction_date = date '2014-03-01' WHERE equipment_no IN ('U02', 'U03')`);
  await pool().query(`UPDATE equipment SET contract_end_date = date '2027-06-30' WHERE equipment_no < 'U06'`);
  await pool().query(`UPDATE equipment SET equipment_name = $1 WHERE equipment_no = 'U04'`, [ODD_UNIT]);
  await pool().query(
    `INSERT INTO third_gateway (id, kind, equipment_no, branch_code, update_date) VALUES ('T1', 'tl', 'U05', 'B1', now())`,
  );
  // Trips and openings come in one reading. U02 is used a lot; U03 crawls and stands by for half of its time.
  await pool().query(`UPDATE equipment_day SET openings = NULL WHERE trips IS NULL`);
  await pool().query(`UPDATE equipment_day SET trips = trips + 1500 WHERE equipment_no = 'U02'`);
  await pool().query(
    `UPDATE equipment_day SET crawl_sec = 2500, standby_sec = 2500 WHERE equipment_no = 'U03' AND full_sec IS NOT NULL`,
  );
  await fillCalls();
  await pool().query(`
    INSERT INTO symptom (symptom_id, equipment_no, branch_code, equipment_text, symptom_title, category, symptom_state, create_date)
    SELECT 'S-' || e.equipment_no, e.equipment_no, e.branch_code, e.equipment_name, '征兆', (ARRAY['A', 'B', 'D'])[1 + row_number() OVER (ORDER BY e.equipment_no) % 3], 'OPEN', timestamptz '2026-05-12 10:00+08'
      FROM equipment e`);
  const client = await pool().connect();
  try {
    await sumLoaded(client, NOW);
    await keepCallbackFacts(NOW);
  } finally {
    client.release();
  }
}

/** Every unit is called every nine days; reasons, states and trapped persons by turns, some cancelled. U04 is abnormal. */
async function fillCalls(): Promise<void> {
  await pool().query(
    `
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_status, scsa, scsa_text, person_trapped, arrival_date, create_date, close_date, job_update_date)
    SELECT 'H-' || e.equipment_no || '-' || i, e.equipment_no, e.branch_code, 'Customer call', 'door-' || i, s.status,
           CASE WHEN s.status = 'CLSO' THEN (ARRAY['1', '2', '5'])[1 + h % 3] END, CASE WHEN s.status = 'CLSO' THEN '原因' || h % 3 END, h % 7 = 0,
           CASE WHEN s.status = 'CLSO' AND h % 4 > 0 THEN s.at + (h % 50) * interval '1 minute' END,
           s.at, CASE WHEN s.status = 'CLSO' THEN s.at + interval '90 minutes' END, s.at + interval '2 hours'
      FROM equipment e CROSS JOIN generate_series(0, 45) i,
           LATERAL (SELECT ('x' || substr(md5(e.equipment_no || i), 1, 6))::bit(24)::int AS h) k,
           LATERAL (SELECT timestamptz '2025-05-20 00:00+08' + (i * 9 || ' days')::interval + (h % 86400 || ' seconds')::interval AS at,
                           (ARRAY['CLSO', 'CLSO', 'CLSO', 'CLSC', 'SITE'])[1 + h % 5] AS status) s
     WHERE s.at < to_timestamp($1)`,
    [NOW / 1000],
  );
  await pool().query(`
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_tech_remark, job_status, scsa, create_date, close_date, job_update_date)
    SELECT 'H-more-' || i, 'U04', 'B1', 'Telemonitoring Breakdown', '门锁', '已换', 'CLSO', '1', t.at, t.at + interval '7 minutes', t.at + interval '8 minutes'
      FROM generate_series(1, 5) i, LATERAL (SELECT timestamptz '2026-05-18 09:00+08' + i * interval '2 days' AS at) t`);
  await pool().query(`
    INSERT INTO callback_status (callback_id, status, update_time)
    SELECT callback_id, 'INIT', create_date FROM callback
    UNION ALL SELECT callback_id, 'SITE', arrival_date FROM callback WHERE arrival_date IS NOT NULL
    UNION ALL SELECT callback_id, job_status, coalesce(close_date, job_update_date) FROM callback`);
}
