import { findAreas } from '@/lib/features/map/areas';
import { findBuildings } from '@/lib/features/map/buildings';
import { findUnlocated } from '@/lib/features/map/unlocated';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import { findCallbackPage } from '@/lib/features/callbacks/list';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { askable, unitLimits } from '@/lib/features/equipment/equipment-limits';
import { findEquipmentPage } from '@/lib/features/equipment/list';
import { placeText } from '@/lib/live/units/map-place';
import { INCIDENT_READ } from '@/lib/features/notifications/value-sets';
import { validate } from '@/lib/platform/contract/validate';
import { useFreshDatabase } from '../../support/database';
import { fillWorld } from '../facts/sum-world';

/** The map against the raw rows: no function of the product is in these queries. */

useFreshDatabase();

const HEAD: Actor = {
  sessionId: 's',
  username: 'head',
  nickName: 'head',
  userType: 0,
  customerType: null,
  branchCode: null,
  branchName: 'admin',
  authorities: new Set(['CALLBACK_READ', 'EQUIPMENT_WRITE']),
  mappings: { projects: [], branches: [] },
  focus: null,
  accessVersion: 1,
};
const BRANCH: Actor = {
  ...HEAD,
  username: 'b1',
  branchName: 'B1',
  userType: 2,
  mappings: { projects: [], branches: ['B1'] },
};
/** U08 to U10 are in both of its projects. */
const CUSTOMER: Actor = {
  ...BRANCH,
  username: 'c1',
  userType: 1,
  customerType: 2,
  mappings: { projects: ['P1', 'P2'], branches: [] },
};

const SCOPES = {
  HEAD: 'true',
  BRANCH: `branch_code = 'B1'`,
  CUSTOMER: `equipment_no BETWEEN 'U01' AND 'U14'`,
} as const;
const PAGE = { pageIndex: 1, pageSize: 200, sortField: undefined, sortOrder: 'desc' } as const;

async function rows<T extends object>(sql: string): Promise<T[]> {
  return (await pool().query<T>(sql)).rows;
}
const first = (actor: Actor) => findAreas(actor, { level: 1, parentArea: undefined });
const buildings = (actor: Actor, area: string, rest: Partial<Parameters<typeof findBuildings>[1]> = {}) =>
  findBuildings(actor, { area, level: 1, parentArea: undefined, bounds: undefined, building: undefined, ...rest });

beforeAll(async () => {
  await fillWorld();
  // U01-U06 and U20-U22 Shanghai in three spellings, U07-U10 Suzhou, U12-U14 Shenzhen, U15-U16 Guangzhou, U17 without a
  // position, U18 outside of China, U19 of no known province, U23-U24 in the Guangxi of two spellings.
  await pool().query(`
    UPDATE equipment SET province = x.province, city = x.city, district = x.district, longitude = x.lon, latitude = x.lat, building_name = x.building, address = x.building || '1号'
      FROM (SELECT equipment_no AS no, i, CASE WHEN i <= 3 THEN '上海' WHEN i <= 6 OR i IN (20, 21, 22) THEN '上海市' WHEN i <= 11 THEN '江苏省' WHEN i <= 16 THEN '广东省'
                        WHEN i = 19 THEN '未知' WHEN i = 23 THEN '广西壮族自治区' WHEN i = 24 THEN '广西' ELSE '江苏' END AS province,
                   CASE WHEN i <= 6 OR i >= 20 AND i <= 22 THEN '上海市' WHEN i <= 9 THEN '苏州市' WHEN i <= 11 THEN '苏州' WHEN i <= 14 THEN '深圳市' WHEN i <= 16 THEN '广州市' END AS city,
                   CASE WHEN i <= 4 THEN '浦东新区' WHEN i <= 6 THEN '静安区' END AS district,
                   CASE WHEN i = 17 THEN NULL WHEN i = 18 THEN 12.5 ELSE 121.5 + i / 1000.0 END AS lon, CASE WHEN i = 17 THEN NULL ELSE 31.2 END AS lat,
                   '楼' || i / 4 AS building
              FROM equipment, LATERAL (SELECT right(equipment_no, 2)::int AS i) n) x WHERE x.no = equipment_no`);
  await pool().query(`
    INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, person_trapped, create_date, job_update_date)
    SELECT 'C-' || no || '-' || status, no, 'B1', 'Customer call', status, false, now(), now()
      FROM (VALUES ('U01', 'SITE'), ('U01', 'INIT'), ('U02', 'CLSO'), ('U08', 'PAGE'), ('U03', 'CLSC')) AS v(no, status)`);
});
beforeEach(() => forgetCounts());

