import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { FOUR_MAINTENANCE_AUTHORITIES, HINDRANCES } from '@/lib/platform/contract/authorities';
import { verifyPassword } from '@/lib/platform/auth/accounts/password';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { connectionConfig } from '@/lib/platform/db/client';
import { hashOf } from '@/lib/features/screens/screen-key';
import { secretOf } from '@/lib/programs/simulator/secret';
import { FleetFile } from '@/lib/programs/simulator/unit';
import { verifyCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { loadDemo, type Loaded } from '@/prisma/demo/load';
import { PERSONAS } from '@/prisma/demo/accounts';
import { isFull } from '../../support/full';
import { freshDatabase, type TestDatabase } from '../support/database';

const now = new Date('2026-03-02T12:00:00+08:00');
let database: TestDatabase;
let client: pg.Client;
let dataDir: string;
let loaded: Loaded | undefined;

const load = () => loadDemo({ client, dataDir, seed: 'test', scale: 0.1, now });
const rows = async <T extends pg.QueryResultRow>(sql: string, ...values: unknown[]) =>
  (await client.query<T>(sql, values)).rows;
const count = async (sql: string) => Number((await rows<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n);
const read = (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));

/** What has to come out the same again; ids that the database counts itself are left out. */
const PRINTED = [
  [
    'equipment',
    'equipment_no, equipment_name, government_no, cube_no, rated_speed, latitude, contract_start_date, contract_end_date, service_stopped',
  ],
  ['equipment_status', 'equipment_no, online_status, error_status, live, counters'],
  ['equipment_event', 'event_id, code, start_at, end_at'],
  ['equipment_day', 'equipment_no, day, trips, energy_kwh, fault_sec, equipment_fault_sec, service_sec, callbacks'],
  ['equipment_hour', 'equipment_no, hour, trips, openings, reversals, run_sec, partial'],
  ['callback', 'callback'],
  ['callback_status', 'callback_id, status, update_time, operator, reason'],
  ['symptom', 'symptom'],
  ['maintenance_job', 'maintenance_job'],
  ['maintenance_item', 'job_no, no, result'],
  ['maintenance_report', 'maintenance_report'],
  ['inspection', 'inspection'],
  ['contract', 'contract'],
  ['off_maintenance', 'off_maintenance'],
  ['error_inspection', 'error_inspection'],
  ['equipment_log', 'log_id, cube_date, log_desc, status'],
  ['activity', 'object_id, title, notification_date'],
  ['campus_view_equipment', 'campus_view_equipment'],
] as const;
const TABLES =
  'users, branch, key_account, project, equipment, edge_cube, gb_code_dict, setting, announcement, notification, third_gateway, equipment_trace, role, authority, option, maintenance_item_template, equipment_log, mail_log, stored_file';

interface GivenAccount {
  persona: string;
  username: string;
  password: string;
}
interface GivenCube {
  cubeNo: string;
  secret: string;
  equipmentNo: string;
  equipmentType: string;
}
const account = (persona: string) =>
  (read('demo-accounts.json') as GivenAccount[]).find((one) => one.persona === persona);
const authoritiesOf = async (persona: string) =>
  (
    await rows<{ authority: string }>(
      'SELECT DISTINCT authority FROM user_role JOIN role_authority USING (role) WHERE username = $1',
      account(persona)?.username,
    )
  )
    .map(({ authority }) => authority)
    .sort();

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
  client = new pg.Client(connectionConfig());
  await client.connect();
  loaded = await load();
}, 180_000);

afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the demo data', () => {
  it('know of each call-out at once what became of it: dashboards and reports count these rows', async () => {
    const [found] = await rows(
      `SELECT count(*)::int AS calls, count(f.callback_id)::int AS facts, count(*) FILTER (WHERE f.person_trapped <> c.person_trapped)::int AS wrong
         FROM callback c LEFT JOIN callback_fact f USING (callback_id)`,
    );
    expect(found).toEqual({ calls: loaded?.callbacks, facts: loaded?.callbacks, wrong: 0 });
  });

  it('has report subscriptions with every result, none of which is due', async () => {
    const results = await rows<{ result: string }>(
      `SELECT DISTINCT coalesce(m.state::text, d.reason) AS result FROM report_delivery d LEFT JOIN mail_log m ON m.id = d.mail_id ORDER BY 1`,
    );
    expect(results.map(({ result }) => result)).toEqual(
      expect.arrayContaining([
        'BOUNCED',
        'FAILED',
        'QUEUED',
        'REFUSED',
        'SENT',
        'SUPPRESSED',
        'optedOut',
        'too_many_equipment',
      ]),
    );
    expect(await rows('SELECT 1 FROM report_subscription WHERE next_at <= $1', now)).toEqual([]);
    expect(
      await rows(
        'SELECT 1 FROM report_subscription WHERE (end_reason IS NOT NULL OR NOT enabled) <> (next_at IS NULL) OR project_ids = ARRAY[]::text[]',
      ),
    ).toEqual([]);
  });

  it('has start and stop groups in every state, one over midnight, with a log', async () => {
    const [states] = await rows<Record<string, boolean>>(
      `SELECT bool_or(NOT g.enabled) AS off, bool_or(g.enabled) AS "on", bool_or(w.closed) AS closed, bool_or(w.stop_time <= w.start_time AND w.start_time > '00:00') AS overnight,
              bool_or(jsonb_array_length(g.exceptions) > 0) AS exceptions, bool_or(NOT EXISTS (SELECT 1 FROM equipment_group_log l WHERE l.group_id = g.group_id)) AS fresh
         FROM equipment_group g JOIN equipment_group_schedule w USING (group_id)`,
    );
    expect(states).toEqual({ off: true, on: true, closed: true, overnight: true, exceptions: true, fresh: true });
    expect(await rows('SELECT DISTINCT result::text FROM equipment_group_log ORDER BY 1')).toEqual(
      ['FAILED', 'SKIPPED', 'SUCCESS'].map((result) => ({ result })),
    );
    expect(await count(`equipment_group_item JOIN equipment e USING (equipment_no) WHERE e.display_type = 'EV'`)).toBe(
      0,
    );
    expect(await count('equipment_group_log WHERE create_date > now()')).toBe(0);
  });

  it('has screens and notices in every state', async () => {
    const [screens] = await rows<Record<string, boolean>>(
      `SELECT bool_or(key_hash IS NULL) AS unlinked, bool_or(key_hash IS NOT NULL AND last_beat IS NULL) AS silent,
              bool_or(last_beat < now() - interval '1 day') AS offline, bool_or(place = 'landing') AS landing, bool_or(showing IS NOT NULL) AS showing
         FROM smart_screen`,
    );
    expect(screens).toEqual({ unlinked: true, silent: true, offline: true, landing: true, showing: true });
    const states = await rows<{ state: string }>(
      `SELECT DISTINCT CASE WHEN state IN ('QUEUED', 'DELIVERED') AND end_time < (SELECT max(last_beat) FROM smart_screen) THEN 'EXPIRED' ELSE state::text END AS state FROM screen_notice ORDER BY 1`,
    );
    expect(states.map(({ state }) => state)).toEqual([
      'DELIVERED',
      'EXPIRED',
      'FAILED',
      'QUEUED',
      'SHOWN',
      'WITHDRAWN',
    ]);
    expect(await count('screen_notice WHERE create_date > now()')).toBe(0);
    // Who was heard of just now is heard of again: the fleet's program has its key.
    const { screens: beating } = FleetFile.parse(read('fleet-units.json'));
    const { key } = read('fleet.json') as { key: string };
    const heard = await rows<{ screen_no: string; key_hash: string }>(
      `SELECT screen_no, key_hash FROM smart_screen WHERE last_beat > (SELECT max(last_beat) FROM smart_screen) - interval '10 minutes'`,
    );
    expect(beating.length).toBeGreaterThan(0);
    expect([...beating].sort()).toEqual(heard.map(({ screen_no: no }) => no).sort());
    for (const { screen_no: no, key_hash: hash } of heard) expect(hash).toBe(hashOf(secretOf(key, no)));
  });

  it('have twelve branches and, at a tenth of their size, 25 projects and some 340 units, the elevators with landings', async () => {
    expect(loaded).toMatchObject({ branches: 12, projects: 25 });
    expect(Math.abs((loaded?.units ?? 0) - 340)).toBeLessThan(15);
    expect(await count(`equipment WHERE display_type = 'EV' AND (total_floors < 2 OR floor_mapping IS NULL)`)).toBe(0);
    for (const type of ['EV', 'ES', 'WW'])
      expect(await count(`equipment WHERE display_type = '${type}'`)).toBeGreaterThan(5);
    expect(await count(`equipment WHERE floor_mapping::text LIKE '%"12A"%'`)).toBeGreaterThan(0);
    expect(await count(`equipment WHERE floor_mapping::text LIKE '%"B3"%'`)).toBeGreaterThan(0);
    const [speeds] = await rows<{ slow: string; fast: string }>(
      `SELECT min(rated_speed) AS slow, max(rated_speed) AS fast FROM equipment WHERE display_type = 'EV'`,
    );
    expect([Number(speeds?.slow), Number(speeds?.fast) >= 4]).toEqual([1, true]);
  });

  it('agree with themselves: totals, mappings, branches, registration numbers', async () => {
    expect(
      await count(
        `project p WHERE equipment_total <> (SELECT count(*) FROM project_equipment e WHERE e.project_id = p.project_id)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `project p WHERE installed_total <> (SELECT count(*) FROM project_equipment e JOIN equipment USING (equipment_no) WHERE e.project_id = p.project_id AND cube_no IS NOT NULL)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `project_equipment JOIN project p USING (project_id) JOIN equipment e USING (equipment_no) WHERE p.branch_code <> e.branch_code`,
      ),
    ).toBe(0);
    expect(
      await count(
        `equipment WHERE cube_no IS NOT NULL AND regexp_replace(cube_no, '^(GW.*)-[0-9]+$', '\\1') NOT IN (SELECT cube_no FROM edge_cube WHERE bind_state = 'BOUND')`,
      ),
    ).toBe(0);
    expect(
      await count(`equipment WHERE government_no !~ '^33[12]0[0-9]{16}$' AND government_no !~ '^31[12]0[0-9]{16}$'`),
    ).toBe(0);
    expect(await count('(SELECT government_no FROM equipment GROUP BY 1 HAVING count(*) > 1) twice')).toBe(0);
    expect(await count('equipment WHERE contract_start_date > contract_end_date')).toBe(0);
    // One was entered with a useless position, which the map counts among those without any.
    expect(await count('equipment WHERE latitude NOT BETWEEN 18 AND 54 OR longitude NOT BETWEEN 73 AND 135')).toBe(1);
    expect(await count(`branch WHERE branch_name = '上海分公司'`)).toBe(1);
  });

  it('show every online status, faulty units with an open event, and silent ones beyond 72 hours', async () => {
    for (const status of [0, 1, 3, 4])
      expect([status, await count(`equipment_status WHERE online_status = ${status}`)]).toEqual([
        status,
        expect.any(Number),
      ]);
    for (const status of [0, 1, 3, 4])
      expect(await count(`equipment_status WHERE online_status = ${status}`)).toBeGreaterThan(0);
    expect(
      await count(
        `equipment_status s WHERE (error_status = 1) <> EXISTS (SELECT 1 FROM equipment_event e WHERE e.equipment_no = s.equipment_no AND object_status AND sub_type = 'error')`,
      ),
    ).toBe(0);
    expect(await count(`equipment_status WHERE online_status = 0 AND last_data_at > '2026-02-27T12:00:00+08:00'`)).toBe(
      0,
    );
    expect(
      await count(
        `equipment_status s JOIN equipment USING (equipment_no) WHERE (cube_no IS NULL) <> (online_status = 4)`,
      ),
    ).toBe(0);
  });

  it('know fault codes in both languages, among them earthquake and the entrapment alarms', async () => {
    expect(await count('gb_code_dict')).toBeGreaterThan(60);
    expect(await count(`gb_code_dict WHERE text_en IS NULL OR text = ''`)).toBe(0);
    expect(await rows('SELECT gb_code, text_en, error FROM gb_code_dict WHERE gb_code = $1', '52')).toEqual([
      { gb_code: '52', text_en: 'Earthquake operation', error: true },
    ]);
    expect(await count(`gb_code_dict WHERE gb_code IN ('10002', '10003') AND NOT error`)).toBe(2);
  });
});

