import { readXlsx } from 'hucre/xlsx';
import type { EnergyDay, EnergySavingRow } from '@/lib/features/energy-saving/contract';
import { ENERGY_SORT_FIELDS } from '@/lib/features/energy-saving/contract';
import { computeDay } from '@/lib/features/facts/compute';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { handleSms } from '@/lib/platform/door/web-door';
import { formatDate } from '@/lib/platform/i18n/format';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { auditedChange } from '../../../support/audit';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { createRunWorld, SCOPES } from '../operation-report/world';
import { EVERYTHING, without } from '../strategies/support/strategy';

/** What units consume and save, out of their raw days; powers with their history. */

useFreshDatabase();

const DAY_MS = 86_400_000;
const today = formatDate(Date.now());
const monthsBack = (months: number) => {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
};
const THIS = monthsBack(0);
/** The month before; a year up to today. */
const WINDOWS = [
  { startMonth: monthsBack(1), endMonth: monthsBack(1) },
  { startMonth: monthsBack(11), endMonth: THIS },
] as const;
type Window = (typeof WINDOWS)[number];

interface Page {
  readonly total: number;
  readonly records: EnergySavingRow[];
  readonly historyMonths?: number;
}
type Summary = Record<'energyCount' | 'perUnitDay' | 'standbyShare' | 'savingShare' | 'savedCount', number | null>;
const ask = (who: string, input: object) => call<Page>(who, 'POST', 'energySave/query', { pageSize: 200, ...input });
const summary = (who: string, input: object) => call<Summary>(who, 'POST', 'energySave/summary', input);
const save = (who: string, equipmentNo: string, rest: object) =>
  call(who, 'POST', 'energySave/parameter', { equipmentNo, ...rest });

async function changeDays(): Promise<void> {
  // Savings as an import tells them, so that they do not hang on the powers.
  await pool().query(
    `UPDATE equipment_day d SET saved_kwh = d.crawl_sec / 1000.0 FROM equipment e WHERE e.equipment_no = d.equipment_no AND e.display_type IN ('ES', 'WW')`,
  );
  // R01 took much more last month than before; R03 hardly ever rests, R09 half of its time.
  await pool().query(
    `UPDATE equipment_day SET energy_kwh = trips * CASE WHEN day < $1::date THEN 0.1 ELSE 0.2 END WHERE equipment_no = 'R01' AND trips IS NOT NULL`,
    [`${WINDOWS[0].startMonth}-01`],
  );
  await pool().query(
    `UPDATE equipment_day SET full_sec = 80000, crawl_sec = 100, standby_sec = 0 WHERE equipment_no = 'R03'`,
  );
  await pool().query(
    `UPDATE equipment_day SET full_sec = 20000, crawl_sec = 10000, standby_sec = 10000 WHERE equipment_no = 'R09'`,
  );
}

beforeAll(() => createRunWorld(changeDays), 120_000);
beforeEach(async () => {
  resetLimits();
  forgetCounts();
  await db().userStrategy.deleteMany();
  forgetStrategies();
});
afterAll(closePortal);

const daysOf = ({ startMonth, endMonth }: Window) =>
  `d.day >= '${startMonth}-01' AND d.day < '${endMonth}-01'::date + interval '1 month' AND d.day <= '${today}'`;
/** As many months before; of the running month's window as many days. */
const beforeOf = ({ startMonth, endMonth }: Window) => {
  const first = `'${startMonth}-01'::date`;
  const length =
    endMonth === THIS && today !== formatDate(Date.parse(`${today.slice(0, 7)}-28`) + 4 * DAY_MS)
      ? `(('${today}'::date - ${first}) + 1) * interval '1 day'`
      : `age('${endMonth}-01'::date + interval '1 month', ${first})`;
  return `d.day >= ${first} - ${length} AND d.day < ${first}`;
};
const STEPS = `e.display_type IN ('ES', 'WW')`;
const sum = (column: string) => `sum(d.${column}) FILTER (WHERE w)`;
const hours = (column: string) => `round(${sum(column)} / 3600.0, 2)::float8`;
const cutPercent = (part: string, whole: string) =>
  `CASE WHEN ${whole} > 0 THEN floor((${part})::float8 / ${whole} * 10000 + 1e-9) / 100 END`;
