import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { queryProjects } from '@/lib/features/projects/contract';
import { querySapProjects, searchProjects } from '@/lib/features/projects/look-up-contract';
import { findProjectPage } from '@/lib/features/projects/list';
import { searchLite } from '@/lib/features/projects/look-up';
import { findSapProjects } from '@/lib/features/projects/sap';
import { validate } from '@/lib/platform/contract/validate';
import { recordStatements } from '../../../bench/support/statements';
import { useFreshDatabase } from '../../support/database';

/** The project list among many projects: its statements, explained. `SCALE_PROJECTS` makes it more. */

const TOTAL = Number(process.env.SCALE_PROJECTS ?? 60_000);
const staff: Actor = {
  sessionId: 's',
  username: 'staff',
  nickName: 'staff',
  userType: 0,
  customerType: null,
  branchCode: null,
  branchName: 'admin',
  authorities: new Set(),
  mappings: { projects: [], branches: [] },
  focus: null,
  accessVersion: 1,
};
const branchUser: Actor = {
  ...staff,
  username: 'branch',
  userType: 2,
  branchName: 'B1',
  mappings: { projects: [], branches: ['B1'] },
};

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** What reading a page (not counting it) brought up: most rows of one node, and whether a whole table was read. */
async function costOf(work: () => Promise<unknown>): Promise<{ rows: number; isWhole: boolean }> {
  const statements = (await recordStatements(work)).flat().filter(({ text }) => !/count\(/i.test(text));
  let rows = 0;
  let isWhole = false;
  for (const { text, values } of statements) {
    const {
      rows: [first],
    } = await pool().query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    for (const node of nodesOf(first?.['QUERY PLAN'][0].Plan ?? ({} as Plan))) {
      rows = Math.max(rows, node['Actual Rows'] * node['Actual Loops']);
      isWhole ||= node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'project';
    }
  }
  return { rows, isWhole };
}
const page = (actor: Actor, query: object = {}) => findProjectPage(actor, validate(queryProjects.input, query));
const timeOf = async (work: () => Promise<unknown>) => {
  await work();
  const from = performance.now();
  await work();
  return performance.now() - from;
};

describe(`the project list among ${TOTAL} projects`, () => {
  useFreshDatabase();
  beforeAll(async () => {
    await pool().query(
      `INSERT INTO branch (branch_code, branch_id, branch_name, branch_full_name, update_date) SELECT 'B' || i, 'B' || i, 'Branch ' || i, 'Branch ' || i, now() FROM generate_series(0, 39) i`,
    );
    await pool().query(
      `INSERT INTO project (project_id, branch_code, project_name, tplnr, auto_create, equipment_total, create_date, update_date)
       SELECT 'P' || i, 'B' || (i % 40), CASE WHEN i % 977 = 0 THEN '滨江' ELSE '城市' END || '中心' || i, 'CN-' || i, CASE WHEN i % 3 = 0 THEN '0' ELSE '1' END, i % 20, timestamptz '2020-01-01' + i * interval '1 minute', now()
         FROM generate_series(1, $1) i`,
      [TOTAL],
    );
    await pool().query(
      `INSERT INTO users (username, username_lower, nick_name, password_hash, password_at, user_type, customer_type, update_date) SELECT 'u' || i, 'u' || i, 'u', 'x', now(), 1, 2, now() FROM generate_series(1, 500) i`,
    );
    await pool().query(
      `INSERT INTO user_mapping (username, type, mapping_id) SELECT 'u' || (1 + i % 500), 1, 'P' || i FROM generate_series(1, $1) i WHERE i % 4 = 0`,
      [TOTAL],
    );
    await pool().query('VACUUM (ANALYZE) project, user_mapping, users, branch');
  }, 180_000);

  it.each<[string, Actor, object, number]>([
    ['the first page of everything', staff, {}, 60],
    ['the first page as the table asks for it', staff, { sortField: 'CreatedTime', sortOrder: 'asc' }, 60],
    ['the first page of a branch', branchUser, {}, 60],
    ['projects with units', staff, { haveEquipment: 1 }, 200],
    ['projects with external accounts', staff, { externalAccount: 2 }, 400],
    ['projects without external accounts', staff, { externalAccount: 1 }, 400],
    ['a rare name of two characters', staff, { projectName: '滨江' }, Math.ceil(TOTAL / 900)],
    ['a rare name of more', staff, { projectName: '中心977' }, Math.ceil(TOTAL / 90)],
  ])('%s reads little more than it shows', async (_what, actor, query, most) => {
    const cost = await costOf(() => page(actor, query));
    expect(cost.isWhole).toBe(false);
    expect(cost.rows).toBeLessThanOrEqual(most);
  });
  it('a far page costs no more than one in the middle, and every total is exact', async () => {
    const last = await page(staff, {
      pageIndex: Math.ceil(TOTAL / 200),
      pageSize: 200,
      sortField: 'createDate',
      sortOrder: 'asc',
    });
    expect(last.total).toBe(TOTAL);
    expect(last.records.at(-1)?.projectId).toBe(`P${TOTAL}`);
    const cost = await costOf(() =>
      page(staff, { pageIndex: Math.ceil(TOTAL / 200), pageSize: 200, sortField: 'createDate', sortOrder: 'asc' }),
    );
    expect(cost.rows).toBeLessThanOrEqual(500);
  });
  it('look-ups and the SAP search read few rows as well', async () => {
    const searched = await costOf(() =>
      searchLite(staff, validate(searchProjects.input, { searchKey: '滨江', pageSize: 1000 }), { hasEquipment: false }),
    );
    expect(searched.rows).toBeLessThanOrEqual(TOTAL);
    expect(
      await timeOf(() => findSapProjects(staff, validate(querySapProjects.input, { projectName: '滨江中心' }))),
    ).toBeLessThan(2000);
  });
  it('answers within a second, counts included', async () => {
    const times = Object.fromEntries(
      await Promise.all(
        [
          ['all', () => page(staff)],
          ['external', () => page(staff, { externalAccount: 2 })],
          ['none external', () => page(staff, { externalAccount: 1 })],
          ['name', () => page(staff, { projectName: '滨江' })],
          ['units', () => page(staff, { sortField: 'equipmentTotal', sortOrder: 'desc' })],
        ].map(async ([name, work]) => [name, Math.round(await timeOf(work as () => Promise<unknown>))]),
      ),
    );
    if (process.env.SCALE_PROJECTS) process.stdout.write(`${TOTAL} projects, ms: ${JSON.stringify(times)}\n`);
    for (const ms of Object.values(times)) expect(ms).toBeLessThan(TOTAL > 200_000 ? 5000 : 1000);
  });
});