describe('the demo accounts', () => {
  it('are one for each persona, with a password that signs in and obeys the policy', async () => {
    const given = read('demo-accounts.json') as GivenAccount[];
    expect(given.map(({ persona }) => persona)).toEqual([...PERSONAS]);
    expect(new Set(given.map(({ password }) => password)).size).toBe(PERSONAS.length);
    for (const { username, password } of given) {
      expect(passwordFault(password)).toBeNull();
      const [user] = await rows<{ password_hash: string }>(
        'SELECT password_hash FROM users WHERE username = $1',
        username,
      );
      expect(await verifyPassword(user?.password_hash ?? null, password)).toBe(true);
    }
  });

  it('are some sixty and cover every user type, customer type and tier, with days on which they were used', async () => {
    expect(await count('users')).toBeGreaterThanOrEqual(60);
    expect(await count('users')).toBeLessThan(80);
    for (const type of [0, 1, 2])
      expect([
        type,
        (await count(`users WHERE user_type = ${type}`)) > 1,
        (await count(`users WHERE customer_type = ${type}`)) > 0,
      ]).toEqual([type, true, true]);
    for (const tier of [1, 2, 3]) expect(await count(`users WHERE tier = ${tier}`)).toBeGreaterThan(1);
    expect(await count('users WHERE NOT enabled')).toBe(1);
    expect(
      await count(
        `users u WHERE last_active_day IS DISTINCT FROM (SELECT max(day) FROM user_active_day d WHERE d.username = u.username)`,
      ),
    ).toBe(0);
    expect(await count(`user_active_day WHERE day >= '2026-03-02'`)).toBe(0);
  });

  it('give the maintenance signer exactly four authorities and the last one none', async () => {
    expect(await authoritiesOf('maintenanceSigner')).toEqual([...FOUR_MAINTENANCE_AUTHORITIES].sort());
    expect(await authoritiesOf('noAuthority')).toEqual([]);
    expect(await authoritiesOf('platformAdmin')).not.toContain('KA_NOT_CAMPUS_VIEW');
    expect(await count(`role_authority WHERE role = '管理员'`)).toBe((await count('authority')) - HINDRANCES.length);
  });

  it('widen from tier to tier, and every customer may watch a unit live', async () => {
    const lite = await authoritiesOf('customerLite');
    const essence = await authoritiesOf('customerEssence');
    const elite = await authoritiesOf('customerElite');
    expect(essence).toEqual(expect.arrayContaining(lite));
    expect(elite).toEqual(expect.arrayContaining(essence));
    expect(elite.length).toBeGreaterThan(essence.length);
    for (const list of [lite, essence, elite])
      expect(list).toEqual(expect.arrayContaining(['HOMEPAGE_READ', 'MONITOR_READ', 'EQUIPMENT_READ']));
  });

  it('are bound as their kind is: projects for customers, branches for branch accounts, the airport for one', async () => {
    const mappings = await rows<{ username: string; type: number; mapping_id: string }>(
      'SELECT username, type, mapping_id FROM user_mapping',
    );
    const of = (persona: string) => mappings.filter(({ username }) => username === account(persona)?.username);
    expect(of('platformAdmin')).toEqual([]);
    expect(of('branchManager').map(({ type, mapping_id }) => [type, mapping_id])).toContainEqual([2, '3101']);
    const [setting] = await rows<{ value: string[] }>(`SELECT value FROM setting WHERE key = 'airportProjectIds'`);
    expect(of('airportCustomer').map(({ mapping_id }) => mapping_id)).toEqual(setting?.value);
    expect(await count(`user_mapping WHERE type = 1 AND mapping_id NOT IN (SELECT project_id FROM project)`)).toBe(0);
  });
});