describe('Areas of the first level', () => {
  it.each(Object.entries({ HEAD, BRANCH, CUSTOMER }))(
    '[MAP-001] provinces and units without a place are the units of %s, each once',
    async (name, actor) => {
      const { areas, unlocated } = await first(actor);
      const scope = `deleted_at IS NULL AND ${SCOPES[name as keyof typeof SCOPES]}`;
      const [all] = await rows<{ n: number }>(`SELECT count(*)::int AS n FROM equipment WHERE ${scope}`);
      expect(areas.reduce((sum, { total }) => sum + total, 0) + (unlocated ?? 0)).toBe(all?.n);
      const expected = await rows<{ area: string }>(`
        SELECT CASE WHEN city LIKE '深圳%' THEN '深圳' ELSE substr(province, 1, 2) END AS area, count(*)::int AS total,
               count(*) FILTER (WHERE equipment_no IN ('U01', 'U08'))::int AS malfunction
          FROM equipment WHERE ${scope} AND equipment_no NOT IN ('U17', 'U18', 'U19') GROUP BY 1`);
      const byArea = (a: { area: string }, b: { area: string }) => a.area.localeCompare(b.area);
      const shown = areas.map(({ area, total, malfunction }) => ({ area, total, malfunction }));
      expect(shown.sort(byArea)).toEqual(expected.sort(byArea));
      expect((await findUnlocated(actor, PAGE)).total).toBe(unlocated);
    },
  );

  it('[MAP-004] [MAP-008] a unit with two open call-outs is one; without the right to read them nothing is said', async () => {
    const shanghai = (await first(HEAD)).areas.find(({ area }) => area === '上海');
    expect(shanghai).toMatchObject({ parentArea: null, level: 1, total: 9, malfunction: 1 });
    const { areas } = await first({ ...HEAD, authorities: new Set() });
    expect(new Set(areas.map(({ malfunction }) => malfunction))).toEqual(new Set([null]));
  });

  it('the focus narrows the map, a deleted unit is gone, a moved one counts where it is now', async () => {
    const sumOf = async (actor: Actor) => (await first(actor)).areas.reduce((sum, { total }) => sum + total, 0);
    expect(await sumOf({ ...CUSTOMER, focus: ['P2'] })).toBe(6);
    const before = await first(HEAD);
    await pool().query(`UPDATE equipment SET province = '海南省' WHERE equipment_no = 'U23'`);
    await pool().query(`UPDATE equipment SET deleted_at = now() WHERE equipment_no = 'U24'`);
    forgetCounts();
    const after = await first(HEAD);
    await pool().query(
      `UPDATE equipment SET province = '广西壮族自治区', deleted_at = NULL WHERE equipment_no IN ('U23', 'U24')`,
    );
    const of = ({ areas }: typeof before, name: string) => areas.find(({ area }) => area === name)?.total ?? 0;
    expect([of(before, '广西'), of(after, '广西'), of(after, '海南')]).toEqual([2, 0, 1]);
  });

  it('[MAP-012] a province that nobody knows, a point outside China and none at all are unlocated, no error', async () => {
    expect((await findUnlocated(HEAD, PAGE)).records.map(({ equipmentNo }) => equipmentNo)).toEqual([
      'U17',
      'U18',
      'U19',
    ]);
  });
});

/** What the equipment list finds by the address of a number. */
const listed = async (actor: Actor, filters: Record<string, string>) =>
  (
    await findEquipmentPage(
      actor,
      askable(validate(queryEquipment.input, { pageIndex: 1, pageSize: 200, ...filters }), await unitLimits(actor)),
    )
  ).total;

