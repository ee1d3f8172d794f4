import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { connectionConfig } from '@/lib/platform/db/client';
import { changesOf, stateAt } from '@/lib/live/units/trace';
import { Elevator } from '@/lib/programs/simulator/elevator';
import { FleetFile } from '@/lib/programs/simulator/unit';
import type { FleetUnit } from '@/lib/programs/simulator/unit';
import { loadDemo } from '@/prisma/demo/load';
import { freshDatabase, type TestDatabase } from '../support/database';

/** The demo data tell one story: what befell a unit stands in its call-outs, its events, its symptoms and its daily facts alike. */

const now = new Date('2026-03-02T12:00:00+08:00');
const TODAY = '2026-03-02';
let database: TestDatabase;
let client: pg.Client;
let dataDir: string;
let rulesBefore: unknown;

const rows = async <T extends pg.QueryResultRow>(sql: string) => (await client.query<T>(sql)).rows;
const count = async (sql: string) => Number((await rows<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n);
const shanghaiDay = (column: string) => `(${column} AT TIME ZONE 'Asia/Shanghai')::date`;
const rules = () =>
  rows(`SELECT pg_get_indexdef(indexrelid) AS rule FROM pg_index WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname !~ '_p[0-9]{6,8}$')
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid::regclass::text !~ '_p[0-9]{6,8}$' ORDER BY 1`);

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
  client = new pg.Client(connectionConfig());
  await client.connect();
  rulesBefore = await rules();
  await loadDemo({ client, dataDir, seed: 'agreement', scale: 0.1, now });
  await client.query(`CREATE TEMP VIEW fault AS
    SELECT e.id, e.equipment_no, e.start_at, coalesce(e.end_at, '${now.toISOString()}') AS end_at, i.result, c.scsa, c.job_status,
           i.result = 'REAL' OR (c.callback_id IS NOT NULL AND c.job_status NOT IN ('CLSO', 'CLSC')) AS is_own
      FROM equipment_event e JOIN error_inspection i ON i.event_ref = e.id LEFT JOIN callback c ON c.callback_id = i.callback_id
     WHERE e.sub_type = 'error' AND i.result NOT IN ('FALSE_ALARM', 'SERVICE_WORK')`);
}, 120_000);

afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the database after the load', () => {
  it('has every index, key and rule it had before', async () => {
    expect(await rules()).toEqual(rulesBefore);
  });

  it('has log entries in their months, none in the partition for strays', async () => {
    expect(await count('equipment_log')).toBeGreaterThan(5000);
    expect(await count('equipment_log_default')).toBe(0);
    const [months] = await rows<{ n: string }>(
      `SELECT count(DISTINCT date_trunc('month', cube_date)) AS n FROM equipment_log`,
    );
    expect(Number(months?.n)).toBeGreaterThanOrEqual(24);
  });
});

