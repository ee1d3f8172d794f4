import type pg from 'pg';
import { ensurePartitions } from '@/lib/platform/db/partitions';
import { PARTITIONED_TABLES } from '@/lib/programs/gateway/partitioned-tables';

/** More accounts, projects, roles and log rows than the demo data have, made by the database itself. Once: what is there stays. */

export interface Sizes {
  readonly users: number;
  readonly projects: number;
  readonly roles: number;
  /** Feedback, applications of branches and applications for the wall, each. */
  readonly requests: number;
  /** Of the audit log and of the SMS log each, spread evenly over twelve months. */
  readonly logs: number;
  /** Call-outs, symptoms and fault episodes, each. */
  readonly calls: number;
  /** Maintenance reports; their jobs, and a fortieth more that are planned. */
  readonly jobs: number;
}

/** As large as issue and specification ask for at 35. */
export function sizesOf(scale: number): Sizes {
  const share = Math.min(1, scale / 35);
  return {
    users: Math.round(100_000 * share),
    projects: Math.round(8000 * share),
    roles: Math.round(8000 * share),
    requests: Math.round(100_000 * share),
    logs: Math.round(5_000_000 * share),
    calls: Math.round(1_000_000 * share),
    jobs: Math.round(1_000_000 * share),
  };
}

/** Runs `work` with the indexes of a table gone, primary keys excepted: building them at the end takes a fraction of the time. */
export async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = $1::regclass AND NOT i.indisprimary AND NOT i.indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
  await client.query('COMMIT');
}

const WORDS = `ARRAY['静安', '滨江', '中心', '广场', '花园', '国际', '天地', '金融', '时代', '云锦', '万象', '龙湖', '华庭', '名邸', '新城', '世纪', '东方', '和平', '长宁', '虹桥']`;
/** Two words and a number, so that a pair of characters is in every tenth name or, across the words, in every four-hundredth. */
const nameOf = (i: string) => `(${WORDS})[1 + ${i} % 20] || (${WORDS})[1 + (${i} / 20) % 20] || ${i}`;
const BRANCHES = '(SELECT array_agg(branch_code ORDER BY branch_code) AS codes FROM branch)';
const branchOf = (i: string) => `b.codes[1 + ${i} % cardinality(b.codes)]`;

/** Every unit once in so many rows, in an order of its own. */
const UNITS = `(SELECT equipment_no, branch_code, equipment_name, row_number() OVER (ORDER BY md5(equipment_no)) - 1 AS n FROM equipment) e, (SELECT count(*) AS units FROM equipment) t`;