describe('The list behind a number', () => {
  it.each(Object.entries({ HEAD, BRANCH, CUSTOMER, FOCUSED: { ...CUSTOMER, focus: ['P2'] } }))(
    '[MAP-004] has as many rows as the number of every area and building says: %s',
    async (_, actor) => {
      let seen = 0;
      const expectListed = async (filters: Record<string, string>, total: number) => {
        expect([filters, await listed(actor, filters)]).toEqual([filters, total]);
        seen += 1;
      };
      const { areas, unlocated } = await first(actor);
      await expectListed({ place: '未定位' }, unlocated ?? -1);
      await expectListed(
        { place: '全国' },
        areas.reduce((all, row) => all + row.total, 0),
      );
      for (const { area, total } of areas) {
        await expectListed({ place: placeText({ area }) }, total);
        for (const row of (await findAreas(actor, { level: 2, parentArea: area })).areas)
          await expectListed({ place: placeText({ area, second: row.area }) }, row.total);
        for (const row of await buildings(actor, area))
          await expectListed({ place: placeText({ area }), building: row.key ?? '' }, row.total);
      }
      expect(seen).toBeGreaterThan(5);
    },
  );

  it('[MAP-004] of open call-outs is the list of call-outs of that place, each once', async () => {
    const reader = { ...HEAD, authorities: new Set(['CALLBACK_READ', 'EQUIPMENT_READ'] as const) };
    const calls = async (filters: Record<string, string>) =>
      (
        await findCallbackPage(
          reader,
          validate(queryCallbacks.input, {
            pageIndex: 1,
            pageSize: 200,
            startCreateDate: '2000-01-01',
            endCreateDate: '2100-01-01',
            jobStatus: ['INIT', 'REQU', 'PAGE', 'DISP', 'SITE', 'INTR'],
            ...filters,
          }),
          'zh-CN',
        )
      ).records.map(({ callbackId }) => callbackId);
    // A unit with two open call-outs is one unit of the map and two rows of the list.
    const shanghai = (await first(reader)).areas.find(({ area }) => area === '上海');
    expect([shanghai?.malfunction, shanghai?.openCallbacks]).toEqual([1, 2]);
    expect((await buildings(reader, '上海')).map(({ openCallbacks }) => openCallbacks).sort()).toContain(2);
    expect((await first({ ...HEAD, authorities: new Set() })).areas[0]?.openCallbacks).toBeNull();
    expect((await calls({ place: '全国/上海' })).sort()).toEqual(['C-U01-INIT', 'C-U01-SITE']);
    expect(await calls({ place: '全国/江苏/苏州' })).toEqual(['C-U08-PAGE']);
    expect(await calls({ place: '全国/江苏/苏州', building: 'n:楼2|楼21号' })).toEqual(['C-U08-PAGE']);
    expect(await calls({ place: '全国/江苏', building: 'n:楼9|楼91号' })).toEqual([]);
    expect(await calls({ place: '江苏' })).toEqual([]);
  });

  it('is empty for what is no place', async () => {
    expect(await listed(HEAD, { place: '上海' })).toBe(0);
    expect(await listed(HEAD, { building: 'x' })).toBe(0);
  });

  it('finds a building without a code by a name with a bar, and one without an address', async () => {
    await pool().query(
      `UPDATE equipment SET building_name = 'A|B', address = CASE equipment_no WHEN 'U15' THEN 'x|y' END WHERE equipment_no IN ('U15', 'U16')`,
    );
    const found = await buildings(HEAD, '广东');
    expect(found.map(({ building }) => building)).toEqual(['A|B', 'A|B']);
    for (const { key, total } of found) expect(await listed(HEAD, { building: key ?? '' })).toBe(total);
  });
});

describe('Trapped persons', () => {
  it('mark the area and the building until the release, for who reads incidents', async () => {
    const reader = { ...HEAD, authorities: new Set(['MONITOR_READ', ...INCIDENT_READ] as const) };
    await pool().query(`INSERT INTO entrapment (equipment_no, start_source, start_at) VALUES ('U02', 'box', now())`);
    const marked = async (actor: Actor) => {
      forgetCounts();
      const { areas } = await first(actor);
      return areas.filter(({ trapped }) => trapped).map(({ area }) => area);
    };
    expect(await marked(reader)).toEqual(['上海']);
    expect(await marked({ ...HEAD, authorities: new Set() })).toEqual([]);
    const tower = (await buildings(reader, '上海')).filter(({ trapped }) => trapped);
    expect(tower.map(({ building }) => building)).toEqual(['楼0']);
    const [one] = await buildings(reader, '上海', { building: tower[0]?.key ?? '' });
    expect(one?.units?.filter(({ trapped }) => trapped).map(({ equipmentNo }) => equipmentNo)).toEqual(['U02']);
    await pool().query(`UPDATE entrapment SET released_at = now(), release_source = 'box'`);
    expect(await marked(reader)).toEqual([]);
  });
});

