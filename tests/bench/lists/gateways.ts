import type pg from 'pg';
import { queryCubes } from '@/lib/features/gateways/contract';
import { countCubes, cubeConditions, findCubePage } from '@/lib/features/gateways/list';
import { validate } from '@/lib/platform/contract/validate';
import { actorOf } from '../../support/actors';
import { compare, compareList, rowsOf, SIZE, type Listed } from '../support/compare-list';

const HEAD = actorOf(0);

/** Gives the units' boxes what the register shows, and puts free ones beside them. */
async function fillBoxes(client: pg.Client, free: number): Promise<void> {
  await client.query(
    `UPDATE edge_cube c SET branch_code = e.branch_code, create_date = e.create_date, fw_version = '2.' || (length(e.equipment_name) % 5) || '.1'
       FROM equipment e WHERE e.cube_no = c.cube_no`,
  );
  await client.query(
    `INSERT INTO edge_cube (cube_no, kind, bind_state, branch_code, secret_hash, secret_at, fw_version, create_date, update_date)
     SELECT 'FR' || lpad(i::text, 8, '0'), 'box', CASE WHEN i % 50 = 0 THEN 'RETIRED' ELSE 'UNBOUND' END::cube_bind_state, b.codes[1 + i % cardinality(b.codes)],
            'x', now(), '2.4.1', now() - make_interval(mins => (i * 7919) % 900000), now()
       FROM generate_series(1, $1::int) i, (SELECT array_agg(branch_code) AS codes FROM branch) b`,
    [free],
  );
  await client.query('ANALYZE edge_cube');
}

/** The register of boxes, by each of its filters; a branch and a customer beside head office. */
export async function measureGateways(
  client: pg.Client,
  branches: readonly string[],
  { free, projects }: { readonly free: number; readonly projects: string[] },
): Promise<void> {
  await fillBoxes(client, free);
  const parsed = (query: object) => validate(queryCubes.input, { pageIndex: 1, pageSize: SIZE, ...query });
  const listed: Listed = {
    page: (query) => findCubePage(HEAD, parsed(query)),
    count: (query) => countCubes(cubeConditions(HEAD, parsed(query))),
    total: () => countCubes(cubeConditions(HEAD, parsed({}))),
    bareRows: (condition, values) => ({
      values,
      text: `SELECT c.*, e.equipment_no, e.equipment_name, b.branch_name, s.online_status
        FROM (SELECT * FROM edge_cube c WHERE kind = 'box' AND ${condition} ORDER BY create_date DESC, cube_no DESC LIMIT ${SIZE}) c
        LEFT JOIN branch b USING (branch_code) LEFT JOIN equipment e ON e.cube_no = c.cube_no AND e.deleted_at IS NULL LEFT JOIN equipment_status s USING (equipment_no)`,
    }),
    bareCount: (condition, values) => ({
      values,
      text: `SELECT count(*) FROM edge_cube c WHERE kind = 'box' AND ${condition}`,
    }),
  };
  const ofUnit = (condition: string) =>
    `EXISTS (SELECT 1 FROM equipment e JOIN equipment_status s USING (equipment_no) WHERE e.cube_no = c.cube_no AND e.deleted_at IS NULL AND ${condition})`;
  await compareList(client, 'boxes', listed, {
    'first page': { query: {}, condition: 'true' },
    'by number': { query: { cubeNo: 'BX00012' }, condition: `c.cube_no LIKE 'BX00012%'` },
    'of a branch': { query: { branchCode: branches[3] }, condition: 'c.branch_code = $1', values: [branches[3]] },
    retired: { query: { bindState: 'RETIRED' }, condition: `c.bind_state = 'RETIRED'` },
    free: { query: { onlineStatus: 4 }, condition: `c.bind_state <> 'BOUND'` },
    silent: { query: { onlineStatus: 2 }, condition: `c.bind_state = 'BOUND' AND ${ofUnit('s.online_status = 0')}` },
    'search, two characters': {
      query: { key: '医院' },
      condition: ofUnit(`e.search_grams @> ARRAY[$1] AND (e.equipment_name ILIKE $2 OR e.building_name ILIKE $2)`),
      values: ['医院', '%医院%'],
    },
    'of a firmware': { query: { fwVersion: '2.3' }, condition: `c.fw_version LIKE '2.3%'` },
  });
  const pageOf = (actor: typeof HEAD) => rowsOf(() => findCubePage(actor, parsed({})));
  const all = await pageOf(HEAD);
  const branch = actorOf(2, { branches: branches.slice(0, 1) });
  await compare(client, 'boxes of a branch’s manager (bare: all)', await pageOf(branch), all, 3);
  await compare(client, 'boxes of a customer (bare: all)', await pageOf(actorOf(1, { projects })), all, 3);
}
