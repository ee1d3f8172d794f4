import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Actor } from '@/lib/auth/actor';
import { closeDb, connectionConfig, db } from '@/lib/db/client';
import { queryEquipment } from '@/lib/equipment/contract';
import { equipmentWhere, findEquipmentPage } from '@/lib/equipment/list';
import { validate } from '@/lib/sms/validate';
import { recordStatements, type Statement } from '../bench/support/statements';

/**
 * The plans of the equipment list over a large fleet (design §3): the statements that the service really sends, explained.
 * Below some thousand units PostgreSQL may rightly read the whole table, so scans are forbidden only beyond that.
 */

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

const LARGE = 20_000;
let client: pg.Client;
let units = 0;
let projects: string[] = [];
let branches: string[] = [];

const actorOf = (userType: 0 | 1 | 2, mappings: { projects?: string[]; branches?: string[] } = {}): Actor => ({
  sessionId: 's', username: 'u', nickName: 'u', userType, customerType: 0, branchCode: null, branchName: 'x', authorities: new Set(),
  mappings: { projects: mappings.projects ?? [], branches: mappings.branches ?? [] }, focus: null, accessVersion: 1,
});

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

interface Explained {
  indexes: Set<string>;
  scans: string[];
  /** Most rows that any one node brought up. */
  rows: number;
  ms: number;
}

async function explain(statements: readonly Statement[]): Promise<Explained> {
  const found: Explained = { indexes: new Set(), scans: [], rows: 0, ms: 0 };
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const result = rows[0]?.['QUERY PLAN'][0];
    if (!result) throw new Error('no plan');
    found.ms += result['Execution Time'];
    for (const node of nodesOf(result.Plan)) {
      if (node['Index Name']) found.indexes.add(node['Index Name']);
      if (node['Node Type'] === 'Seq Scan' && ['equipment', 'equipment_status', 'project_equipment'].includes(node['Relation Name'] ?? '')) found.scans.push(node['Relation Name'] ?? '');
      found.rows = Math.max(found.rows, (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1));
    }
  }
  return found;
}