describe('call-outs', () => {
  it('move only as the table of moves allows, and end where their history ends', async () => {
    const moves = await rows<{ move: string }>(
      `SELECT DISTINCT coalesce(lag(status) OVER (PARTITION BY callback_id ORDER BY update_time), 'new') || '>' || status AS move FROM callback_status`,
    );
    const allowed = [
      'new>INIT',
      'INIT>PAGE',
      'REQU>PAGE',
      'PAGE>DISP',
      'PAGE>REQU',
      'DISP>REQU',
      'DISP>SITE',
      'SITE>INTR',
      'SITE>CLSO',
      'INTR>SITE',
      'INTR>DISP',
      'INTR>REQU',
      'PAGE>CLSC',
      'DISP>CLSC',
      'INIT>CLSC',
      'REQU>CLSC',
    ];
    expect(moves.map(({ move }) => move).filter((move) => !allowed.includes(move))).toEqual([]);
    expect(
      await count(
        `callback c WHERE job_status <> (SELECT status FROM callback_status s WHERE s.callback_id = c.callback_id ORDER BY update_time DESC LIMIT 1)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `callback c WHERE create_date <> (SELECT min(update_time) FROM callback_status s WHERE s.callback_id = c.callback_id) OR job_update_date <> (SELECT max(update_time) FROM callback_status s WHERE s.callback_id = c.callback_id)`,
      ),
    ).toBe(0);
    expect(await count(`callback_status WHERE update_time > '${now.toISOString()}'`)).toBe(0);
    expect(await count(`callback_status WHERE status IN ('REQU', 'INTR', 'CLSC') AND reason IS NULL`)).toBe(0);
  });

  it('carry a cause when closed, a part when the machine was to blame, and a release when somebody was inside', async () => {
    expect(
      await count(`callback WHERE (job_status = 'CLSO') <> (scsa IS NOT NULL AND job_tech_remark IS NOT NULL)`),
    ).toBe(0);
    expect(await count(`callback WHERE (scsa = '1') <> (scsb IS NOT NULL) AND scsa IS NOT NULL`)).toBe(0);
    expect(await count(`callback WHERE (job_status IN ('CLSO', 'CLSC')) <> (close_date IS NOT NULL)`)).toBe(0);
    expect(
      await count(
        `callback WHERE person_trapped AND job_status = 'CLSO' AND (release_date IS NULL OR release_date < arrival_date OR release_date > close_date)`,
      ),
    ).toBe(0);
    expect(await count(`callback WHERE person_trapped AND job_status = 'CLSC'`)).toBe(0);
    expect(
      await count("callback JOIN equipment USING (equipment_no) WHERE person_trapped AND display_type <> 'EV'"),
    ).toBe(0);
    for (const status of ['CLSO', 'CLSC'])
      expect(await count(`callback WHERE job_status = '${status}'`)).toBeGreaterThan(20);
    for (const status of ['REQU', 'INTR'])
      expect(await count(`callback_status WHERE status = '${status}'`)).toBeGreaterThan(20);
    expect(await count(`callback WHERE job_status NOT IN ('CLSO', 'CLSC')`)).toBeGreaterThan(2);
  });

  it('are one at a time on a unit, over two years, within scope of its branch', async () => {
    expect(
      await count(`callback a JOIN callback b ON a.equipment_no = b.equipment_no AND a.callback_id < b.callback_id
      AND a.create_date < coalesce(b.close_date, 'infinity') AND b.create_date < coalesce(a.close_date, 'infinity')`),
    ).toBe(0);
    expect(
      await count(
        'callback c JOIN equipment e USING (equipment_no) WHERE c.branch_code <> e.branch_code OR c.create_date < e.construction_date',
      ),
    ).toBe(0);
    const [span] = await rows<{ months: string }>(
      `SELECT count(DISTINCT date_trunc('month', create_date)) AS months FROM callback`,
    );
    expect(Number(span?.months)).toBeGreaterThanOrEqual(24);
  });

  it('with somebody inside have exactly one entrapment event, which ended with the release', async () => {
    const trapped = `callback c JOIN error_inspection i USING (callback_id) WHERE c.person_trapped`;
    expect(await count(trapped)).toBeGreaterThan(20);
    expect(
      await count(`(SELECT c.callback_id FROM callback c JOIN error_inspection i USING (callback_id)
      LEFT JOIN equipment_event e ON e.equipment_no = c.equipment_no AND e.sub_type = 'entrapment' AND e.start_at BETWEEN i.start_date AND c.create_date AND e.end_at IS NOT DISTINCT FROM c.release_date
      WHERE c.person_trapped GROUP BY 1 HAVING count(e.id) <> 1) wrong`),
    ).toBe(0);
    expect(await count(`equipment_event WHERE sub_type = 'entrapment'`)).toBe(await count(trapped));
    expect(await count(`error_inspection WHERE trapped`)).toBe(await count(trapped));
    expect(await count(`symptom WHERE symptom_definition_id = 'A01'`)).toBeGreaterThanOrEqual(await count(trapped));
  });

  it('that the box reported lie within its fault, which carries their number', async () => {
    expect(
      await count(
        `callback c JOIN error_inspection i USING (callback_id) WHERE i.equipment_no <> c.equipment_no OR i.start_date > c.create_date OR i.recover_date > c.close_date`,
      ),
    ).toBe(0);
    // No call-out of telemonitoring without the fault it reported, as far as the box was there.
    expect(
      await count(
        `callback c WHERE callback_type = 'Telemonitoring Breakdown' AND NOT EXISTS (SELECT 1 FROM error_inspection i WHERE i.callback_id = c.callback_id)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `callback c JOIN edge_cube k ON k.cube_no = (SELECT cube_no FROM equipment e WHERE e.equipment_no = c.equipment_no) WHERE callback_type <> 'Customer call' AND c.create_date < k.bind_date`,
      ),
    ).toBe(0);
  });
});

