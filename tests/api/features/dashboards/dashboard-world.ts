import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import type { DashIn } from '@/lib/features/dashboards/contract';
import { sumLoaded } from '@/lib/features/facts/internal/backfill';
import { rollUp } from '@/lib/features/facts/roll-up';
import { sumDay } from '@/lib/features/facts/shared/days';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { fillWorld, NOW } from '../facts/sum-world';

/** The units of the facts' tests with everything that dashboards count, and who looks at them. */

export const TODAY = '2026-06-15';

export const HEAD: Actor = {
  sessionId: 's',
  username: 'head',
  nickName: 'head',
  userType: 0,
  customerType: null,
  branchCode: null,
  branchName: 'admin',
  authorities: new Set(['CALLBACK_READ', 'SYMPTOM_READ', 'MAINTENANCE_READ']),
  mappings: { projects: [], branches: [] },
  focus: null,
  accessVersion: 1,
};
export const BRANCH: Actor = {
  ...HEAD,
  username: 'b1',
  branchName: 'B1',
  userType: 2,
  mappings: { projects: [], branches: ['B1'] },
};
export const CUSTOMER: Actor = {
  ...BRANCH,
  username: 'c1',
  userType: 1,
  customerType: 2,
  mappings: { projects: ['P1', 'P2'], branches: [] },
};

export const ask = (rest: Partial<DashIn> = {}): DashIn => ({
  view: 'ops',
  window: '30d',
  branchCode: undefined,
  projectIds: undefined,
  city: undefined,
  ...rest,
});

/** Makes every sum and fact anew. */
export async function sumWorld(): Promise<void> {
  const client = await pool().connect();
  try {
    await sumLoaded(client, NOW);
    await rollUp(client, [sumDay(TODAY, NOW)]);
    await keepCallbackFacts(NOW);
  } finally {
    client.release();
  }
}