const speeds = `(coalesce(${sum('full_sec')}, 0) + coalesce(${sum('crawl_sec')}, 0) + coalesce(${sum('standby_sec')}, 0))`;
const rests = `(coalesce(${sum('crawl_sec')}, 0) + coalesce(${sum('standby_sec')}, 0))`;
const USE = `CASE WHEN e.display_type = 'EV' THEN d.trips ELSE d.run_sec END`;
const perUse = `sum(d.energy_kwh) FILTER (WHERE w AND ${USE} IS NOT NULL)::float8 / nullif(sum(${USE}) FILTER (WHERE w AND d.energy_kwh IS NOT NULL), 0)`;

/** The list by a query of its own, from the rows of days alone. */
async function expected(condition: string, window: Window): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query<Record<string, unknown>>(
    `SELECT r.*, CASE WHEN "energyCount" IS NULL AND "savingShare" IS NULL THEN 'NODATA' WHEN "savingShare" >= 30 THEN 'SAVING'
                      WHEN per_use > 1.3 * usual THEN 'ABNORMAL' ELSE 'NORMAL' END AS "energyStatus"
       FROM (SELECT e.equipment_no AS "equipmentNo", ${sum('energy_kwh')}::float8 AS "energyCount", ${sum('trips')}::int AS "operationCount", ${hours('run_sec')} AS "operationHours",
                    CASE WHEN e.display_type = 'EV' THEN round((${perUse} * 1000)::numeric, 2)::float8 END AS "perThousandTrips",
                    CASE WHEN e.display_type <> 'EV' THEN round((${perUse} * 3600)::numeric, 2)::float8 END AS "perHour",
                    CASE WHEN ${STEPS} THEN ${hours('full_sec')} END AS "fullHours", CASE WHEN ${STEPS} THEN ${hours('crawl_sec')} END AS "crawlHours",
                    CASE WHEN ${STEPS} THEN ${hours('standby_sec')} END AS "standbyHours",
                    CASE WHEN ${STEPS} THEN ${cutPercent(rests, speeds)} END AS "savingShare",
                    round(((${sum('energy_kwh')} / nullif(sum(d.energy_kwh) FILTER (WHERE b), 0) - 1) * 100)::numeric, 2)::float8 AS "monthOnMonth",
                    CASE WHEN ${STEPS} THEN ${sum('saved_kwh')}::float8 END AS "savedCount", ${perUse} AS per_use,
                    (SELECT CASE WHEN count(*) >= 7 THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY q.energy_kwh::float8 / q.use) END
                       FROM (SELECT u.energy_kwh, CASE WHEN e.display_type = 'EV' THEN u.trips ELSE u.run_sec END AS use FROM equipment_day u
                              WHERE u.equipment_no = e.equipment_no AND u.day < '${window.startMonth}-01' AND u.day >= '${window.startMonth}-01'::date - 90) q
                      WHERE q.energy_kwh IS NOT NULL AND q.use > 0) AS usual
               FROM equipment e LEFT JOIN (SELECT d.*, ${daysOf(window)} AS w, ${beforeOf(window)} AS b FROM equipment_day d) d ON d.equipment_no = e.equipment_no
              WHERE e.deleted_at IS NULL AND (${condition}) GROUP BY e.equipment_no) r ORDER BY 1`,
  );
  return rows.map(({ per_use: _perUse, usual: _usual, ...row }) => row);
}
const NAMES = [
  ...['equipmentNo', 'energyCount', 'operationCount', 'operationHours', 'perThousandTrips', 'perHour', 'fullHours'],
  ...['crawlHours', 'standbyHours', 'savingShare', 'monthOnMonth', 'savedCount', 'energyStatus'],
] as const;
const figures = (row: EnergySavingRow) =>
  Object.fromEntries(NAMES.map((name) => [name, row[name as keyof EnergySavingRow]]));