describe('daily facts', () => {
  it('of every unit reach back 13 months, or to its box, up to yesterday', async () => {
    const [depth] = await rows<{ most: string; last: string; first: string }>(
      `SELECT max(n) AS most, min(last)::text AS last, min(first)::text AS first FROM (SELECT count(*) AS n, min(day) AS first, max(day) AS last FROM equipment_day GROUP BY equipment_no) x`,
    );
    expect(depth).toEqual({ most: '396', last: '2026-03-01', first: '2025-01-30' });
    expect(
      await count(
        `equipment e JOIN edge_cube c USING (cube_no) WHERE c.bind_date < '2026-02-28' AND (SELECT count(*) FROM equipment_day d WHERE d.equipment_no = e.equipment_no)
           <> least(396, '2026-03-02' - ${shanghaiDay('c.bind_date')})`,
      ),
    ).toBe(0);
  });

  it('are summed by month, branch and project, with units in two projects and in none, and some that never counted', async () => {
    expect(await count('equipment_month')).toBeGreaterThan(3000);
    expect(
      await count(
        `(SELECT day, sum(units) AS units, sum(trips) AS trips, sum(seen_units) AS seen FROM branch_day GROUP BY 1) b
           JOIN (SELECT day, sum(trips) AS trips, count(*) FILTER (WHERE seen) AS seen FROM equipment_day GROUP BY 1) d USING (day)
          WHERE b.trips <> d.trips OR b.seen <> d.seen OR b.units < b.seen`,
      ),
    ).toBe(0);
    expect(
      await count(
        `(SELECT date_trunc('month', day)::date AS month, sum(trips) AS trips, sum(fault_sec) AS fault FROM branch_day GROUP BY 1) b
           JOIN (SELECT month, sum(trips) AS trips, sum(fault_sec) AS fault FROM equipment_month GROUP BY 1) m USING (month)
          WHERE b.trips <> m.trips OR b.fault <> m.fault`,
      ),
    ).toBe(0);
    expect(await count(`(SELECT 1 FROM project_equipment GROUP BY equipment_no HAVING count(*) = 2) x`)).toBe(2);
    expect(
      await count(
        'equipment e WHERE NOT EXISTS (SELECT 1 FROM project_equipment p WHERE p.equipment_no = e.equipment_no)',
      ),
    ).toBe(1);
    expect(
      await count(
        '(SELECT 1 FROM equipment_day GROUP BY equipment_no HAVING count(run_sec) = 0 AND count(*) > 1) never',
      ),
    ).toBeGreaterThan(0);
    expect(
      await count(
        `equipment_day d JOIN equipment USING (equipment_no) WHERE display_type <> 'EV' AND trips IS NOT NULL`,
      ),
    ).toBe(0);
    expect(await count('fact_change')).toBe(0);
  });

  it('count the call-outs of the day, and those of the machine', async () => {
    expect(
      await count(
        `equipment_day d WHERE callbacks <> (SELECT count(*) FROM callback c WHERE c.equipment_no = d.equipment_no AND c.job_status <> 'CLSC' AND ${shanghaiDay('c.create_date')} = d.day)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `equipment_day d WHERE equipment_callbacks <> (SELECT count(*) FROM callback c WHERE c.equipment_no = d.equipment_no AND c.job_status = 'CLSO' AND c.scsa = '1' AND ${shanghaiDay('c.create_date')} = d.day)`,
      ),
    ).toBe(0);
    expect(await count('equipment_day WHERE callbacks > 0')).toBeGreaterThan(300);
  });

  it('count entrapments by their call-outs, and stops where the events begin', async () => {
    expect(
      await count(
        `equipment_day d WHERE entrapments <> (SELECT count(*) FROM callback c WHERE c.equipment_no = d.equipment_no AND c.person_trapped AND c.job_status <> 'CLSC' AND ${shanghaiDay('c.create_date')} = d.day)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `equipment_day d WHERE shutdowns <> (SELECT count(*) FROM fault e WHERE e.equipment_no = d.equipment_no AND ${shanghaiDay('e.start_at')} = d.day)`,
      ),
    ).toBe(0);
    expect(await count('equipment_day WHERE entrapments > 0')).toBeGreaterThan(3);
  });

  it("hold the seconds of the faults, cut to the day: all of them, and the machine's own", async () => {
    const seconds = (
      condition: string,
    ) => `coalesce((SELECT sum(extract(epoch FROM least(f.end_at, (d.day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai') - greatest(f.start_at, d.day::timestamp AT TIME ZONE 'Asia/Shanghai')))
      FROM fault f WHERE f.equipment_no = d.equipment_no AND ${condition} AND f.start_at < (d.day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' AND f.end_at > d.day::timestamp AT TIME ZONE 'Asia/Shanghai'), 0)`;
    expect(await count(`equipment_day d WHERE abs(fault_sec - ${seconds('true')}) > 1`)).toBe(0);
    expect(await count(`equipment_day d WHERE abs(equipment_fault_sec - ${seconds('f.is_own')}) > 1`)).toBe(0);
    expect(
      await count(
        `fault WHERE ${shanghaiDay('start_at')} <> ${shanghaiDay('end_at')} AND end_at < '${now.toISOString()}'`,
      ),
    ).toBeGreaterThan(0);
    expect(
      await count('equipment_day WHERE equipment_fault_sec > 0 AND equipment_fault_sec < fault_sec'),
    ).toBeGreaterThan(0);
    expect(
      await count(
        `fault a JOIN fault b ON a.equipment_no = b.equipment_no AND a.id < b.id AND a.start_at < b.end_at AND b.start_at < a.end_at`,
      ),
    ).toBe(0);
  });

  it('keep within the day: faults, service, unknown and running time', async () => {
    expect(
      await count(
        'equipment_day WHERE available_sec <> 86400 - equipment_fault_sec OR equipment_fault_sec > fault_sec OR fault_sec + service_sec + unknown_sec > 86401',
      ),
    ).toBe(0);
    expect(
      await count(
        'equipment_day WHERE run_sec + standby_sec + fault_sec + service_sec + unknown_sec > 86401 OR full_sec + crawl_sec <> run_sec AND full_sec > 0',
      ),
    ).toBe(0);
    expect(
      await count(
        `equipment_day WHERE unknown_sec > 0 AND equipment_no NOT IN (SELECT equipment_no FROM equipment_status WHERE online_status = 0)`,
      ),
    ).toBe(0);
    expect(await count('equipment_day WHERE unknown_sec >= 86399 AND (trips > 0 OR run_sec > 1)')).toBe(0);
    const [day] = await rows<{ availability: string }>(
      'SELECT avg(available_sec) / 864 AS availability FROM equipment_day',
    );
    expect(Number(day?.availability)).toBeGreaterThan(99);
    expect(Number(day?.availability)).toBeLessThan(99.99);
  });

  it('show a maintenance visit as service of its day', async () => {
    expect(
      await count(`maintenance_job j JOIN equipment_day d ON d.equipment_no = j.equipment_no AND d.day = ${shanghaiDay('j.done_date')} JOIN equipment_status s ON s.equipment_no = j.equipment_no
      WHERE d.service_sec = 0 AND d.fault_sec < 1800 AND s.online_status = 1`),
    ).toBe(0);
    expect(
      await count(
        `equipment_day d WHERE service_sec > 0 AND NOT EXISTS (SELECT 1 FROM maintenance_job j WHERE j.equipment_no = d.equipment_no AND ${shanghaiDay('j.done_date')} = d.day)`,
      ),
    ).toBe(0);
  });
});

