import type pg from 'pg';
import { writeMonth } from '@/lib/features/facts/roll-up';
import { formatDate } from '@/lib/platform/i18n/format';
import { withoutIndexes } from './fill-records';

/** Call-outs, and days of units with their months, made by the database itself. */

const DAY_MS = 86_400_000;

/** One a minute up to now. */
export async function fillCallOuts(client: pg.Client, size: number): Promise<void> {
  await withoutIndexes(client, 'callback', async () => {
    await client.query(`
      INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, scsa, scsb, person_trapped, person_injured, create_date, job_update_date)
      SELECT 'LC' || lpad(i::text, 9, '0'), e.equipment_no, e.branch_code, 'Customer call',
             (ARRAY['CLSO', 'CLSO', 'CLSO', 'CLSC', 'CLSO', 'CLSO', 'SITE', 'CLSO', 'CLSO', 'PAGE', 'CLSO', 'INIT'])[1 + i % 12], (ARRAY['1', '1', '2', '4', '5', '6', '0'])[1 + i % 7],
             CASE WHEN i % 7 < 2 THEN (1 + i % 11)::text END, i % 40 = 0, i % 900 = 0, at, at + interval '2 hours'
        FROM (SELECT i, now() - i * interval '1 minute' AS at FROM generate_series(1, ${size}) i) rows
        JOIN (SELECT equipment_no, branch_code, row_number() OVER (ORDER BY md5(equipment_no)) - 1 AS n FROM equipment) e
          ON e.n = (i::bigint * 104729) % (SELECT count(*) FROM equipment)`);
  });
  await client.query('VACUUM (ANALYZE) callback');
}

/**
 * A row a unit and day up to today, day after day as the ingest writes them, and the months that are over. Keys and checks of the table
 * are made when all rows are there.
 */
export async function fillDays(client: pg.Client, days: number, say: (line: string) => void): Promise<void> {
  const startedAt = Date.now();
  const now = Date.now();
  await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '1GB'`);
  await withoutIndexes(client, 'equipment_day', async () => {
    await client.query('ALTER TABLE equipment_day DROP CONSTRAINT equipment_day_pkey');
    for (let back = days - 1; back >= 0; back -= 1)
      await client.query(
        `INSERT INTO equipment_day (equipment_no, day, branch_code, trips, openings, run_sec, full_sec, crawl_sec, standby_sec, energy_kwh, saved_kwh, passengers,
                                    available_sec, fault_sec, equipment_fault_sec, unknown_sec, silent_sec, seen, shutdowns)
         SELECT equipment_no, $1::date, branch_code, CASE WHEN is_ev THEN h % 300 END, CASE WHEN is_ev THEN h % 310 END, h % 30000,
                CASE WHEN NOT is_ev THEN h % 28000 END, CASE WHEN NOT is_ev THEN h % 5000 END, CASE WHEN NOT is_ev THEN h % 4000 END, (h % 900) / 10.0,
                CASE WHEN NOT is_ev THEN (h % 90) / 10.0 END, h % 700, 86400 - own, own, own, 0, 0, true, (own > 0)::int
           FROM (SELECT equipment_no, branch_code, display_type = 'EV' AS is_ev, h, CASE WHEN h % 17 = 0 THEN 600 ELSE 0 END AS own
                   FROM (SELECT *, (hashtext(equipment_no) & 1048575) * (7 + ($2::int * 31) % 101) % 1000003 AS h FROM equipment) e) x ORDER BY equipment_no`,
        [formatDate(now - back * DAY_MS), back],
      );
    await client.query('ALTER TABLE equipment_day ADD PRIMARY KEY (equipment_no, day)');
  });
  await client.query('SET session_replication_role = DEFAULT');
  await client.query('VACUUM (ANALYZE) equipment_day');
  say(`${days} days after ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const { rows } = await client.query<{ month: string }>(
    `SELECT m::date::text AS month FROM generate_series(date_trunc('month', $1::date), date_trunc('month', $2::date) - interval '1 day', '1 month') m`,
    [formatDate(now - (days - 1) * DAY_MS), formatDate(now)],
  );
  for (const { month } of rows) await writeMonth(client, month);
  await client.query('VACUUM (ANALYZE) equipment_month');
  say(`${rows.length} months after ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/** The months before the newest one, with its figures: where only months are asked, their days need not be made. */
export async function repeatMonths(client: pg.Client, months: number): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns WHERE table_name = 'equipment_month' AND column_name <> 'month'`,
  );
  const names = rows[0]?.names ?? '';
  await client.query(
    `INSERT INTO equipment_month (month, ${names})
     SELECT (month - back * interval '1 month')::date, ${names} FROM equipment_month, generate_series(1, $1::int - 1) back
      WHERE month = (SELECT max(month) FROM equipment_month) ON CONFLICT DO NOTHING`,
    [months],
  );
  await client.query('VACUUM (ANALYZE) equipment_month');
}