const FILLS: readonly { table: string; sql: (size: number) => string; size: keyof Sizes; isLog?: boolean }[] = [
  {
    table: 'project',
    size: 'projects',
    sql: (size) => `
      INSERT INTO project (project_id, branch_code, project_name, create_date, update_date)
      SELECT 'SP' || lpad(i::text, 6, '0'), ${branchOf('i')}, ${nameOf('i')}, now() - i * interval '1 hour', now() FROM generate_series(1, ${size}) i, ${BRANCHES} b ON CONFLICT DO NOTHING`,
  },
  {
    table: 'role',
    size: 'roles',
    sql: (size) => `
      INSERT INTO role (role, description, branch_assignable, create_date) SELECT '角色' || lpad(i::text, 6, '0'), ${nameOf('i')}, i % 3 = 0, now() - i * interval '1 hour' FROM generate_series(1, ${size}) i ON CONFLICT DO NOTHING`,
  },
  {
    table: 'users',
    size: 'users',
    sql: (size) => `
      INSERT INTO users (username, username_lower, nick_name, phone, password_hash, password_at, user_type, customer_type, tier, branch_code, last_sign_in_at, create_date, update_date)
      SELECT 's' || lpad(i::text, 6, '0'), 's' || lpad(i::text, 6, '0'), ${nameOf('i')}, '139' || lpad((i::bigint * 7919 % 100000000)::text, 8, '0'), '-', now(), 1, 2, 1 + i % 3, ${branchOf('i')},
             CASE WHEN i % 5 > 0 THEN now() - (i % 90) * interval '1 day' END, now() - i * interval '7 minutes', now()
        FROM generate_series(1, ${size}) i, ${BRANCHES} b ON CONFLICT DO NOTHING`,
  },
  {
    table: 'user_feedback',
    size: 'requests',
    sql: (size) => `
      INSERT INTO user_feedback (feedback_id, username, branch_code, type, content, images, source, state, create_date)
      SELECT 'F' || lpad(i::text, 7, '0'), u.username, u.branch_code, (ARRAY['suggestion', 'problem', 'data', 'complaint'])[1 + i % 4]::feedback_type,
             ${nameOf('i')} || CASE WHEN i % 500 = 0 THEN '：轿厢内按钮失灵' ELSE '：报表导出较慢' END, '[]', 'Web', (ARRAY['REPLIED', 'CLOSED', 'CLOSED', 'REPLIED', 'PROCESSING', 'CLOSED', 'CLOSED', 'NEW'])[1 + i % 8]::feedback_state, now() - i * interval '5 minutes'
        FROM generate_series(1, ${size}) i JOIN users u ON u.username = 's' || lpad(i::text, 6, '0') ON CONFLICT DO NOTHING`,
  },
  {
    table: 'user_approval',
    size: 'requests',
    sql: (size) => `
      INSERT INTO user_approval (approval_id, kind, applicant, username, branch_code, payload, state, create_date)
      SELECT 'A' || lpad(i::text, 7, '0'), 'role', u.username, u.username, u.branch_code, jsonb_build_object('user', jsonb_build_object('nickName', u.nick_name, 'phone', u.phone), 'roleNameList', '[{"roleName": "开票"}]'::jsonb),
             (ARRAY['APPROVED', 'APPROVED', 'REJECTED', 'AUTO', 'AUTO', 'WITHDRAWN', 'APPROVED', 'PENDING'])[1 + i % 8]::approval_state, now() - i * interval '5 minutes'
        FROM generate_series(1, ${size}) i JOIN users u ON u.username = 's' || lpad(i::text, 6, '0') ON CONFLICT DO NOTHING`,
  },
  {
    table: 'campus_apply',
    size: 'requests',
    sql: (size) => `
      INSERT INTO campus_apply (apply_id, username, branch_code, apply_username, description, apply_phone, status, create_date)
      SELECT 'W' || lpad(i::text, 7, '0'), u.username, u.branch_code, u.nick_name, '申请开通综合监控功能', u.phone,
             (ARRAY['REJECTED', 'EXPIRED', 'ENABLED', 'ENABLED', 'CONTACTED', 'ENABLED', 'REJECTED', 'NEW'])[1 + i % 8]::campus_apply_status, now() - i * interval '5 minutes'
        FROM generate_series(1, ${size}) i JOIN users u ON u.username = 's' || lpad(i::text, 6, '0') ON CONFLICT DO NOTHING`,
  },
  {
    table: 'sms_log',
    size: 'logs',
    isLog: true,
    sql: (size) => `
      INSERT INTO sms_log (phone, username, type, content, equipment_no, project_id, branch_code, state, tries, parts, provider, create_date, deliver_date)
      SELECT '139' || lpad((u * 7919 % 100000000)::text, 8, '0'), 's' || lpad(u::text, 6, '0'),
             (ARRAY['code', 'entrapment', 'error', 'callback', 'inspection', 'contract', 'maintenance', 'account', 'other'])[1 + i % 9], '您的召修已受理，技师预计30分钟内到达现场。',
             CASE WHEN i % 3 = 0 THEN 'S' || i % 100000 END, 'SP' || lpad((1 + u % 8000)::text, 6, '0'), ${branchOf('u')},
             (ARRAY['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'SENT', 'SENT', 'FAILED', 'SUPPRESSED'])[1 + i % 8]::sms_state, 1, 1, 'http', at, at + interval '4 seconds'
        FROM (SELECT i, (i::bigint * 7919) % (SELECT count(*) FROM users) AS u, date_trunc('second', now()) - (${size} - i) * (interval '365 days' / ${size}) AS at FROM generate_series(1, ${size}) i) rows, ${BRANCHES} b`,
  },
  {
    table: 'api_access_log',
    size: 'logs',
    isLog: true,
    sql: (size) => `
      INSERT INTO api_access_log (create_date, username, branch_code, user_type, ip, module, action, object_id, method, path, operation, code, duration_ms, client, request_id, user_agent, params)
      SELECT at, 's' || lpad(u::text, 6, '0'), ${branchOf('u')}, 1, '10.' || u % 40 || '.' || u % 250 || '.7',
             CASE WHEN i % 200 = 7 THEN 'signToken' ELSE (ARRAY['equipment', 'project', 'user', 'campusview', 'symptom', 'callback', 'maintenance', 'report'])[1 + i % 8] END,
             CASE i % 200 WHEN 7 THEN 'signIn' WHEN 11 THEN 'export' WHEN 13 THEN 'refused' WHEN 17 THEN 'delete' WHEN 19 THEN 'create' WHEN 23 THEN 'update' WHEN 29 THEN 'update' ELSE 'view' END,
             CASE WHEN i % 3 = 0 THEN 'S' || i % 100000 END, 'POST', 'equipment/query', 'queryEquipment', CASE WHEN i % 200 = 13 THEN 403 WHEN i % 500 = 3 THEN 500 ELSE 200 END, (i::bigint * 104729 % 997)::int, 'Web', i::text,
             'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0', '{"pageIndex": 1, "pageSize": 20, "sortField": null}'
        FROM (SELECT i, (i::bigint * 7919) % (SELECT count(*) FROM users) AS u, date_trunc('second', now()) - (${size} - i) * (interval '365 days' / ${size}) AS at FROM generate_series(1, ${size}) i) rows, ${BRANCHES} b`,
  },
  {
    table: 'symptom',
    size: 'calls',
    isLog: true,
    sql: (size) => `
      INSERT INTO symptom (symptom_id, symptom_definition_id, symptom_title, equipment_no, branch_code, equipment_text, category, symptom_state, create_date, event_date)
      SELECT 'LS' || lpad(i::text, 9, '0'), r.rule, r.rule || '-' || r.title, e.equipment_no, e.branch_code, e.equipment_name, left(r.rule, 1),
             (ARRAY['CLOSED', 'CLOSED', 'EXPIRED', 'CLOSED', 'INACTIVE', 'CLOSED', 'OPEN', 'CLOSED', 'CLOSED', 'INIT', 'EXPIRED', 'NOT_PROCESSED'])[1 + i % 12], at, at
        FROM (SELECT i, (ARRAY['B01', 'D01', 'D02', 'C01', 'F01', 'B04', 'D10', 'D03', 'F04', 'D11'])[1 + i % 10 - (i % 997 = 0)::int * (i % 10)] AS base, now() - i * interval '1 minute' AS at FROM generate_series(1, ${size}) i) rows
        JOIN (VALUES ('B01', '故障停梯'), ('D01', '关门时间偏长'), ('D02', '反复开关门'), ('C01', '主电源断电'), ('F01', '设备离线'), ('B04', '门系统故障'), ('D10', '润滑提醒'), ('D03', '平层异常'), ('F04', '时钟偏差'), ('D11', '过热')) r (rule, title) ON r.rule = rows.base,
             ${UNITS} WHERE e.n = (i::bigint * 7919) % t.units ON CONFLICT DO NOTHING`,
  },
  {
    table: 'callback',
    size: 'calls',
    isLog: true,
    sql: (size) => `
      INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_status, scsa, person_trapped, create_date, job_update_date)
      SELECT 'LC' || lpad(i::text, 9, '0'), e.equipment_no, e.branch_code, (ARRAY['Customer call', 'Telemonitoring Breakdown', 'Telemonitoring Manual'])[1 + i % 3],
             CASE WHEN i % 40 = 0 THEN '困人，2人，约停在5层' ELSE (ARRAY['关门时反复开门', '远程监测：安全回路断路，停梯', '轿厢内异响', '按钮不亮'])[1 + i % 4] END,
             (ARRAY['CLSO', 'CLSO', 'CLSO', 'CLSC', 'CLSO', 'CLSO', 'SITE', 'CLSO', 'CLSO', 'PAGE', 'CLSO', 'INIT'])[1 + i % 12], (ARRAY['1', '1', '2', '4', '5', '6', '0'])[1 + i % 7], i % 40 = 0, at, at + interval '2 hours'
        FROM (SELECT i, now() - i * interval '1 minute' AS at FROM generate_series(1, ${size}) i) rows, ${UNITS} WHERE e.n = (i::bigint * 104729) % t.units ON CONFLICT DO NOTHING`,
  },
  {
    table: 'error_inspection',
    size: 'calls',
    isLog: true,
    sql: (size) => `
      INSERT INTO error_inspection (error_id, gb_code, text, equipment_no, branch_code, start_date, recover_date, mode, trapped, result)
      SELECT 'LE' || lpad(i::text, 9, '0'), (ARRAY['01', '02', '06', '08', '10'])[1 + i % 5], (ARRAY['安全回路断路', '关门故障', '开门走车', '电动机过载', '层站位置丢失'])[1 + i % 5], e.equipment_no, e.branch_code,
             at, CASE WHEN i % 300 > 0 THEN at + interval '4 minutes' END, 'N', i % 40 = 0, (ARRAY['REAL', 'FALSE_ALARM', 'REAL', 'SERVICE_WORK', 'REAL', 'PENDING', 'WATCH', 'REAL'])[1 + i % 8]::inspection_result
        FROM (SELECT i, now() - i * interval '1 minute' AS at FROM generate_series(1, ${size}) i) rows, ${UNITS} WHERE e.n = (i::bigint * 15485863) % t.units ON CONFLICT DO NOTHING`,
  },
  {
    table: 'maintenance_job',
    size: 'jobs',
    isLog: true,
    sql: (size) => `
      INSERT INTO maintenance_job (job_no, equipment_no, branch_code, job_status, maintenance_type, plan_date, departure_date, done_date, sign_date, plan_technician1_name, actual_technician1_name, actual_technician2_name)
      SELECT 'LM' || lpad(i::text, 9, '0'), e.equipment_no, e.branch_code, status,
             (ARRAY['YAE_ELE_BI', 'YAE_ELE_BI', 'YAE_ELE_BI', 'YAE_ESC_BI', 'YAE_ELE_Q', 'YAE_ELE_S', 'YAE_ELE_A'])[1 + i % 7], day,
             CASE WHEN status <> 'PLAN' THEN day + interval '8 hours' END, CASE WHEN status IN ('DONE', 'CONFIRM') THEN day + interval '9 hours' END, CASE WHEN status = 'CONFIRM' THEN day + interval '10 hours' END,
             ${nameOf('i')}, CASE WHEN status IN ('DONE', 'CONFIRM') THEN ${nameOf('i')} END, CASE WHEN status = 'CONFIRM' AND i % 3 = 0 THEN '李强' END
        FROM (SELECT i, CASE WHEN i > ${size} THEN (CASE WHEN i % 20 = 0 THEN 'LOCK' ELSE 'PLAN' END) WHEN i % 25 = 0 THEN 'DONE' ELSE 'CONFIRM' END AS status,
                     CASE WHEN i > ${size} THEN current_date + i % 36 ELSE current_date - 1 - (i::bigint * 729 / ${size})::int END AS day FROM generate_series(1, ${size + Math.ceil(size / 40)}) i) rows,
             ${UNITS} WHERE e.n = (i::bigint * 7919) % t.units ON CONFLICT DO NOTHING`,
  },
  {
    table: 'maintenance_report',
    size: 'jobs',
    isLog: true,
    sql: () => `
      INSERT INTO maintenance_report (job_no, equipment_no, branch_code, equipment_desc, mnt_date, mnt_type, register_no, building_name, status, mnt_owners)
      SELECT j.job_no, j.equipment_no, j.branch_code, e.equipment_name, j.plan_date, j.maintenance_type, e.government_no, e.building_name, CASE j.job_status WHEN 'DONE' THEN '3' ELSE '1' END, j.actual_technician1_name
        FROM maintenance_job j JOIN equipment e USING (equipment_no) WHERE j.job_no LIKE 'LM%' AND j.job_status IN ('DONE', 'CONFIRM') ON CONFLICT DO NOTHING`,
  },
  {
    table: 'report_receiver',
    size: 'jobs',
    isLog: true,
    sql: () => `
      INSERT INTO report_receiver (job_no, phone)
      SELECT job_no, '1380000' || lpad((right(job_no, 9)::bigint * 7919 % 500)::text, 4, '0') FROM maintenance_report WHERE job_no LIKE 'LM%' ON CONFLICT DO NOTHING`,
  },
];

