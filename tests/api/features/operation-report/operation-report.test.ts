import { readXlsx } from 'hucre/xlsx';
import { readFigures } from '@/lib/features/facts/internal/read-figures';
import type { OperationRow, RunDay } from '@/lib/features/operation-report/contract';
import { OPERATION_SORT_FIELDS } from '@/lib/features/operation-report/contract';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { handleSms } from '@/lib/platform/door/web-door';
import { formatDate } from '@/lib/platform/i18n/format';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { callSms, ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, without } from '../strategies/support/strategy';
import { createRunWorld, SCOPES } from './world';

/** What units did over some days, out of their raw days. */

useFreshDatabase();

const DAY_MS = 86_400_000;
const back = (days: number) => formatDate(Date.now() - days * DAY_MS);
const today = back(0);
/** A week with today in it; a year, which is read from months and days at its ends; two months within. */
const WINDOWS = [
  { startDate: back(6), endDate: today },
  { startDate: back(365), endDate: today },
  { startDate: back(100), endDate: back(40) },
] as const;
type Window = (typeof WINDOWS)[number];

type Page = { total: number; records: OperationRow[] };
const PATH = 'equipment/equipmentRunCount';
const ask = (who: string, input: object) => call<Page>(who, 'POST', PATH, { pageSize: 200, ...input });

beforeAll(() => createRunWorld(), 120_000);
beforeEach(async () => {
  resetLimits();
  forgetCounts();
  await db().userStrategy.deleteMany();
  forgetStrategies();
});
afterAll(closePortal);

/** Of the raw days: was the unit seen for at least half of it? An imported day says what is unknown alone. */
const SEEN = 'coalesce(d.seen, d.unknown_sec * 2 <= d.available_sec + d.equipment_fault_sec)';
const hours = (seconds: string) => `round(${seconds} / 3600.0, 2)::float8`;

/** The report by a query of its own, from the rows of days alone. */
async function expected(condition: string, { startDate, endDate }: Window): Promise<OperationRow[]> {
  const { rows } = await pool().query<OperationRow>(
    `SELECT e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", e.equipment_type AS "equipmentType", e.display_type::text AS "displayType",
            ${hours('sum(d.run_sec)')} AS "runTimeCount", sum(d.trips)::int AS "runCount", sum(d.openings)::int AS "openDoorCount",
            ${hours(`sum(d.available_sec + d.equipment_fault_sec - d.fault_sec - d.unknown_sec) FILTER (WHERE ${SEEN})`)} AS "normalTimeCount",
            CASE WHEN bool_or(${SEEN}) OR sum(d.fault_sec) > 0 THEN ${hours('sum(d.fault_sec)')} END AS "errorTimeCount", sum(d.passengers)::int AS "passengersCount"
       FROM equipment e LEFT JOIN equipment_day d ON d.equipment_no = e.equipment_no AND d.day BETWEEN '${startDate}' AND '${endDate}'
      WHERE e.deleted_at IS NULL AND (${condition}) GROUP BY e.equipment_no ORDER BY e.equipment_no`,
  );
  return rows;
}