describe('events', () => {
  it('end after they began and before now, carry a known code, and faults have been looked at', async () => {
    expect(
      await count(
        `equipment_event WHERE end_at IS NOT NULL AND (end_at <= start_at OR end_at > '${now.toISOString()}') OR (end_at IS NULL) <> object_status`,
      ),
    ).toBe(0);
    expect(await count(`equipment_event e WHERE NOT EXISTS (SELECT 1 FROM gb_code_dict WHERE gb_code = e.code)`)).toBe(
      0,
    );
    expect(
      await count(
        `equipment_event e WHERE sub_type = 'error' AND NOT EXISTS (SELECT 1 FROM error_inspection i WHERE i.event_ref = e.id AND i.start_date = e.start_at AND i.recover_date IS NOT DISTINCT FROM e.end_at)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `notification n WHERE notification_type IN ('error', 'event', 'entrapment') AND object_id NOT IN (SELECT id::text FROM equipment_event)`,
      ),
    ).toBe(0);
    expect(
      await count(`notification n WHERE camera = 1 AND equipment_no NOT IN (SELECT equipment_no FROM camera)`),
    ).toBe(0);
  });
});

describe('symptoms', () => {
  it('follow their call-out: closed with it, open while it is open', async () => {
    expect(
      await count(`symptom s JOIN callback c USING (callback_id) WHERE s.equipment_no <> c.equipment_no OR s.cbstate <> c.job_status
      OR (c.job_status = 'CLSO') <> (s.symptom_state = 'CLOSED') OR s.closed_date IS DISTINCT FROM CASE WHEN c.job_status = 'CLSO' THEN c.close_date END`),
    ).toBe(0);
    expect(
      await count(`symptom WHERE callback_id IS NOT NULL AND callback_id NOT IN (SELECT callback_id FROM callback)`),
    ).toBe(0);
    expect(
      await count(
        `callback WHERE callback_type <> 'Customer call' AND callback_id NOT IN (SELECT callback_id FROM symptom WHERE callback_id IS NOT NULL)`,
      ),
    ).toBe(0);
  });

  it('cover every category, are titled by their rule, and degradation ends with the visit that took it', async () => {
    expect(
      (await rows<{ category: string }>('SELECT DISTINCT category FROM symptom ORDER BY 1')).map(
        ({ category }) => category,
      ),
    ).toEqual(['A', 'B', 'C', 'D', 'F']);
    expect(
      (await rows<{ symptom_state: string }>('SELECT DISTINCT symptom_state FROM symptom ORDER BY 1')).map(
        ({ symptom_state }) => symptom_state,
      ),
    ).toEqual(['CLOSED', 'EXPIRED', 'INACTIVE', 'INIT', 'NOT_PROCESSED', 'OPEN']);
    expect(
      await count(
        `symptom WHERE symptom_title NOT LIKE symptom_definition_id || '-%' OR left(symptom_definition_id, 1) <> category OR event_date > create_date OR create_date > '${now.toISOString()}'`,
      ),
    ).toBe(0);
    expect(
      await count(
        `symptom s JOIN maintenance_job j USING (job_no) WHERE (s.symptom_state = 'CLOSED' AND s.closed_date <> j.done_date) OR (s.symptom_state = 'OPEN' AND j.job_status IN ('DONE', 'CONFIRM'))`,
      ),
    ).toBe(0);
    expect(await count(`symptom WHERE symptom_state = 'INIT' AND expired_date < '${now.toISOString()}'`)).toBe(0);
    expect(
      await count(
        `equipment_status s WHERE (online_status = 0) <> EXISTS (SELECT 1 FROM symptom y WHERE y.equipment_no = s.equipment_no AND symptom_definition_id = 'F01' AND symptom_state <> 'CLOSED')`,
      ),
    ).toBe(0);
  });
});

describe('maintenance', () => {
  it('comes every fortnight with four larger visits a year, and is done by the people it names', async () => {
    const [gap] = await rows<{ most: number }>(
      `SELECT max(gap) AS most FROM (SELECT plan_date - lag(plan_date) OVER (PARTITION BY equipment_no ORDER BY plan_date) AS gap FROM maintenance_job) x`,
    );
    expect(gap?.most).toBe(14);
    const kinds = await rows<{ kind: string; share: string }>(
      `SELECT right(maintenance_type, -8) AS kind, count(*) * 26.0 / (SELECT count(*) FROM maintenance_job) AS share FROM maintenance_job GROUP BY 1`,
    );
    expect(Object.fromEntries(kinds.map(({ kind, share }) => [kind, Math.round(Number(share))]))).toEqual({
      BI: 22,
      Q: 2,
      S: 1,
      A: 1,
    });
    expect(
      await count(
        `maintenance_job WHERE job_status IN ('DONE', 'CONFIRM') AND (done_date IS NULL OR done_date > '${now.toISOString()}' OR actual_technician1_name IS NULL)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `maintenance_job WHERE (job_status = 'CONFIRM') <> (sign_date IS NOT NULL) OR (job_status = 'PLAN' AND departure_date IS NOT NULL)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `maintenance_job j JOIN equipment e USING (equipment_no) WHERE (display_type = 'EV') <> (maintenance_type LIKE '%ELE%')`,
      ),
    ).toBe(0);
    for (const status of ['PLAN', 'LOCK', 'DONE', 'CONFIRM'])
      expect([status, (await count(`maintenance_job WHERE job_status = '${status}'`)) > 0]).toEqual([status, true]);
  });

  it('has check lists for jobs under way and done lately, and reports that ask for a signature until it is given', async () => {
    expect(
      await count(
        `maintenance_job j WHERE job_status = 'LOCK' AND NOT EXISTS (SELECT 1 FROM maintenance_item i WHERE i.job_no = j.job_no)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `maintenance_item i JOIN maintenance_job j USING (job_no) WHERE (i.result IS NULL) <> (j.job_status = 'LOCK')`,
      ),
    ).toBe(0);
    expect(
      await count(`maintenance_item i JOIN maintenance_job j USING (job_no) JOIN equipment e USING (equipment_no)
      LEFT JOIN maintenance_item_template t ON t.maintenance_type = j.maintenance_type AND t.display_type = e.display_type AND t.no = i.no WHERE t.item IS DISTINCT FROM i.item`),
    ).toBe(0);
    expect(
      await count(
        `maintenance_report r JOIN maintenance_job j USING (job_no) WHERE (r.status = '3') <> (j.job_status = 'DONE')`,
      ),
    ).toBe(0);
    expect(
      await count('maintenance_report r WHERE NOT EXISTS (SELECT 1 FROM report_receiver x WHERE x.job_no = r.job_no)'),
    ).toBe(0);
    expect(await count(`report_receiver JOIN users USING (phone)`)).toBeGreaterThan(100);
    expect(
      await count(
        `activity a WHERE CASE sub_type WHEN 'callback' THEN object_id NOT IN (SELECT callback_id FROM callback) ELSE object_id NOT IN (SELECT job_no FROM maintenance_job) END`,
      ),
    ).toBe(0);
  });
});