async function fileOf(who: string, input: object) {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/energySave/download`, {
      method: 'POST',
      headers: { ...(await headersOf(who)), 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  );
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  return { name: response.headers.get('content-disposition') ?? '', rows: sheets[0]?.rows ?? [] };
}

describe('the list', () => {
  it('rows, head and file are what the raw days say, in five scopes and two windows', async () => {
    const states = new Set<unknown>();
    for (const [who, scope] of Object.entries(SCOPES))
      for (const window of WINDOWS) {
        const rows = await expected(scope, window);
        const { code, data } = await ask(who, window);
        expect([who, window, code, data.total]).toEqual([who, window, 200, rows.length]);
        expect(data.records.map(figures)).toEqual(rows);
        rows.forEach(({ energyStatus }) => states.add(energyStatus));

        const file = await fileOf(who, { ...window, sortField: 'equipmentNo', sortOrder: 'asc' });
        expect(file.rows.slice(1).map((cells) => [cells[0], cells[3], cells[11], cells[13]])).toEqual(
          rows.map((row) => [row.equipmentNo, row.energyCount, row.savingShare, row.savedCount]),
        );

        const { rows: sums } = await pool().query<Summary>(
          `SELECT ${sum('energy_kwh')}::float8 AS "energyCount", round(${sum('energy_kwh')} / nullif(count(d.energy_kwh) FILTER (WHERE w), 0), 2)::float8 AS "perUnitDay",
                  ${cutPercent(sum('standby_sec'), speeds)} AS "standbyShare", ${cutPercent(rests, speeds)} AS "savingShare", ${sum('saved_kwh')}::float8 AS "savedCount"
             FROM equipment e JOIN (SELECT d.*, ${daysOf(window)} AS w FROM equipment_day d) d ON d.equipment_no = e.equipment_no
            WHERE e.deleted_at IS NULL AND (${scope})`,
        );
        expect([who, (await summary(who, window)).data]).toEqual([who, sums[0]]);
      }
    expect([...states].sort()).toEqual(['ABNORMAL', 'NODATA', 'NORMAL', 'SAVING']);
  }, 120_000);

  it('is narrowed by keyword, type, project and branch, and its head with it', async () => {
    for (const [input, condition] of [
      [{ key: '中庭' }, `e.equipment_name LIKE '%中庭%'`],
      [{ equipmentType: 1 }, `e.display_type = 'EV'`],
      [{ equipmentType: 2 }, `e.display_type IN ('ES', 'WW')`],
      [{ projectId: 'P-2' }, `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id = 'P-2')`],
      [{ branchCode: 'B02', unitType: 'ESC' }, `e.branch_code = 'B02' AND e.display_type IN ('ES', 'WW')`],
    ] as const) {
      const rows = await expected(condition, WINDOWS[0]);
      const { data } = await ask('platformAdmin', { ...WINDOWS[0], ...input });
      expect([input, data.records.map(figures)]).toEqual([input, rows]);
      const energy = rows.reduce((all, row) => all + Number(row.energyCount ?? 0), 0);
      expect((await summary('platformAdmin', { ...WINDOWS[0], ...input })).data.energyCount ?? 0).toBeCloseTo(
        energy,
        3,
      );
    }
  }, 60_000);

  it('is sorted by every column, what is not known last', async () => {
    for (const sortField of ENERGY_SORT_FIELDS.filter((field) => field !== 'equipmentName'))
      for (const sortOrder of ['asc', 'desc'] as const) {
        const { data } = await ask('platformAdmin', { ...WINDOWS[0], sortField, sortOrder });
        const values = data.records.map((row) => row[sortField]);
        const known = values.filter((value) => value !== null);
        const sorted = [...known].sort((a, b) => (a === b ? 0 : a < b === (sortOrder === 'asc') ? -1 : 1));
        expect([sortField, sortOrder, values]).toEqual([
          sortField,
          sortOrder,
          [...sorted, ...Array<null>(values.length - known.length).fill(null)],
        ]);
      }
  }, 60_000);

  it('months are required, in order, not in the future, at most twelve', async () => {
    for (const path of ['energySave/query', 'energySave/summary', 'energySave/download'])
      for (const [range, message] of [
        [{}, '请选择年月'],
        [{ startMonth: THIS }, '请选择年月'],
        [{ startMonth: THIS, endMonth: monthsBack(1) }, '开始月份不能大于结束月份'],
        [{ startMonth: THIS, endMonth: monthsBack(-1) }, '不能选择未来的月份'],
        [{ startMonth: monthsBack(12), endMonth: THIS }, '月份范围不能超过12个月'],
        [{ startMonth: '2026-13', endMonth: THIS }, '内容不正确'],
      ] as const) {
        const answer = await call('platformAdmin', 'POST', path, range);
        expect([path, range, answer.code]).toEqual([path, range, 400]);
        expect(JSON.stringify(answer)).toContain(message);
      }
  });

  it('a data strategy leaves out energy, what follows from it, and its order', async () => {
    await db().userStrategy.create({
      data: {
        ...EVERYTHING,
        strategyId: 'S',
        strategyName: 'S',
        level: 'default',
        dataGroups: without('energy'),
        historyMonths: 2,
      },
    });
    forgetStrategies();
    const { data } = await ask('runCustomer', { ...WINDOWS[1], sortField: 'energyCount', sortOrder: 'desc' });
    expect(data.historyMonths).toBe(2);
    const numbers = data.records.map(({ equipmentNo }) => equipmentNo);
    expect(numbers).toEqual([...numbers].sort());
    for (const row of data.records) {
      expect(row).toMatchObject({ energyCount: null, perThousandTrips: null, perHour: null, savedCount: null });
      expect(row.energyStatus).not.toBe('ABNORMAL');
    }
    expect((await summary('runCustomer', WINDOWS[1])).data).toMatchObject({ energyCount: null, savedCount: null });
  });
});

describe('days of a unit', () => {
  it('are every day of the months, a counter that ran back is marked', async () => {
    const { code, data } = await call<EnergyDay[]>(
      'runBranch',
      'GET',
      `energySave/daily/R03?startMonth=${WINDOWS[0].startMonth}&endMonth=${WINDOWS[0].endMonth}`,
    );
    expect(code).toBe(200);
    const { rows } = await pool().query(
      `SELECT d.day::text AS date, d.energy_kwh::float8 AS "energyCount", d.trips AS "operationCount", d.run_sec / 3600::float8 AS "operationHours", d.full_sec / 3600::float8 AS "fullHours",
              d.crawl_sec / 3600::float8 AS "crawlHours", d.standby_sec / 3600::float8 AS "standbyHours", d.saved_kwh::float8 AS "savedCount", d.flagged
         FROM equipment_day d WHERE d.equipment_no = 'R03' AND ${daysOf(WINDOWS[0])} ORDER BY 1`,
    );
    expect(data).toEqual(rows);
  });

  it('add up to the numbers of the row, in two windows', async () => {
    const numbers = [
      ...['energyCount', 'operationCount', 'operationHours', 'fullHours', 'crawlHours', 'standbyHours', 'savedCount'],
    ] as readonly Exclude<keyof EnergyDay, 'date' | 'flagged'>[];
    for (const window of WINDOWS)
      for (const row of (await ask('platformAdmin', window)).data.records) {
        const { data } = await call<EnergyDay[]>(
          'platformAdmin',
          'GET',
          `energySave/daily/${row.equipmentNo}?startMonth=${window.startMonth}&endMonth=${window.endMonth}`,
        );
        for (const name of numbers) {
          const known = data.flatMap((day) => day[name] ?? []);
          const added = known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
          const decimals = name.endsWith('Hours') ? 100 : 1000;
          expect([
            row.equipmentNo,
            name,
            added === null ? null : Math.round(added * decimals + 1e-6) / decimals,
          ]).toEqual([row.equipmentNo, name, row[name]]);
        }
      }
  }, 60_000);

  it('of a unit that never counted are known of no day; a foreign unit is 511, an unknown one 404', async () => {
    const path = (no: string) => `energySave/daily/${no}?startMonth=${THIS}&endMonth=${THIS}`;
    const { data } = await call<EnergyDay[]>('platformAdmin', 'GET', path('R07'));
    expect(data).toHaveLength(Number(today.slice(8)));
    expect(data.every((day) => day.energyCount === null && day.operationHours === null)).toBe(true);
    expect((await call('runBranch', 'GET', path('R14'))).code).toBe(511);
    expect((await call('runBranch', 'GET', path('NONE'))).code).toBe(404);
  });
});

describe('powers', () => {
  const history = async (equipmentNo: string) =>
    (await db().energyPower.findMany({ where: { equipmentNo }, orderBy: { fromDay: 'asc' } })).map(
      ({ fromDay, ratedPower }) => [fromDay.toISOString().slice(0, 10), ratedPower && Number(ratedPower)],
    );
  const tomorrow = formatDate(Date.now() + DAY_MS);

  it('are refused out of range, out of order, without the rated one, and of an elevator; nothing is stored', async () => {
    for (const [powers, message] of [
      [{ ratedPower: 201 }, '功率范围为 0 至 200 kW'],
      [{ ratedPower: -1 }, '功率范围为 0 至 200 kW'],
      [{ ratedPower: 8, crawlPower: 9 }, '爬行功率不能大于额定功率'],
      [{ ratedPower: 8, crawlPower: 2, standbyPower: 3 }, '待机功率不能大于爬行功率'],
      [{ ratedPower: 8, standbyPower: 9 }, '待机功率不能大于额定功率'],
      [{ crawlPower: 2 }, '请填写额定功率'],
      [{ ratedPower: 'much' }, '内容不正确'],
    ] as const) {
      const answer = await save('runBranch', 'R03', powers);
      expect([powers, answer.code]).toEqual([powers, 400]);
      expect(JSON.stringify(answer)).toContain(message);
    }
    expect((await save('runBranch', 'R01', { ratedPower: 8 })).code).toBe(400);
    expect(await db().energyPower.count()).toBe(0);
    expect((await save('runBranch', 'R15', { ratedPower: 8 })).code).toBe(511);
    expect((await save('runBranch', 'NONE', { ratedPower: 8 })).code).toBe(404);
    expect((await save('customerLite', 'R03', { ratedPower: 8 })).code).toBe(403);
  });

  it('count from the day after they were entered, a change from its own day; each day by its own', async () => {
    expect((await save('runBranch', 'R06', { ratedPower: 8, crawlPower: 2, standbyPower: 0.5 })).code).toBe(200);
    expect(await auditedChange('saveEnergyParameter')).toMatchObject({ ratedPower: { before: null, after: 8 } });
    // Corrected at once: it still begins tomorrow.
    expect((await save('runBranch', 'R06', { ratedPower: 10, crawlPower: 2, standbyPower: 0.5 })).code).toBe(200);
    expect(await history('R06')).toEqual([[tomorrow, 10]]);
    // As if that was long ago.
    const longAgo = formatDate(Date.now() - 40 * DAY_MS);
    const between = formatDate(Date.now() - 10 * DAY_MS);
    await pool().query(`UPDATE energy_power SET from_day = $1 WHERE equipment_no = 'R06'`, [longAgo]);
    expect((await save('runBranch', 'R06', { ratedPower: 12, crawlPower: 4, standbyPower: 1 })).code).toBe(200);
    expect(await history('R06')).toEqual([
      [longAgo, 10],
      [today, 12],
    ]);
    await pool().query(`UPDATE energy_power SET from_day = $1 WHERE equipment_no = 'R06' AND from_day = $2`, [
      between,
      today,
    ]);
    const days = [41, 40, 11, 10, 9].map((back) => formatDate(Date.now() - back * DAY_MS));
    await pool().query(
      `UPDATE equipment_day SET crawl_sec = 7200, standby_sec = 3600, saved_kwh = 1 WHERE equipment_no = 'R06'`,
    );
    for (const day of days) await computeDay(day, Date.now());
    const { rows } = await pool().query<{ saved: number }>(
      `SELECT saved_kwh::float8 AS saved FROM equipment_day WHERE equipment_no = 'R06' AND day = ANY($1::date[]) ORDER BY day`,
      [days],
    );
    // The day before there were powers keeps what was imported; then 2 h of 8 kW and 1 h of 9.5 kW; then of 8 and 11.
    expect(rows.map(({ saved }) => saved)).toEqual([1, 25.5, 25.5, 27, 27]);
  }, 60_000);

  it('and certificate are shown in the list, and cleared by what is left out', async () => {
    const certificate = { energyClass: 'B', certificateDate: '2026-05-06' };
    expect((await save('runBranch', 'R01', certificate)).code).toBe(200);
    const row = async () =>
      (await ask('runBranch', WINDOWS[0])).data.records.find(({ equipmentNo }) => equipmentNo === 'R01');
    expect(await row()).toMatchObject({ ...certificate, ratedPower: null });
    expect((await save('runBranch', 'R01', {})).code).toBe(200);
    expect(await row()).toMatchObject({ energyClass: null, certificateDate: null });
    await save('runBranch', 'R12', { ratedPower: '7.5', crawlPower: '1.25', standbyPower: '' });
    const { records } = (await ask('runBranch', { ...WINDOWS[0], key: 'R12' })).data;
    expect(records).toMatchObject([{ ratedPower: 7.5, crawlPower: 1.25, standbyPower: null }]);
    await save('runBranch', 'R12', {});
    expect(await history('R12')).toEqual([[tomorrow, null]]);
  });
});
