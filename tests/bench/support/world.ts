import pg from 'pg';
import { connectionConfig, pool } from '@/lib/platform/db/client';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { hashCubeSecret, newCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { signIn, type Person } from '../../api/live/realtime/support/rtc';

/** Units, boxes and people of a case, in a database that is its own. */

export const BRANCHES = Array.from({ length: 12 }, (_, index) => `B${String(index + 1).padStart(2, '0')}`);
export const AUTHORITIES = ['MONITOR_READ', 'EQUIPMENT_READ', 'CAMPUS_VIEW_READ'];
const NAMES = ['中心', '广场', '大厦', '医院', '机场', '花园', '国际', '天地', '金融', '时代'];
const CITIES = ['上海', '北京', '广州', '深圳', '成都', '武汉', '西安', '杭州', '南京', '重庆', '天津', '苏州'];

export async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig());
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const unitNo = (index: number) => `U${String(index).padStart(7, '0')}`;
export const boxNo = (index: number) => `BX${String(index).padStart(7, '0')}`;

/**
 * Units spread over branches and projects (100 units each), every third an escalator, each with a box and a status; by COPY.
 * @param options.areElevators all of them, for cases whose messages are an elevator's
 */
export async function createUnits(count: number, { areElevators = false } = {}): Promise<{ secret: string }> {
  const secret = newCubeSecret();
  const hash = hashCubeSecret(secret);
  const now = Date.now();
  const branchOf = (index: number) => BRANCHES[Math.floor(index / 100) % BRANCHES.length] ?? 'B01';
  const all = Array.from({ length: count }, (_, index) => index);
  const projects = all
    .filter((index) => index % 100 === 0)
    .map(
      (index) =>
        [
          `P${index / 100}`,
          branchOf(index),
          `${CITIES[(index / 100) % 12]}${NAMES[(index / 100) % 10]}${index / 100}`,
          new Date(now),
        ] as const,
    );
  await withClient(async (client) => {
    await copyRows(
      client,
      'branch',
      ['branch_code', 'branch_id', 'branch_name', 'branch_full_name', 'update_date'],
      BRANCHES.map((code) => [code, code, code, code, new Date(now)]),
    );
    await copyRows(client, 'project', ['project_id', 'branch_code', 'project_name', 'update_date'], projects);
    const inParts = async (
      table: string,
      columns: readonly string[],
      rowOf: (index: number) => readonly (string | number | Date | null)[],
    ) => {
      for (let start = 0; start < count; start += 5000)
        await copyRows(client, table, columns, all.slice(start, start + 5000).map(rowOf));
    };
    await inParts(
      'edge_cube',
      ['cube_no', 'kind', 'bind_state', 'secret_hash', 'secret_at', 'update_date'],
      (index) => [boxNo(index), 'box', 'BOUND', hash, new Date(now), new Date(now)],
    );
    await inParts(
      'equipment',
      [
        'equipment_no',
        'equipment_name',
        'cube_no',
        'equipment_type',
        'display_type',
        'building_name',
        'product_line',
        'total_floors',
        'floor_mapping_configed',
        'branch_code',
        'create_date',
        'update_date',
      ],
      (index) => {
        const isElevator = areElevators || index % 3 !== 0;
        const at = new Date(now - ((index * 7919) % 900_000) * 60_000);
        const place = `${CITIES[Math.floor(index / 100) % 12]}${NAMES[(index * 31) % 10]}${NAMES[(index * 17) % 10]}`;
        return [
          unitNo(index),
          `${place}${(index % 40) + 1}号梯`,
          boxNo(index),
          isElevator ? 'YAE_ELT' : 'YAE_ESC',
          isElevator ? 'EV' : 'ES',
          `${place}${(index % 9) + 1}号楼`,
          `S${index % 5}`,
          isElevator ? 5 + (index % 40) : null,
          isElevator ? index % 4 : 2,
          branchOf(index),
          at,
          at,
        ];
      },
    );
    await inParts('project_equipment', ['project_id', 'equipment_no'], (index) => [
      `P${Math.floor(index / 100)}`,
      unitNo(index),
    ]);
    const live = JSON.stringify({
      door: { value: 'Closed', at: now - 60_000 },
      position: { value: '3', physicalvalue: 3, at: now - 60_000 },
      connected: { value: true, at: now - 60_000 },
    });
    await inParts(
      'equipment_status',
      ['equipment_no', 'online_status', 'error_status', 'last_data_at', 'live', 'counters'],
      (index) => [unitNo(index), index % 20 === 7 ? 0 : 1, index % 33 === 0 ? 1 : 0, new Date(now), live, '{}'],
    );
    await client.query('ANALYZE');
  });
  return { secret };
}

/** Customers, each with `units` units: a project of their own branch that holds so many of the units made before. */
export async function createCustomers(count: number, units: number): Promise<void> {
  await withClient(async (client) => {
    const projects = Math.floor(
      Number((await client.query<{ count: string }>('SELECT count(*) FROM equipment')).rows[0]?.count) / units,
    );
    await client.query(
      `INSERT INTO project (project_id, branch_code, project_name, update_date) SELECT 'C' || i, ($2::text[])[1 + i % $3], 'C' || i, now() FROM generate_series(0, $1 - 1) i`,
      [projects, BRANCHES, BRANCHES.length],
    );
    await client.query(
      `INSERT INTO project_equipment (project_id, equipment_no) SELECT 'C' || i / $2, 'U' || lpad(i::text, 7, '0') FROM generate_series(0, $1 - 1) i ON CONFLICT DO NOTHING`,
      [projects * units, units],
    );
    await client.query(
      `INSERT INTO users (username, username_lower, nick_name, password_hash, password_at, user_type, customer_type, tier, branch_code, update_date)
       SELECT 'c' || lpad(i::text, 7, '0'), 'c' || lpad(i::text, 7, '0'), '客户' || i, '-', now(), 1, 2, 1, ($2::text[])[1 + i % $3], now() FROM generate_series(0, $1 - 1) i`,
      [count, BRANCHES, BRANCHES.length],
    );
    await client.query(
      `INSERT INTO user_mapping (username, type, mapping_id) SELECT 'c' || lpad(i::text, 7, '0'), 1, 'C' || i % $2 FROM generate_series(0, $1 - 1) i`,
      [count, projects],
    );
    await client.query('ANALYZE');
  });
}

export function createPerson(
  username: string,
  mappings: Parameters<typeof signIn>[2] = { branches: BRANCHES },
  authorities = AUTHORITIES,
): Promise<Person> {
  return signIn(username, authorities, mappings);
}

/** So many people that none has more than 20 sockets and no browser more than 5. @returns who socket n belongs to */
export async function createAudience(
  sockets: number,
): Promise<(index: number) => Promise<{ token: string; clientId: string }>> {
  const people: Person[] = [];
  for (let index = 0; index < Math.ceil(sockets / 20); index += 1) people.push(await createPerson(`viewer${index}`));
  return async (index) => {
    const person = people[index % people.length];
    if (!person) throw new Error('no audience');
    return { token: await person.token(), clientId: `browser-${Math.floor(index / people.length / 5)}` };
  };
}

export async function closeWorld(): Promise<void> {
  await pool().end();
}
