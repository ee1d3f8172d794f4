import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { findCallbackPage } from '@/lib/features/callbacks/list';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { getDashboardMap, type DashIn } from '@/lib/features/dashboards/contract';
import { findMap } from '@/lib/features/dashboards/map';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { askable, unitLimits } from '@/lib/features/equipment/equipment-limits';
import { findEquipmentPage } from '@/lib/features/equipment/list';
import { INCIDENT_READ } from '@/lib/features/notifications/value-sets';
import { placeText } from '@/lib/live/units/map-place';
import type { Actor } from '@/lib/platform/contract/actor';
import { validate } from '@/lib/platform/contract/validate';
import { pool } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { useFreshDatabase } from '../../support/database';
import { fillWorld, NOW } from '../facts/sum-world';
import { BRANCH, CUSTOMER, HEAD } from './dashboard-world';

/** The map of a dashboard against the raw rows: no function of the product is in these queries (silent-screens D1, D5). */

useFreshDatabase();

beforeAll(async () => {
  await fillWorld();
  await pool().query(`INSERT INTO key_account (ka_id, name, update_date) VALUES ('KA', 'KA', now())`);
  await pool().query(`UPDATE project SET ka_id = 'KA' WHERE project_id IN ('P1', 'P3')`);
  // U01-U10 Shanghai in two districts, U11-U16 Suzhou and Nanjing, U17-U22 Guangzhou and Shenzhen; U12 and U23 have no place.
  await pool().query(`
    UPDATE equipment SET province = p, city = c, district = CASE WHEN i <= 4 THEN '浦东新区' WHEN i <= 10 THEN '静安区' END,
           longitude = CASE WHEN i IN (12, 23) THEN NULL ELSE 121 + i / 1000.0 END, latitude = 31.2, building_name = '楼' || i / 3, address = '1号'
      FROM (SELECT equipment_no AS no, i, CASE WHEN i <= 10 THEN '上海市' WHEN i <= 16 THEN '江苏省' ELSE '广东' END AS p,
                   CASE WHEN i <= 10 THEN '上海市' WHEN i <= 13 THEN '苏州市' WHEN i <= 16 THEN '南京' WHEN i <= 19 THEN '广州市' ELSE '深圳市' END AS c
              FROM equipment, LATERAL (SELECT right(equipment_no, 2)::int AS i) n) x WHERE x.no = equipment_no`);
  await pool().query(`
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, person_trapped, create_date, job_update_date)
    SELECT 'C-' || no || '-' || status, no, 'B1', 'Customer call', status, false, to_timestamp(${NOW / 1000}), now()
      FROM (VALUES ('U01', 'SITE'), ('U01', 'INIT'), ('U05', 'INTR'), ('U02', 'CLSO'), ('U13', 'PAGE'), ('U17', 'INIT'), ('U20', 'DISP'), ('U21', 'CLSC')) AS v(no, status)`);
});
beforeEach(() => forgetCounts());

async function rows<T extends object>(sql: string): Promise<T[]> {
  return (await pool().query<T>(sql)).rows;
}
const map = (actor: Actor, rest: Partial<DashIn> & { level?: number; parentArea?: string; area?: string } = {}) =>
  findMap(actor, validate(getDashboardMap.input, { view: 'ops', ...rest }), NOW);
const inProjects = (...ids: string[]) =>
  `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id IN (${ids.map((id) => `'${id}'`).join(', ')}))`;

const VIEWS: readonly [string, Actor, Partial<DashIn>, string][] = [
  ['head office', HEAD, {}, 'true'],
  ['a branch of head office', HEAD, { branchCode: 'B2' }, `e.branch_code = 'B2'`],
  ['a branch', BRANCH, {}, `e.branch_code = 'B1'`],
  ['a branch in focus', { ...BRANCH, focus: ['P2'] }, {}, inProjects('P2')],
  ['a customer of two projects that share units', CUSTOMER, {}, inProjects('P1', 'P2')],
  ['key accounts', HEAD, { view: 'ka' }, inProjects('P1', 'P3')],
  [
    'a project, whatever the focus',
    { ...CUSTOMER, focus: ['P2'] },
    { view: 'kaProject', projectIds: ['P1'] },
    inProjects('P1'),
  ],
];
const OPEN = `EXISTS (SELECT 1 FROM callback c WHERE c.equipment_no = e.equipment_no AND c.job_status NOT IN ('CLSO', 'CLSC'))`;
const PLACED = `e.deleted_at IS NULL AND e.longitude IS NOT NULL`;
const PROVINCE = `CASE WHEN e.city = '深圳市' THEN '深圳' ELSE substr(e.province, 1, 2) END`;