describe('the boxes', () => {
  it('for the reader are four elevators, an escalator and a walk, seen by customerElite or the branch, left alone by the fleet', async () => {
    const cubes = read('demo-cubes.json') as GivenCube[];
    const fleet = FleetFile.parse(read('fleet-units.json'));
    const shown = await rows<{ equipment_no: string; display_type: string; remark: string; secret_hash: string }>(
      'SELECT equipment_no, display_type, remark, secret_hash FROM equipment JOIN edge_cube USING (cube_no) WHERE equipment_no = ANY($1)',
      cubes.map(({ equipmentNo }) => equipmentNo),
    );
    expect(shown.map(({ display_type }) => display_type).sort()).toEqual(['ES', 'EV', 'EV', 'EV', 'EV', 'WW']);
    expect(new Set(shown.map(({ remark }) => remark))).toEqual(new Set(['reserved']));
    for (const { equipmentNo, secret } of cubes) {
      expect(verifyCubeSecret(secret, shown.find((row) => row.equipment_no === equipmentNo)?.secret_hash ?? '')).toBe(
        true,
      );
      expect(fleet.units.some((unit) => unit.equipmentNo === equipmentNo)).toBe(false);
    }
    const elite = await rows<{ equipment_no: string }>(
      `SELECT equipment_no FROM user_mapping JOIN project_equipment ON project_id = mapping_id WHERE username = $1 AND equipment_no = ANY($2)`,
      account('customerElite')?.username,
      cubes.map(({ equipmentNo }) => equipmentNo),
    );
    expect(elite.length).toBeGreaterThanOrEqual(5);
    expect(
      await count(
        `equipment WHERE branch_code <> '3101' AND equipment_no IN (${cubes.map(({ equipmentNo }) => `'${equipmentNo}'`).join(',')})`,
      ),
    ).toBe(0);
  });

  it('of the fleet sign in with secrets that follow from its key, and the first that move are elevators of customerElite', async () => {
    const { key } = read('fleet.json') as { key: string };
    const { units } = FleetFile.parse(read('fleet-units.json'));
    const hashes = new Map(
      (await rows<{ cube_no: string; secret_hash: string }>('SELECT cube_no, secret_hash FROM edge_cube')).map(
        (row) => [row.cube_no, row.secret_hash],
      ),
    );
    for (const unit of units)
      expect(verifyCubeSecret(secretOf(key, unit.cubeNo), hashes.get(unit.cubeNo) ?? '')).toBe(true);
    expect(units.length).toBe((await count(`equipment WHERE cube_no IS NOT NULL AND cube_no NOT LIKE 'GW%'`)) - 6);
    expect(
      units
        .filter((unit) => unit.isShowcase && unit.displayType === 'EV')
        .map(({ equipmentNo }) => equipmentNo)
        .sort(),
    ).toEqual([...(loaded?.showcase ?? [])].sort());
    expect(units.slice(0, 3).every((unit) => unit.isShowcase)).toBe(true);
  });

  it('keep their secrets in files for the owner only', () => {
    for (const name of ['demo-accounts.json', 'demo-cubes.json', 'fleet.json', 'fleet-units.json'])
      expect([name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
  });
});

describe('loading again', () => {
  it('touches nothing when there are users, and keeps the files', async () => {
    const before = readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8');
    expect(await load()).toBeUndefined();
    expect(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8')).toBe(before);
  });

  // Two loads more: by `npm run test:full`.
  const whenAsked = isFull ? it : it.skip;
  whenAsked(
    'leaves an empty database behind when it is cut off half-way; begun anew it makes the same installation from the same seed and day, with other passwords',
    async () => {
      const print = async () => {
        const sums: [string, string | undefined][] = [];
        for (const [table, columns] of PRINTED) {
          sums.push([
            table,
            (
              await rows<{ md5: string }>(
                `SELECT md5(string_agg(x, '|' ORDER BY x)) AS md5 FROM (SELECT concat_ws('~', ${columns}) AS x FROM ${table}) all_rows`,
              )
            )[0]?.md5,
          ]);
        }
        return sums;
      };
      const first = await print();
      const passwords = readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8');
      await client.query(`TRUNCATE ${TABLES} RESTART IDENTITY CASCADE`);
      const cut = loadDemo({
        client,
        dataDir,
        seed: 'test',
        scale: 0.1,
        now,
        progress: (share) => {
          if (share > 0.4) throw new Error('cut off');
        },
      });
      await expect(cut).rejects.toThrow('cut off');
      expect(await count('users')).toBe(0);
      expect(await count('equipment')).toBe(0);

      expect(await load()).toEqual(loaded);
      expect(await print()).toEqual(first);
      expect(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8')).not.toBe(passwords);
    },
    180_000,
  );
});