async function fileOf(who: string, input: object) {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${PATH}/download`, {
      method: 'POST',
      headers: { ...(await headersOf(who)), 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  );
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  return { response, rows: sheets[0]?.rows ?? [] };
}
const cells = ({ displayType, equipmentType: _code, ...row }: OperationRow) => {
  const { equipmentNo, equipmentName, ...sums } = row;
  const kind = { EV: '直梯', ES: '扶梯', WW: '人行道', OTHER: '其他设备' }[displayType];
  return [equipmentNo, equipmentName, kind, ...Object.values(sums)];
};

it('[OPER-006] [OPER-007] [API-085] [API-104] [API-105] rows and file are what the raw days say, in five scopes and three windows', async () => {
  for (const [who, scope] of Object.entries(SCOPES))
    for (const window of WINDOWS) {
      const rows = await expected(scope, window);
      const { code, data } = await ask(who, { ...window, sortField: 'equipmentNo', sortOrder: 'asc' });
      expect([who, window, code, data.total]).toEqual([who, window, 200, rows.length]);
      expect(data.records).toEqual(rows);
      const file = await fileOf(who, { ...window, sortField: 'equipmentNo', sortOrder: 'asc' });
      expect(file.rows.slice(1)).toEqual(rows.map(cells));
    }
  const { records } = (await ask('platformAdmin', WINDOWS[0])).data;
  const of = (no: string) => records.find(({ equipmentNo }) => equipmentNo === no);
  // Who never counted, who has no box and who is silent: no zeros.
  expect(of('R07')).toMatchObject({ runTimeCount: null, runCount: null, passengersCount: null });
  expect(of('R10')).toMatchObject({ runCount: null, normalTimeCount: null });
  expect(of('R11')).toMatchObject({ runCount: null, normalTimeCount: null });
}, 120_000);

it('the sums of the rows are the figures of the portal', async () => {
  const { records } = (await ask('runBranch', WINDOWS[1])).data;
  const sum = (field: 'runCount' | 'passengersCount' | 'normalTimeCount' | 'errorTimeCount') =>
    records.reduce((all, row) => all + (row[field] ?? 0), 0);
  const token = (await headersOf('runBranch')).authorization?.slice('Bearer '.length) ?? '';
  const { actor } = await actorOfAccessToken(token);
  const { rows } = await readFigures(actor, {
    from: WINDOWS[1].startDate,
    until: WINDOWS[1].endDate,
    by: 'all',
    focus: true,
    equipmentNos: records.map(({ equipmentNo }) => equipmentNo),
  });
  const figures = rows[0]?.figures;
  expect([sum('runCount'), sum('passengersCount')]).toEqual([figures?.trips.value, figures?.passengers.value]);
  expect(sum('normalTimeCount')).toBeCloseTo((figures?.normalTime.value ?? 0) / 3600, 0);
  expect(sum('errorTimeCount')).toBeCloseTo((figures?.faultTime.value ?? 0) / 3600, 0);
}, 60_000);

const NUMBERS = [
  ...['runTimeCount', 'runCount', 'openDoorCount', 'normalTimeCount', 'errorTimeCount', 'passengersCount'],
] as readonly Exclude<keyof RunDay, 'date' | 'flagged'>[];
const daysOf = (who: string, no: string, { startDate, endDate }: Partial<Window>) =>
  call<RunDay[]>(who, 'GET', `${PATH}/daily/${no}?startDate=${startDate ?? ''}&endDate=${endDate ?? ''}`);
/** What a reader adds up; null where every day says -. */
const added = (days: readonly RunDay[], name: (typeof NUMBERS)[number]) => {
  const known = days.flatMap((day) => day[name] ?? []);
  return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) * 100 + 1e-6) / 100;
};

it('[OPER-006] the days behind a number are those of the range and add up to it, in three windows', async () => {
  for (const window of WINDOWS) {
    const { records } = (await ask('platformAdmin', window)).data;
    for (const row of records) {
      const { code, data } = await daysOf('platformAdmin', row.equipmentNo, window);
      const length = (Date.parse(window.endDate) - Date.parse(window.startDate)) / DAY_MS + 1;
      expect([code, data.length, data[0]?.date, data.at(-1)?.date]).toEqual([
        200,
        length,
        window.startDate,
        window.endDate,
      ]);
      const shown = Object.fromEntries(NUMBERS.map((name) => [name, row[name]]));
      expect([row.equipmentNo, Object.fromEntries(NUMBERS.map((name) => [name, added(data, name)]))]).toEqual([
        row.equipmentNo,
        shown,
      ]);
    }
    const marked = (await daysOf('platformAdmin', 'R01', WINDOWS[1])).data.filter(({ flagged }) => flagged).length;
    const { rows } = await pool().query<{ n: number }>(
      `SELECT count(*)::int AS n FROM equipment_day WHERE equipment_no = 'R01' AND flagged AND day >= '${WINDOWS[1].startDate}'`,
    );
    expect(marked).toBe(rows[0]?.n);
  }
}, 60_000);

it('days of a foreign unit are 511, of an unknown one 404, without a right range 400, without the authority 403', async () => {
  expect((await daysOf('runBranch', 'R14', WINDOWS[0])).code).toBe(511);
  expect((await daysOf('runBranch', 'NONE', WINDOWS[0])).code).toBe(404);
  expect((await daysOf('customerLite', 'R01', WINDOWS[0])).code).toBe(403);
  for (const range of [{}, { startDate: today, endDate: back(1) }, { startDate: back(366), endDate: today }])
    expect([range, (await daysOf('runBranch', 'R01', range as Partial<Window>)).code]).toEqual([range, 400]);
});

it('[OPER-003] [OPER-004] keyword, type and the filters of a link narrow it; with focus too', async () => {
  const narrowed: readonly (readonly [object, string])[] = [
    [{ keyword: '中庭' }, `e.equipment_name LIKE '%中庭%'`],
    [{ keyword: 'r1' }, `e.equipment_no ILIKE '%r1%'`],
    [{ equipmentType: 1 }, `e.display_type IN ('ES', 'WW')`],
    [{ equipmentType: 2 }, `e.display_type = 'EV'`],
    [{ unitType: 'NonESC' }, `e.display_type IN ('EV', 'OTHER')`],
    [{ projectId: 'P-2' }, `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id = 'P-2')`],
    [{ branchCode: 'B02' }, `e.branch_code = 'B02'`],
    [{ city: '上海', equipmentType: 2 }, `e.city = '上海' AND e.display_type = 'EV'`],
  ];
  for (const [input, condition] of narrowed) {
    const { data } = await ask('platformAdmin', { ...WINDOWS[0], ...input });
    expect([input, data.records]).toEqual([input, await expected(condition, WINDOWS[0])]);
  }
  const headers = { ...(await headersOf('runBranch')), projectId: 'P-2' };
  const focused = await callSms<Page>('POST', PATH, { body: { ...WINDOWS[0], pageSize: 200 }, headers });
  expect(focused.data.records).toEqual(
    await expected(
      `e.branch_code = 'B01' AND e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id = 'P-2')`,
      WINDOWS[0],
    ),
  );
  // The number of a link is the number of units that the equipment list shows for the same filters.
  for (const input of [{ unitType: 'ESC' }, { projectId: ['P-1', 'P-2'] }, { branchCode: 'B01', city: '上海' }]) {
    const units = await call<Page>('platformAdmin', 'POST', 'equipment/query', input);
    expect((await ask('platformAdmin', { ...WINDOWS[0], ...input })).data.total).toBe(units.data.total);
  }
}, 60_000);

it('is sorted by every column in both directions, units that counted nothing last; pages are parts of it', async () => {
  const all = await expected('true', WINDOWS[0]);
  for (const sortField of OPERATION_SORT_FIELDS)
    for (const sortOrder of ['asc', 'desc'] as const) {
      const { data } = await ask('platformAdmin', { ...WINDOWS[0], sortField, sortOrder });
      const values = data.records.map((row) => row[sortField]);
      const known = values.filter((value) => value !== null);
      expect([sortField, values.slice(known.length).every((value) => value === null)]).toEqual([sortField, true]);
      if (sortField !== 'equipmentName') {
        const isUp = sortOrder === 'asc';
        const sorted = [...known].sort((a, b) => (a === b ? 0 : a < b === isUp ? -1 : 1));
        expect([sortField, sortOrder, known]).toEqual([sortField, sortOrder, sorted]);
      }
      expect(data.records).toHaveLength(all.length);
      const parts = [];
      for (let pageIndex = 1; parts.length < all.length; pageIndex += 1) {
        const one = await ask('platformAdmin', { ...WINDOWS[0], sortField, sortOrder, pageIndex, pageSize: 7 });
        parts.push(...one.data.records);
      }
      expect(parts).toEqual(data.records);
    }
}, 120_000);

it('[OPER-001] [OPER-002] [OPER-008] a range is required, in order, not in the future, of at most 366 days', async () => {
  const REQUIRED = '开始日期和结束日期必须选择';
  for (const path of [PATH, `${PATH}/download`])
    for (const [range, message] of [
      [{}, REQUIRED],
      [{ startDate: today }, REQUIRED],
      [{ endDate: today }, REQUIRED],
      [{ startDate: today, endDate: back(1) }, '开始日期不能大于结束日期'],
      [{ startDate: today, endDate: back(-1) }, '日期不能晚于今天'],
      [{ startDate: back(366), endDate: today }, '日期范围不能超过366天'],
    ] as const) {
      const answer = await call<{ fields?: Record<string, string> }>('platformAdmin', 'POST', path, range);
      expect([path, range, answer.code]).toEqual([path, range, 400]);
      expect(JSON.stringify(answer)).toContain(message);
    }
  expect((await ask('platformAdmin', { startDate: back(365), endDate: today })).code).toBe(200);
});

it('[OPER-009] the file is called 客流统计表 with the day, and has the order of the list', async () => {
  const order = { ...WINDOWS[0], sortField: 'passengersCount', sortOrder: 'desc' };
  const { response, rows } = await fileOf('platformAdmin', order);
  expect(response.headers.get('content-disposition')).toContain(
    encodeURIComponent(`客流统计表${today.replaceAll('-', '')}.xlsx`),
  );
  expect(rows[0]).toEqual([
    ...['设备号', '设备名称', '设备类型', '累计运行时间(h)', '运行次数', '开门次数'],
    ...['正常时间(h)', '故障时间(h)', '客流量'],
  ]);
  expect(rows.slice(1)).toEqual((await ask('platformAdmin', order)).data.records.map(cells));
});

it('a data strategy cuts the days and leaves out what it withholds, and no order tells it', async () => {
  const strategy = { ...EVERYTHING, strategyId: 'S', strategyName: 'S', level: 'default' } as const;
  await db().userStrategy.create({
    data: { ...strategy, historyMonths: 1, dataGroups: without('faults', 'passengers') },
  });
  forgetStrategies();
  const { data } = await ask('runCustomer', { ...WINDOWS[1], sortField: 'passengersCount', sortOrder: 'desc' });
  expect(data).toMatchObject({ historyMonths: 1 });
  const numbers = data.records.map(({ equipmentNo }) => equipmentNo);
  expect(numbers).toEqual([...numbers].sort());
  for (const row of data.records)
    expect(row).toMatchObject({ normalTimeCount: null, errorTimeCount: null, passengersCount: null });
  expect(data.records.some(({ runCount }) => runCount !== null)).toBe(true);
  expect((await ask('runCustomer', WINDOWS[2])).code).toBe(403);
  const days = await daysOf('runCustomer', 'R01', WINDOWS[1]);
  const row = data.records.find(({ equipmentNo }) => equipmentNo === 'R01');
  expect(NUMBERS.map((name) => added(days.data, name))).toEqual(NUMBERS.map((name) => row?.[name]));
  expect(days.data.length).toBeLessThan(40);
});

it('who has not EQUIPMENT_RUN_STATISTICS is refused', async () => {
  expect((await ask('customerLite', WINDOWS[0])).code).toBe(403);
});