describe('contracts and inspections', () => {
  it('of a unit are the ones of its list row: what runs began before today', async () => {
    expect(
      await count(
        `equipment WHERE contract_start_date > '${TODAY}' OR contract_end_date < contract_start_date OR contract_start_date < construction_date`,
      ),
    ).toBe(0);
    expect(
      await count(`equipment e WHERE contract_start_date IS NOT NULL AND NOT EXISTS (SELECT 1 FROM contract c WHERE c.equipment_no = e.equipment_no
      AND (c.contract_start_date, c.contract_end_date) = (e.contract_start_date, e.contract_end_date) AND c.contract_actual_end_date IS NOT DISTINCT FROM e.contract_actual_end_date)`),
    ).toBe(0);
    expect(
      await count(
        `contract a JOIN contract b ON a.equipment_no = b.equipment_no AND a.contract_no < b.contract_no AND a.contract_start_date <= b.effective_end AND b.contract_start_date <= a.effective_end`,
      ),
    ).toBe(0);
    expect(
      await count(`equipment e WHERE NOT EXISTS (SELECT 1 FROM contract c WHERE c.equipment_no = e.equipment_no)`),
    ).toBe(0);
    expect(await count(`contract WHERE effective_end < '${TODAY}'`)).toBeGreaterThan(50);
    expect(
      await count(
        `contract WHERE contract_start_date <= '${TODAY}' AND effective_end BETWEEN '${TODAY}' AND '2026-05-01'`,
      ),
    ).toBeGreaterThan(3);
  });

  it('that ran out without a successor are off-maintenance records; a stopped unit gets no visits', async () => {
    expect(
      await count(
        `equipment e WHERE (coalesce(contract_actual_end_date, contract_end_date) < '${TODAY}') <> EXISTS (SELECT 1 FROM off_maintenance o WHERE o.equipment_no = e.equipment_no AND state <> 'RENEWED') AND contract_end_date IS NOT NULL`,
      ),
    ).toBe(0);
    expect(
      await count(
        `equipment e WHERE service_stopped <> EXISTS (SELECT 1 FROM off_maintenance o WHERE o.equipment_no = e.equipment_no AND state = 'STOPPED')`,
      ),
    ).toBe(0);
    expect(
      await count(
        `maintenance_job j JOIN off_maintenance o USING (equipment_no) WHERE o.state <> 'RENEWED' AND j.plan_date >= o.off_date`,
      ),
    ).toBe(0);
  });

  it('are due a year after the last one, which lies on or before today', async () => {
    expect(
      await count(`inspection WHERE last_inspection_date > '${TODAY}' OR next_inspection_date <= last_inspection_date`),
    ).toBe(0);
    expect(
      await count(
        `inspection i WHERE last_inspection_date IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inspection_history h WHERE h.equipment_no = i.equipment_no AND h.inspection_date = i.last_inspection_date AND h.next_inspection_date = i.next_inspection_date)`,
      ),
    ).toBe(0);
    expect(await count(`inspection WHERE next_inspection_date - last_inspection_date > 430`)).toBe(0);
    for (const range of [
      `next_inspection_date < '${TODAY}'`,
      `next_inspection_date BETWEEN '${TODAY}' AND '2026-04-01'`,
    ])
      expect(await count(`inspection WHERE ${range}`)).toBeGreaterThan(1);
  });
});