describe('Units without a place', () => {
  it('are sorted both ways', async () => {
    const sorted = async (sortOrder: 'asc' | 'desc') =>
      (await findUnlocated(HEAD, { ...PAGE, sortField: 'equipmentName', sortOrder })).records.map(
        (row) => row.equipmentNo,
      );
    expect(await sorted('desc')).toEqual([...(await sorted('asc'))].reverse());
  });
});

describe('Areas below', () => {
  it('are cities by their short names, districts in a municipality, and add up to their parent', async () => {
    const below = async (parentArea: string, level = 2) =>
      (await findAreas(HEAD, { level, parentArea })).areas.map(({ area, total }) => [area, total]);
    expect(await below('江苏')).toEqual([['苏州', 4]]);
    expect(await below('上海')).toEqual([
      ['浦东新区', 4],
      ['', 3],
      ['静安区', 2],
    ]);
    expect(await below('广东')).toEqual([['广州', 2]]);
    expect(await below('上海', 3)).toEqual([
      ['浦东新区', 4],
      ['', 3],
      ['静安区', 2],
    ]);
  });
});

describe('Buildings', () => {
  it('[MAP-005] [MAP-009] add up to their area, by kind; other kinds count in the total alone', async () => {
    const all = await buildings(HEAD, '上海');
    const expected = await rows(`
      SELECT building_name AS building, count(*)::int AS total, count(*) FILTER (WHERE display_type = 'EV')::int AS elevator,
             count(*) FILTER (WHERE display_type = 'ES')::int AS escalator, count(*) FILTER (WHERE equipment_no = 'U01')::int AS malfunction
        FROM equipment WHERE province LIKE '上海%' AND deleted_at IS NULL GROUP BY 1 ORDER BY 1`);
    expect(
      all
        .map(({ building, total, elevator, escalator, malfunction }) => ({
          building,
          total,
          elevator,
          escalator,
          malfunction,
        }))
        .sort((a, b) => String(a.building).localeCompare(String(b.building))),
    ).toEqual(expected);
  });

  it('one of them names its units and open call-outs, those in scope alone', async () => {
    const [tower] = (await buildings(HEAD, '上海')).filter(({ building }) => building === '楼0');
    const [one] = await buildings(HEAD, '上海', { building: tower?.key ?? '' });
    expect(one?.units?.map(({ equipmentNo, malfunction }) => [equipmentNo, malfunction])).toEqual([
      ['U01', true],
      ['U02', false],
      ['U03', false],
    ]);
    expect(one?.callbackIds?.slice().sort()).toEqual(['C-U01-INIT', 'C-U01-SITE']);
    const stranger = { ...CUSTOMER, mappings: { projects: ['P3'], branches: [] } };
    expect(await buildings(stranger, '上海', { building: tower?.key ?? '' })).toEqual([]);
  });

  it('bounds cut, also over the edge of the world of units', async () => {
    const bounds = { west: 121.5015, south: 31, east: 180, north: 90 };
    const total = (await buildings(HEAD, '上海', { bounds })).reduce((sum, row) => sum + row.total, 0);
    expect(total).toBe(8);
  });

  it('more than 2,000 become squares of a grid with the same sums', async () => {
    await pool().query(`
      INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, province, city, longitude, latitude, building_name, address, update_date)
      SELECT 'G' || i, 'G' || i, 'YAE_ESC', 'ES', 'B2', '海南省', '海口市', 110 + i % 50 / 100.0, 20 + i / 5000.0, 'G' || i, 'a', now() FROM generate_series(1, 2001) i`);
    const squares = await buildings(HEAD, '海南');
    expect(squares.length).toBeLessThanOrEqual(2000);
    expect(squares.reduce((sum, { total }) => sum + total, 0)).toBe(2001);
    expect(squares.reduce((sum, row) => sum + row.buildings, 0)).toBe(2001);
    expect(squares.some(({ key }) => key === null)).toBe(true);
    await pool().query(`DELETE FROM equipment WHERE equipment_no = 'G1'`);
    expect(await buildings(HEAD, '海南')).toHaveLength(2000);
  });
});
