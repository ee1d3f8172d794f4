import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { equipmentWhere } from '@/lib/features/equipment/internal/equipment-where';
import { findEquipmentPage } from '@/lib/features/equipment/list';
import { validate } from '@/lib/platform/contract/validate';
import { actorOf } from '../support/actors';
import { recordStatements, type Statement } from '../bench/support/statements';
import { openScale, type Scale } from './explain';

/** The plans of the equipment list over a large fleet: the statements that the service really sends, explained. */

let scale: Scale;

const isCount = ({ text }: Statement) => /COUNT\(/i.test(text);
const pageStatements = async (actor: Actor, query: object) =>
  (
    await recordStatements(() =>
      findEquipmentPage(actor, validate(queryEquipment.input, { pageIndex: 1, pageSize: 20, ...query })),
    )
  ).flat();
const keysOf = async (actor: Actor, query: object = {}) =>
  scale.explain((await pageStatements(actor, query)).filter((statement) => !isCount(statement)));
const countOf = async (actor: Actor, query: object = {}) =>
  scale.explain(
    (
      await recordStatements(async () =>
        db().equipment.count({
          where: await equipmentWhere(actor, validate(queryEquipment.input, { pageIndex: 1, pageSize: 20, ...query })),
        }),
      )
    ).flat(),
  );

const NEWEST = ['equipment_create_date_equipment_no_idx', 'equipment_branch_code_create_date_equipment_no_idx'];
const GRAMS = ['equipment_search_grams_idx', 'equipment_equipment_name_trgm_idx', 'equipment_building_name_trgm_idx'];

/** The two Chinese characters that most names hold. */
async function commonGram(): Promise<string | undefined> {
  const { rows } = await scale.client.query<{ gram: string }>(
    `SELECT gram FROM (SELECT unnest(search_grams) AS gram FROM equipment TABLESAMPLE BERNOULLI (5)) g WHERE gram ~ '^[一-龥]{2}$' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  return rows[0]?.gram;
}

void describe('plans of the equipment list', () => {
  before(async () => {
    scale = await openScale();
  });
  after(() => scale.close());

  void it('the first page comes from the index of its order', async () => {
    const plan = await keysOf(actorOf(0));
    scale.assertUses(plan, ...NEWEST);
    scale.assertSmall(plan, 400);
  });

  void it('so does the first page of a branch and of all branches', async () => {
    for (const mapped of [scale.branches.slice(0, 1), scale.branches]) {
      const plan = await keysOf(actorOf(2, { branches: mapped }));
      scale.assertUses(plan, ...NEWEST);
      scale.assertSmall(plan, 2000);
    }
  });

  void it('filters that many units pass are applied along that order', async () => {
    for (const filter of [{ equipmentType: 1 }, { onlineStatus: 1 }, { errorStatus: 0 }, { floorMappingConfiged: 1 }]) {
      const plan = await keysOf(actorOf(0), filter);
      scale.assertUses(
        plan,
        ...NEWEST,
        'equipment_status_online_status_equipment_no_idx',
        'equipment_status_error_status_equipment_no_idx',
      );
      scale.assertSmall(plan, 5000);
    }
  });

  void it('a box number is found by its beginning', async () => {
    const { cubeNo = '' } =
      (
        await scale.client.query<{ cubeNo: string }>(
          'SELECT cube_no AS "cubeNo" FROM equipment WHERE cube_no IS NOT NULL LIMIT 1',
        )
      ).rows[0] ?? {};
    const plan = await keysOf(actorOf(0), { cubeNo });
    assert.ok(plan.ms < 500, `${plan.ms} ms`);
  });

  void it('two Chinese characters that few names hold are found by the grams, counted likewise', async () => {
    const { rows } = await scale.client.query<{
      gram: string;
    }>(`SELECT gram FROM (SELECT unnest(search_grams) AS gram FROM equipment TABLESAMPLE BERNOULLI (20)) g
       WHERE gram ~ '^[一-龥]{2}$' GROUP BY 1 HAVING count(*) BETWEEN 2 AND greatest(5, (SELECT count(*) / 500 FROM equipment)) ORDER BY count(*) DESC, 1 LIMIT 1`);
    const key = rows[0]?.gram;
    assert.ok(key, 'no rare gram');
    const [page, count] = [await keysOf(actorOf(0), { key }), await countOf(actorOf(0), { key })];
    scale.assertUses(page, ...GRAMS);
    scale.assertUses(count, ...GRAMS);
    scale.assertSmall(count, scale.units / 20);
  });

  void it('a search that hardly narrows is answered along the order', async () => {
    const plan = await keysOf(actorOf(0), { key: await commonGram() });
    scale.assertUses(plan, ...NEWEST, ...GRAMS);
    if (scale.isLarge) assert.deepEqual(plan.scans, []);
  });

  void it('each order of the list has its index, over all units and in a branch', async () => {
    const orders = {
      equipmentNo: ['equipment_pkey'],
      equipmentName: ['equipment_equipment_name_equipment_no_idx'],
      productLine: ['equipment_product_line_equipment_no_idx'],
      onlineStatus: ['equipment_status_online_status_equipment_no_idx'],
      errorStatus: ['equipment_status_error_status_equipment_no_idx'],
    };
    for (const [sortField, indexes] of Object.entries(orders)) {
      for (const sortOrder of ['asc', 'desc']) {
        const all = await keysOf(actorOf(0), { sortField, sortOrder });
        scale.assertUses(all, ...indexes);
        scale.assertSmall(all, 400);
        const branch = await keysOf(actorOf(2, { branches: scale.branches.slice(0, 1) }), { sortField, sortOrder });
        if (scale.isLarge) assert.deepEqual(branch.scans, [], `${sortField} ${sortOrder} of a branch`);
      }
    }
  });

  void it('a search that many names pass walks the index of the order it is asked for', async () => {
    const plan = await keysOf(actorOf(0), { key: await commonGram(), sortField: 'equipmentNo', sortOrder: 'asc' });
    scale.assertUses(plan, 'equipment_pkey', ...GRAMS);
    if (scale.isLarge) assert.deepEqual(plan.scans, []);
  });

  void it('the last page is read from the end, and costs what the first does', async () => {
    const [first, last] = [
      await keysOf(actorOf(0)),
      await keysOf(actorOf(0), { pageIndex: Math.ceil(scale.units / 20) }),
    ];
    scale.assertUses(last, ...NEWEST);
    scale.assertSmall(last, 400);
    if (scale.isLarge) assert.ok(last.rows <= Math.max(first.rows * 2, 400), `${last.rows} rows against ${first.rows}`);
  });

  void it('a page in the middle skips keys of the index, not rows of the table', async () => {
    const plan = await keysOf(actorOf(0), { pageIndex: Math.ceil(scale.units / 40) });
    scale.assertUses(plan, ...NEWEST);
    if (scale.isLarge) assert.deepEqual(plan.scans, []);
  });

  void it('a branch is counted by its index', async () => {
    const plan = await countOf(actorOf(2, { branches: scale.branches.slice(0, 1) }));
    scale.assertUses(
      plan,
      'equipment_branch_code_create_date_equipment_no_idx',
      'equipment_display_type_branch_code_idx',
    );
    if (scale.isLarge) assert.deepEqual(plan.scans, []);
  });

  void it('a customer of 200 projects gets page and count without reading every unit', async () => {
    const customer = actorOf(1, { projects: scale.projects });
    const [page, count] = [await keysOf(customer), await countOf(customer)];
    scale.assertUses(count, 'project_equipment_pkey', 'project_equipment_equipment_no_project_id_idx');
    if (scale.isLarge)
      assert.deepEqual(
        [...page.scans, ...count.scans].filter((table) => table === 'equipment'),
        [],
      );
  });
});