/** Units that move where nothing is set (deploy/README.md). */
const FLEET = 76;
const MONDAY_10 = Date.UTC(2026, 2, 2, 2);

/** Does this lift travel within ten minutes of the forenoon? */
function travels(unit: FleetUnit): boolean {
  if (unit.displayType !== 'EV') return false;
  const lift = new Elevator(unit, {
    seed: 'agreement',
    startAt: MONDAY_10,
    counters: { ...unit.counters },
    runId: 'r',
  });
  const before = lift.counters().trips ?? 0;
  for (let now = MONDAY_10; now <= MONDAY_10 + 600_000; now += 5000) lift.advance(now);
  return (lift.counters().trips ?? 0) > before;
}

describe('walls and cameras', () => {
  it('every shown person who may open the wall has one worth seeing: a third of its lifts travel by day', async () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
    const moving = new Set(
      FleetFile.parse(read('fleet-units.json'))
        .units.slice(0, FLEET)
        .filter(travels)
        .map(({ equipmentNo }) => equipmentNo),
    );
    const people = z.array(z.object({ persona: z.string(), username: z.string() })).parse(read('demo-accounts.json'));
    const holders = new Set(
      (
        await rows<{ username: string }>(
          `SELECT username FROM user_role JOIN role_authority USING (role) GROUP BY 1 HAVING bool_or(authority = 'CAMPUS_VIEW_READ') AND NOT bool_or(authority = 'KA_NOT_CAMPUS_VIEW')`,
        )
      ).map(({ username }) => username),
    );
    const walls = await rows<{ username: string; no: string; type: string }>(
      `SELECT v.username, v.equipment_no AS no, e.display_type AS type FROM campus_view_equipment v JOIN equipment e USING (equipment_no)`,
    );
    const seen = people
      .filter(({ username }) => holders.has(username))
      .map(({ persona, username }) => {
        const units = walls.filter((unit) => unit.username === username);
        const lifts = units.filter(({ type }) => type === 'EV');
        return {
          persona,
          units: units.length >= 12,
          third: lifts.filter(({ no }) => moving.has(no)).length * 3 >= lifts.length,
        };
      });
    expect(seen).toEqual(
      [
        'platformAdmin',
        'internalStaff',
        'branchManager',
        'branchDispatcher',
        'customerEssence',
        'customerElite',
        'airportCustomer',
      ].map((persona) => ({ persona, units: true, third: true })),
    );
  });

  it('of a branch show its own units', async () => {
    expect(await count(`campus_view_equipment v JOIN users u USING (username) WHERE u.user_type = 2`)).toBeGreaterThan(
      20,
    );
    expect(
      await count(
        `campus_view_equipment v JOIN users u USING (username) JOIN equipment e USING (equipment_no) WHERE u.user_type = 2 AND NOT EXISTS (SELECT 1 FROM user_mapping m WHERE m.username = v.username AND m.mapping_id = e.branch_code)`,
      ),
    ).toBe(0);
  });

  it("show units of the account's own projects in an unbroken order; a camera flag means a camera", async () => {
    expect(
      await count(
        `campus_view_equipment v JOIN users u USING (username) WHERE u.user_type = 1 AND NOT EXISTS (SELECT 1 FROM user_mapping m JOIN project_equipment p ON p.project_id = m.mapping_id WHERE m.username = v.username AND p.equipment_no = v.equipment_no)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `(SELECT username FROM campus_view_equipment GROUP BY 1 HAVING max(position) <> count(*) - 1 OR count(DISTINCT position) <> count(*)) wrong`,
      ),
    ).toBe(0);
    expect(await count('campus_view')).toBeGreaterThan(5);
    expect(
      await count(
        `equipment e WHERE (video = '1') <> EXISTS (SELECT 1 FROM camera c WHERE c.equipment_no = e.equipment_no)`,
      ),
    ).toBe(0);
  });
});

describe('what can be replayed', () => {
  const buckets = (equipmentNo: string, from: Date, until: Date) =>
    rows<{ changes: unknown[] }>(
      `SELECT changes FROM equipment_trace WHERE equipment_no = '${equipmentNo}'
          AND bucket_start BETWEEN '${new Date(from.getTime() - 5 * 60_000).toISOString()}' AND '${until.toISOString()}' ORDER BY bucket_start`,
    );

  it('is kept in the days of its partitions, the oldest less than 30 days old, every bucket with a keyframe', async () => {
    expect(await count('equipment_trace')).toBeGreaterThan(200);
    expect(await count('equipment_trace_default')).toBe(0);
    expect(
      await count(`equipment_trace WHERE bucket_start < '${now.toISOString()}'::timestamptz - interval '30 days'`),
    ).toBe(0);
    const known = '(SELECT count(DISTINCT change ->> 1) FROM jsonb_array_elements(changes) AS change)';
    expect(await count(`equipment_trace WHERE ${known} < 17`)).toBe(0);
  });

  it('agrees with the story: the fault with its code and the trapped persons, from their beginning to their end', async () => {
    const told = await rows<{ no: string; kind: string; code: string; start: Date; end: Date | null; person: boolean }>(
      `SELECT DISTINCT e.equipment_no AS no, e.sub_type AS kind, e.code, e.start_at AS start, e.end_at AS "end", c.person_trapped AS person
         FROM equipment_event e JOIN error_inspection i ON i.equipment_no = e.equipment_no AND i.start_date BETWEEN e.start_at - interval '20 s' AND e.start_at
         JOIN callback c ON c.callback_id = i.callback_id JOIN equipment_trace t ON t.equipment_no = e.equipment_no
          AND t.bucket_start BETWEEN e.start_at - interval '5 min' AND e.start_at
        WHERE e.sub_type IN ('error', 'entrapment')`,
    );
    expect(told.filter(({ kind }) => kind === 'error').length).toBeGreaterThan(10);
    expect(told.filter(({ kind }) => kind === 'entrapment').length).toBeGreaterThan(0);
    for (const { no, kind, code, start, end } of told) {
      const changes = changesOf(
        (await buckets(no, start, new Date(start.getTime() + 5 * 60_000))).map((row) => row.changes),
      );
      const holds = (moment: number) => {
        const { errorstate, entrapment } = stateAt(changes, moment);
        return kind === 'error' ? [errorstate?.value, errorstate?.code] : [entrapment?.value, undefined];
      };
      const expected = kind === 'error' ? Number(code) : undefined;
      expect([no, kind, ...holds(start.getTime())]).toEqual([no, kind, true, expected]);
      expect([no, kind, holds(start.getTime() - 1)[0]]).toEqual([no, kind, false]);
      if (end === null || end.getTime() > start.getTime() + 3 * 3_600_000) continue;
      const after = changesOf((await buckets(no, start, end)).map((row) => row.changes));
      expect([no, kind, stateAt(after, end.getTime())[kind === 'error' ? 'errorstate' : 'entrapment']?.value]).toEqual([
        no,
        kind,
        false,
      ]);
    }
  });

  it('has sums of doors and trips that agree with the daily facts', async () => {
    expect(await count('equipment_cycle_day')).toBeGreaterThan(100);
    expect(
      await count(`equipment_cycle_day c JOIN equipment_day d USING (equipment_no, day)
        WHERE c.trips <> d.trips OR c.door_openings <> d.openings OR c.trip_ms <> d.run_sec * 1000::bigint`),
    ).toBe(0);
  });

  it('has the hours of the last day: none of a silent unit, nothing counted while an elevator stood', async () => {
    expect(await count('equipment_hour WHERE trips > 0')).toBeGreaterThan(1000);
    expect(
      await count(`equipment_hour h JOIN equipment_status s USING (equipment_no)
        WHERE s.online_status = 0 AND h.hour > s.last_data_at`),
    ).toBe(0);
    expect(
      await count(`equipment_hour h JOIN fault f USING (equipment_no)
        WHERE f.start_at <= h.hour AND coalesce(f.end_at, 'infinity') >= h.hour + interval '1 hour' AND h.trips > 0`),
    ).toBe(0);
    expect(await count('equipment_hour WHERE reversals > openings OR run_sec > 3600')).toBe(0);
  });
});