export async function fillDashboards(): Promise<void> {
  await fillWorld();
  await pool().query(`INSERT INTO key_account (ka_id, name, update_date) VALUES ('KA', 'KA', now())`);
  await pool().query(`UPDATE project SET ka_id = 'KA' WHERE project_id IN ('P1', 'P3')`);
  await pool().query(`UPDATE equipment SET city = CASE WHEN branch_code = 'B1' THEN '上海市' ELSE '苏州市' END`);
  await pool().query(
    `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_status, scsa, person_trapped, create_date, close_date, job_update_date)
     SELECT 'H-' || e.equipment_no || '-' || i, e.equipment_no, e.branch_code, (ARRAY['Customer call', 'Telemonitoring Breakdown'])[1 + h % 2], '门', s.status,
            CASE WHEN s.status = 'CLSO' THEN (ARRAY['1', '2', '5', NULL])[1 + h % 4] END, h % 5 = 0, s.at, CASE WHEN s.status IN ('CLSO', 'CLSC') THEN s.at + interval '90 minutes' END, s.at + interval '2 hours'
       FROM equipment e CROSS JOIN generate_series(0, 68) i,
            LATERAL (SELECT ('x' || substr(md5(e.equipment_no || i), 1, 6))::bit(24)::int AS h) k,
            LATERAL (SELECT timestamptz '2025-05-20 00:00+08' + (i * 6 || ' days')::interval + (h % 86400 || ' seconds')::interval AS at,
                            (ARRAY['CLSO', 'CLSO', 'CLSO', 'CLSC', 'SITE'])[1 + h % 5] AS status) s
      WHERE s.at < to_timestamp($1)`,
    [NOW / 1000],
  );
  // Over midnight, at the first and before the first moment of 30 days, and one that an entrapment joined.
  await pool().query(`
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, scsa, person_trapped, create_date, close_date, job_update_date)
    VALUES ('EDGE-1', 'U01', 'B1', 'Customer call', 'CLSO', '1', true, '2026-05-16 23:59:59+08', '2026-05-17 00:40+08', '2026-05-17 00:40+08'),
           ('EDGE-2', 'U01', 'B1', 'Customer call', 'CLSO', '1', true, '2026-05-17 00:00+08', '2026-05-17 01:00+08', '2026-05-17 01:00+08'),
           ('EDGE-3', 'U01', 'B1', 'Customer call', 'CLSC', '1', true, '2026-05-18 00:00+08', '2026-05-18 01:00+08', '2026-05-18 01:00+08'),
           ('EDGE-4', 'U02', 'B1', 'Customer call', 'CLSO', '1', false, '2026-06-15 08:00+08', '2026-06-15 09:00+08', '2026-06-15 09:00+08')`);
  await pool().query(`
    INSERT INTO callback_status (callback_id, status, update_time)
    SELECT callback_id, 'INIT', create_date FROM callback
    UNION ALL SELECT callback_id, 'PAGE', create_date + (100 + length(callback_id) * 10 || ' seconds')::interval FROM callback
    UNION ALL SELECT callback_id, 'SITE', create_date + (ascii(right(callback_id, 1)) % 5 * 10 || ' minutes')::interval + interval '5 minutes' FROM callback
    UNION ALL SELECT callback_id, job_status, close_date FROM callback WHERE close_date IS NOT NULL`);
  await pool().query(`
    INSERT INTO symptom (symptom_id, equipment_no, branch_code, equipment_text, symptom_title, category, symptom_state, create_date)
    SELECT 'S-' || e.equipment_no, e.equipment_no, e.branch_code, e.equipment_name, '征兆', (ARRAY['A', 'B', 'D', 'C'])[1 + row_number() OVER (ORDER BY e.equipment_no) % 4],
           CASE WHEN e.equipment_no = 'U05' THEN 'CLOSED' ELSE 'OPEN' END, timestamptz '2026-05-12 10:00+08' FROM equipment e`);
  await pool().query(`
    INSERT INTO maintenance_job (job_no, equipment_no, branch_code, job_status, maintenance_type, plan_date, plan_end_date, done_date)
    SELECT 'J-' || e.equipment_no || '-' || i, e.equipment_no, e.branch_code, CASE WHEN h % 6 = 0 THEN 'PLAN' ELSE 'DONE' END, 'BI', day,
           CASE WHEN h % 3 = 0 THEN day::timestamp AT TIME ZONE 'Asia/Shanghai' + interval '26 hours' END,
           CASE WHEN h % 6 > 0 THEN day::timestamp AT TIME ZONE 'Asia/Shanghai' + ((h % 30) || ' hours')::interval END
      FROM equipment e CROSS JOIN generate_series(0, 30) i, LATERAL (SELECT ascii(right(e.equipment_no, 1)) + i AS h, date '2025-05-01' + i * 14 AS day) x`);
  await pool().query(`
    INSERT INTO inspection (equipment_no, branch_code, next_inspection_date, update_date)
    SELECT equipment_no, branch_code, CASE WHEN right(equipment_no, 1) = '3' THEN NULL WHEN right(equipment_no, 1) = '4' THEN date '2026-06-14' ELSE date '2026-06-15' END, now() FROM equipment`);
  await pool().query(`
    INSERT INTO contract (contract_no, equipment_no, branch_code, contract_start_date, contract_end_date, effective_end, update_date)
    SELECT 'K', equipment_no, branch_code, date '2026-01-01', d, d, now() FROM equipment e, LATERAL (SELECT CASE WHEN right(e.equipment_no, 1) IN ('1', '2') THEN date '2026-06-14' ELSE date '2026-06-15' END AS d) x`);
  await pool().query(
    `UPDATE equipment_status SET online_status = 0, error_status = 0 WHERE right(equipment_no, 1) = '1'`,
  );
  await pool().query(
    `UPDATE equipment_status SET online_status = 3, error_status = 1 WHERE right(equipment_no, 1) = '2'`,
  );
  await pool().query(`UPDATE equipment_status SET entrapment_status = 1 WHERE equipment_no = 'U03'`);
  // A person reported it; the box says nothing.
  await pool().query(
    `INSERT INTO entrapment (equipment_no, start_at, start_source) VALUES ('U02', timestamptz '2026-06-15 09:00+08', 'person')`,
  );
  await sumWorld();
}