const grouped = (area: string, where: string) =>
  rows<{ area: string; total: number; malfunction: number }>(
    `SELECT ${area} AS area, count(*)::int AS total, count(*) FILTER (WHERE ${OPEN})::int AS malfunction
       FROM equipment e WHERE ${PLACED} AND ${where} GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
const byArea = (one: { area: string }, other: { area: string }) => one.area.localeCompare(other.area);
const plain = (some: readonly { area: string; total: number; malfunction: number | null }[]) =>
  some.map(({ area, total, malfunction }) => ({ area, total, malfunction })).sort(byArea);

describe('The map of a dashboard', () => {
  it.each(VIEWS)(
    'has the provinces, cities and buildings of %s as the raw rows say',
    async (_, actor, narrowed, units) => {
      const { areas, unlocated, buildings } = await map(actor, narrowed);
      const [all] = await rows<{ n: number }>(
        `SELECT count(*)::int AS n FROM equipment e WHERE e.deleted_at IS NULL AND ${units}`,
      );
      expect(areas.reduce((sum, { total }) => sum + total, 0) + (unlocated ?? 0)).toBe(all?.n);
      expect(plain(areas)).toEqual((await grouped(PROVINCE, units)).sort(byArea));
      expect(areas.length).toBeGreaterThan(0);
      expect(buildings).toEqual([]);
      for (const { area: parentArea } of areas) {
        const within = `${units} AND ${PROVINCE} = '${parentArea}'`;
        const below = await map(actor, { ...narrowed, level: 2, parentArea });
        const city = ['上海', '深圳'].includes(parentArea) ? `coalesce(e.district, '')` : `replace(e.city, '市', '')`;
        expect(plain(below.areas)).toEqual((await grouped(city, within)).sort(byArea));
        expect(below.unlocated).toBeNull();
        const towers = (await grouped('e.building_name', within)).sort(byArea);
        const found = await map(actor, { ...narrowed, level: 3, parentArea });
        expect(plain(found.buildings.map((row) => ({ ...row, area: row.building ?? '' })))).toEqual(towers);
        for (const { area, total } of below.areas) {
          const one = await map(actor, { ...narrowed, level: 3, parentArea, area });
          expect([area, one.buildings.reduce((sum, row) => sum + row.total, 0)]).toEqual([area, total]);
        }
      }
    },
  );

  it('of key accounts has unhealthy units, and the project of a building; of others nothing is said', async () => {
    // More than two of the unit's own fault in 30 days: of U01 four, of U05 three, of U13 two, of U02 three that are too old.
    await pool().query(`
      INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, person_trapped, scsa, create_date, close_date, job_update_date)
      SELECT 'H-' || no || '-' || i, no, 'B1', 'Customer call', 'CLSO', false, '1', d, d + interval '1 h', d
        FROM (VALUES ('U01', 4, 3), ('U05', 3, 29), ('U13', 2, 3), ('U02', 3, 31)) AS v(no, calls, back),
             LATERAL generate_series(1, calls) i, LATERAL (SELECT to_timestamp(${NOW / 1000}) - back * interval '1 day' AS d) t`);
    await keepCallbackFacts(NOW);
    forgetCounts();
    const HEALTH = `EXISTS (SELECT 1 FROM callback c WHERE c.equipment_no = e.equipment_no AND c.scsa = '1' AND c.job_status <> 'CLSC'
        AND (c.create_date AT TIME ZONE 'Asia/Shanghai')::date > (to_timestamp(${NOW / 1000}) AT TIME ZONE 'Asia/Shanghai')::date - 30
      HAVING count(*) > 2)`;
    const counted = await rows<{ area: string; unhealthy: number }>(
      `SELECT ${PROVINCE} AS area, count(*) FILTER (WHERE ${HEALTH})::int AS unhealthy FROM equipment e
        WHERE ${PLACED} AND ${inProjects('P1', 'P3')} GROUP BY 1`,
    );
    const { areas } = await map(HEAD, { view: 'ka' });
    expect(areas.map(({ area, unhealthy }) => ({ area, unhealthy })).sort(byArea)).toEqual(counted.sort(byArea));
    expect(counted.find(({ area }) => area === '上海')?.unhealthy).toBeGreaterThan(1);
    const { buildings } = await map(HEAD, { view: 'ka', level: 3, parentArea: '上海' });
    for (const { building, projectId } of buildings) {
      const [most] = await rows<{ id: string }>(
        `SELECT project_id AS id FROM (SELECT e.equipment_no, min(p.project_id) AS project_id FROM equipment e JOIN project_equipment p USING (equipment_no)
            WHERE ${PLACED} AND p.project_id IN ('P1', 'P3') AND e.building_name = '${building}' GROUP BY 1) u GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
      );
      expect([building, projectId]).toEqual([building, most?.id]);
    }
    expect(buildings.reduce((sum, { unhealthy = 0 }) => sum + unhealthy, 0)).toBe(
      counted.find(({ area }) => area === '上海')?.unhealthy,
    );
    const [other] = (await map(HEAD)).areas;
    expect(Object.keys(other ?? {})).not.toContain('unhealthy');
  });

  it('shows nothing of another scope, and refuses what is not the caller’s', async () => {
    const stranger = { ...BRANCH, mappings: { projects: [], branches: ['B2'] } };
    expect((await map(BRANCH)).areas.map(({ area }) => area).sort()).toEqual(['上海', '江苏']);
    expect((await map(stranger, { level: 2, parentArea: '上海' })).areas).toEqual([]);
    expect((await map(stranger, { level: 3, parentArea: '上海' })).buildings).toEqual([]);
    const none = { ...BRANCH, mappings: { projects: [], branches: [] } };
    expect(await map(none)).toMatchObject({ areas: [], unlocated: 0 });
    await expect(map(BRANCH, { branchCode: 'B2' })).rejects.toMatchObject({ id: 'no_object_permission' });
    await expect(map(CUSTOMER, { projectIds: ['P3'] })).rejects.toMatchObject({ id: 'no_object_permission' });
    await expect(map(HEAD, { branchCode: 'NONE' })).rejects.toMatchObject({ id: 'not_found' });
    expect(() => validate(getDashboardMap.input, { view: 'ops', level: 2 })).toThrow();
  });

  it('each number is the list behind it: units, and open call-outs', async () => {
    for (const [name, actor, narrowed] of VIEWS.slice(0, 5)) {
      const reader = { ...actor, authorities: new Set(['EQUIPMENT_READ', 'CALLBACK_READ'] as const) };
      const branchCode = narrowed.branchCode === undefined ? [] : [narrowed.branchCode];
      const listed = async (filters: { place: string; building?: string }) => {
        const asked = { pageIndex: 1, pageSize: 200, ...filters, ...(branchCode.length > 0 ? { branchCode } : {}) };
        const units = await findEquipmentPage(
          reader,
          askable(validate(queryEquipment.input, asked), await unitLimits(reader)),
        );
        const calls = await findCallbackPage(
          reader,
          validate(queryCallbacks.input, {
            ...asked,
            startCreateDate: '2000-01-01',
            endCreateDate: '2026-06-15',
            jobStatus: ['INIT', 'REQU', 'PAGE', 'DISP', 'SITE', 'INTR'],
          }),
          'zh-CN',
        );
        return { total: units.total, openCallbacks: calls.total };
      };
      for (const { area: parentArea, total, openCallbacks } of (await map(reader, narrowed)).areas) {
        const place = placeText({ area: parentArea });
        expect([name, place, await listed({ place })]).toEqual([name, place, { total, openCallbacks }]);
        for (const tower of (await map(reader, { ...narrowed, level: 3, parentArea })).buildings)
          expect(await listed({ place, building: tower.key ?? '' })).toEqual({
            total: tower.total,
            openCallbacks: tower.openCallbacks,
          });
      }
    }
  });

  it('says nothing of call-outs to who may not read them, not even when who may has just asked', async () => {
    expect((await map(HEAD)).areas.map(({ malfunction }) => malfunction)).toContain(2);
    const { areas } = await map({ ...HEAD, username: 'blind', authorities: new Set() });
    expect(new Set(areas.map(({ malfunction }) => malfunction))).toEqual(new Set([null]));
  });

  it('marks where somebody is trapped, for who reads incidents', async () => {
    await pool().query(`INSERT INTO entrapment (equipment_no, start_source, start_at) VALUES ('U14', 'box', now())`);
    const marked = async (actor: Actor, narrowed: Partial<DashIn> = {}) =>
      (await map(actor, narrowed)).areas.filter(({ trapped }) => trapped).map(({ area }) => area);
    const reader = { ...HEAD, authorities: new Set(['MONITOR_READ', ...INCIDENT_READ] as const) };
    expect(await marked(reader)).toEqual(['江苏']);
    expect(await marked(reader, { branchCode: 'B2' })).toEqual([]);
    expect(await marked({ ...HEAD, authorities: new Set() })).toEqual([]);
  });
});