/** What hangs on the accounts made here: two projects each, some of the demo's with units, and days of use in the last two months. */
const HANGING = [
  `INSERT INTO user_mapping (username, type, mapping_id)
   SELECT 's' || lpad(i::text, 6, '0'), 1, p.ids[1 + (i * 31 + part * 17) % cardinality(p.ids)]
     FROM generate_series(1, $1::int) i, generate_series(0, 1) part, (SELECT array_agg(project_id ORDER BY md5(project_id)) AS ids FROM project WHERE deleted_at IS NULL) p
   ON CONFLICT DO NOTHING`,
  `INSERT INTO user_active_day (username, day)
   SELECT 's' || lpad(i::text, 6, '0'), current_date - (i * 13 + part * 9) % 60 FROM generate_series(1, $1::int) i, generate_series(0, 5) part WHERE i % 5 > 0 AND part <= i % 7 ON CONFLICT DO NOTHING`,
];

export async function fillRecords(client: pg.Client, sizes: Sizes, say: (line: string) => void): Promise<void> {
  await ensurePartitions(client, { tables: PARTITIONED_TABLES, now: new Date(), aheadDays: 7, backDays: 366 });
  for (const { table, sql, size, isLog = false } of FILLS) {
    const wanted = sizes[size];
    const { rows } = await client.query<{ has: boolean }>(
      `SELECT count(*) >= $1 AS has FROM (SELECT 1 FROM ${table} LIMIT $1) rows`,
      [wanted],
    );
    if (rows[0]?.has) continue;
    const startedAt = Date.now();
    if (isLog) await withoutIndexes(client, table, async () => void (await client.query(sql(wanted))));
    else await client.query(sql(wanted));
    if (table === 'users') for (const statement of HANGING) await client.query(statement, [wanted]);
    say(`${wanted} rows of ${table} after ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
  await client.query(
    `VACUUM (ANALYZE) ${[...FILLS.map(({ table }) => table), 'user_mapping', 'user_active_day'].join(', ')}`,
  );
}