const isCount = ({ text }: Statement) => /COUNT\(/i.test(text);
const pageStatements = async (actor: Actor, query: object) =>
  (await recordStatements(() => findEquipmentPage(actor, validate(queryEquipment.input, { pageIndex: 1, pageSize: 20, ...query })))).flat();
const keysOf = async (actor: Actor, query: object = {}) => explain((await pageStatements(actor, query)).filter((statement) => !isCount(statement)));
const countOf = async (actor: Actor, query: object = {}) =>
  explain((await recordStatements(() => db().equipment.count({ where: equipmentWhere(actor, validate(queryEquipment.input, { pageIndex: 1, pageSize: 20, ...query })) }))).flat());

function assertUses({ indexes, scans }: Explained, ...anyOf: string[]): void {
  if (units < LARGE) return;
  assert.ok(anyOf.some((index) => indexes.has(index)), `uses ${[...indexes].join(', ') || 'no index'} and reads ${scans.join(', ') || 'no table'} whole, not ${anyOf.join(' or ')}`);
}

/** A page costs a page: neither whole tables nor more rows than a few pages. */
function assertSmall({ scans, rows }: Explained, most: number): void {
  if (units < LARGE) return;
  assert.deepEqual(scans, []);
  assert.ok(rows <= most, `${rows} rows were brought up`);
}

const NEWEST = ['equipment_create_date_equipment_no_idx', 'equipment_branch_code_create_date_equipment_no_idx'];
const GRAMS = ['equipment_search_grams_idx', 'equipment_equipment_name_trgm_idx', 'equipment_building_name_trgm_idx'];

void describe('plans of the equipment list', () => {
  before(async () => {
    client = new pg.Client(connectionConfig());
    await client.connect();
    units = Number((await client.query<{ count: string }>('SELECT count(*) FROM equipment')).rows[0]?.count);
    projects = (await client.query<{ id: string }>('SELECT project_id AS id FROM project ORDER BY md5(project_id) LIMIT 200')).rows.map(({ id }) => id);
    branches = (await client.query<{ code: string }>('SELECT branch_code AS code FROM branch ORDER BY 1')).rows.map(({ code }) => code);
    process.stdout.write(`${units} units${units < LARGE ? `: too few for the plans to be binding, ${LARGE} are needed` : ''}\n`);
    // Plans are judged with the pages and the visibility map of a database at rest.
    await client.query('VACUUM (ANALYZE) equipment, equipment_status, project_equipment');
    assert.ok(units > 0, 'no demo data');
  });
  after(async () => {
    await client.end();
    await closeDb();
  });

  void it('the first page comes from the index of its order', async () => {
    const plan = await keysOf(actorOf(0));
    assertUses(plan, ...NEWEST);
    assertSmall(plan, 400);
  });

  void it('so does the first page of a branch and of all branches', async () => {
    for (const mapped of [branches.slice(0, 1), branches]) {
      const plan = await keysOf(actorOf(2, { branches: mapped }));
      assertUses(plan, ...NEWEST);
      assertSmall(plan, 2000);
    }
  });

  void it('filters that many units pass are applied along that order', async () => {
    for (const filter of [{ equipmentType: 1 }, { onlineStatus: 1 }, { errorStatus: 0 }, { floorMappingConfiged: 1 }]) {
      const plan = await keysOf(actorOf(0), filter);
      assertUses(plan, ...NEWEST, 'equipment_status_online_status_idx', 'equipment_status_error_status_idx');
      assertSmall(plan, 5000);
    }
  });

  void it('a box number is found by its beginning', async () => {
    const { cubeNo = '' } = (await client.query<{ cubeNo: string }>('SELECT cube_no AS "cubeNo" FROM equipment WHERE cube_no IS NOT NULL LIMIT 1')).rows[0] ?? {};
    const plan = await keysOf(actorOf(0), { cubeNo });
    assert.ok(plan.ms < 500, `${plan.ms} ms`);
  });

  void it('two Chinese characters that few names hold are found by the grams, counted likewise', async () => {
    const { rows } = await client.query<{ gram: string }>(`SELECT gram FROM (SELECT unnest(search_grams) AS gram FROM equipment TABLESAMPLE BERNOULLI (20)) g
       WHERE gram ~ '^[一-龥]{2}$' GROUP BY 1 HAVING count(*) BETWEEN 2 AND greatest(5, (SELECT count(*) / 500 FROM equipment)) ORDER BY count(*) DESC, 1 LIMIT 1`);
    const key = rows[0]?.gram;
    assert.ok(key, 'no rare gram');
    const [page, count] = [await keysOf(actorOf(0), { key }), await countOf(actorOf(0), { key })];
    assertUses(page, ...GRAMS);
    assertUses(count, ...GRAMS);
    assertSmall(count, units / 20);
  });

  void it('a search that hardly narrows is answered along the order', async () => {
    const { rows } = await client.query<{ gram: string }>(`SELECT gram FROM (SELECT unnest(search_grams) AS gram FROM equipment TABLESAMPLE BERNOULLI (5)) g WHERE gram ~ '^[一-龥]{2}$' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`);
    const plan = await keysOf(actorOf(0), { key: rows[0]?.gram });
    assertUses(plan, ...NEWEST, ...GRAMS);
    if (units >= LARGE) assert.deepEqual(plan.scans, []);
  });

  void it('the last page is read from the end, and costs what the first does', async () => {
    const [first, last] = [await keysOf(actorOf(0)), await keysOf(actorOf(0), { pageIndex: Math.ceil(units / 20) })];
    assertUses(last, ...NEWEST);
    assertSmall(last, 400);
    if (units >= LARGE) assert.ok(last.rows <= Math.max(first.rows * 2, 400), `${last.rows} rows against ${first.rows}`);
  });

  void it('a page in the middle skips keys of the index, not rows of the table', async () => {
    const plan = await keysOf(actorOf(0), { pageIndex: Math.ceil(units / 40) });
    assertUses(plan, ...NEWEST);
    if (units >= LARGE) assert.deepEqual(plan.scans, []);
  });

  void it('a branch is counted by its index', async () => {
    const plan = await countOf(actorOf(2, { branches: branches.slice(0, 1) }));
    assertUses(plan, 'equipment_branch_code_create_date_equipment_no_idx', 'equipment_display_type_branch_code_idx');
    if (units >= LARGE) assert.deepEqual(plan.scans, []);
  });

  void it('a customer of 200 projects gets page and count without reading every unit', async () => {
    const customer = actorOf(1, { projects });
    const [page, count] = [await keysOf(customer), await countOf(customer)];
    assertUses(count, 'project_equipment_pkey', 'project_equipment_equipment_no_project_id_idx');
    if (units >= LARGE) assert.deepEqual([...page.scans, ...count.scans].filter((table) => table === 'equipment'), []);
  });
});
