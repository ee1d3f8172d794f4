import { dayAfter } from '@/lib/features/facts/shared/days';
import type { EquipmentReport } from '@/lib/features/unit-reports/report-contract';
import { writeBiweeklyRows } from '@/lib/features/unit-reports/internal/biweekly-rows';
import { monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { db, pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { fileOf, printedLines } from '../../support/answered-file';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';

/**
 * Five units, two windows, both kinds: every row of the daily table, its sum and the call-outs, in JSON and in what
 * `pdftotext -layout` reads, against raw rows. No function, view or roll-up of the product is in these queries.
 */

useFreshDatabase();
useDataDir();
usePaper();
beforeEach(resetLimits);

const NOW = Date.now();
const today = formatDate(NOW);
const monthBefore = (day: string) => dayAfter(`${day.slice(0, 7)}-01`, -1).slice(0, 7);
const LAST_MONTH = monthBefore(today);
const UNITS: [string, 'EV' | 'ES' | 'WW'][] = [
  ['E-1', 'EV'],
  ['E-2', 'EV'],
  ['E-3', 'ES'],
  ['E-4', 'EV'],
  ['E-5', 'WW'],
];
/** Days of reports, newest first. */
let reportTimes: string[] = [];

beforeAll(async () => {
  await createPersonas();
  await pool().query(`
    INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, update_date) VALUES ('E-5', '人行道5', 'YAE_MW', 'WW', 'B01', now())`);
  await pool().query(`UPDATE equipment SET display_type = 'ES', equipment_type = 'YAE_ESC' WHERE equipment_no = 'E-3'`);
  // Some days have no row, some nobody saw, some units were never counted.
  await pool().query(
    `INSERT INTO equipment_day (equipment_no, day, branch_code, trips, openings, run_sec, energy_kwh, available_sec, equipment_fault_sec, fault_sec, service_sec, silent_sec, seen)
     SELECT e.equipment_no, $1::date - i, e.branch_code, CASE WHEN e.display_type = 'EV' AND h % 6 > 0 THEN h % 900 END, CASE WHEN e.display_type = 'EV' THEN h % 1100 END,
            CASE WHEN h % 7 > 0 THEN h % 40000 END, CASE WHEN e.equipment_no <> 'E-2' THEN (h % 90000) / 1000.0 END,
            86400 - 600 * (h % 4), 600 * (h % 4), 700 * (h % 4), 300 * (h % 3), 0, h % 5 > 0
       FROM equipment e, generate_series(1, 100) i, LATERAL (SELECT ('x' || substr(md5(e.equipment_no || i), 1, 6))::bit(24)::int AS h) k WHERE h % 13 > 0`,
    [today],
  );
  await pool().query(
    `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_description, job_status, scsa, create_date, close_date, job_update_date)
     SELECT 'K-' || right(e.equipment_no, 1) || '-' || i, e.equipment_no, e.branch_code, 'Customer call', '门 ' || i, s, CASE WHEN s = 'CLSO' THEN (ARRAY['1', '2'])[1 + h % 2] END,
            at, CASE WHEN s = 'CLSO' THEN at + interval '70 minutes' END, at
       FROM equipment e, generate_series(1, 50) i, LATERAL (SELECT ('x' || substr(md5(i || e.equipment_no), 1, 6))::bit(24)::int AS h) k,
            LATERAL (SELECT ($1 || ' 00:00+08')::timestamptz - (i * 2 || ' days')::interval + (h % 86400 || ' seconds')::interval AS at, (ARRAY['CLSO', 'CLSO', 'CLSC', 'SITE'])[1 + h % 4] AS s) t`,
    [today],
  );
  await writeBiweeklyRows(NOW - 14 * 86_400_000);
  await writeBiweeklyRows(NOW);
  const rows = await db().biweeklyReport.findMany({ where: { equipmentNo: 'E-5' }, orderBy: { reportTime: 'desc' } });
  reportTimes = rows.map(({ reportTime }) => reportTime.toISOString().slice(0, 10));
}, 60_000);

/** Columns: day, trips, openings, run h, stopped h, kWh, available h, fault h, usability. */
type Cells = (number | null)[];

const DAYS = `
  SELECT g::date::text AS at, d.*, coalesce(seen AND available_sec + equipment_fault_sec > 0, false) AS ok
    FROM generate_series($2::date, $3::date, '1 day') g LEFT JOIN equipment_day d ON d.equipment_no = $1 AND d.day = g::date`;
const CELLS = (sum: (column: string, condition?: string) => string) => `
  ${sum('trips')}::float8, ${sum('openings')}::float8, (round(${sum('run_sec')} / 36.0) / 100)::float8,
  (round(${sum('fault_sec + service_sec', 'ok OR fault_sec + service_sec > 0')} / 36.0) / 100)::float8, ${sum('energy_kwh')}::float8,
  (round(${sum('available_sec', 'ok')} / 36.0) / 100)::float8, (round(${sum('equipment_fault_sec', 'ok OR equipment_fault_sec > 0')} / 36.0) / 100)::float8,
  (floor(${sum('available_sec', 'ok')}::numeric / ${sum('available_sec + equipment_fault_sec', 'ok')} * 10000) / 100)::float8`;

async function raw(no: string, from: string, until: string) {
  const table = async (sql: string): Promise<[string, ...Cells][]> =>
    (await pool().query({ text: sql, values: [no, from, until], rowMode: 'array' })).rows as [string, ...Cells][];
  const days = await table(
    `SELECT at, ${CELLS((column, condition = 'true') => `(CASE WHEN ${condition} THEN ${column} END)`)} FROM (${DAYS}) d ORDER BY 1`,
  );
  const [sum] = await table(
    `SELECT '合计', ${CELLS((column, condition = 'true') => `(sum(${column}) FILTER (WHERE ${condition}))`)} FROM (${DAYS}) d`,
  );
  const { rows: calls } = await pool().query<{ id: string }>(
    `SELECT callback_id AS id FROM callback WHERE equipment_no = $1 AND job_status <> 'CLSC'
        AND create_date >= ($2 || ' 00:00+08')::timestamptz AND create_date < ($3 || ' 00:00+08')::timestamptz + interval '1 day'`,
    [no, from, until],
  );
  return { days, sum: sum?.slice(1) as Cells, calls: calls.map(({ id }) => id).sort() };
}

const written = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 3 });
const cell = (value: number | null, mark = '') => (value ? `${written.format(value)}${mark}` : '-');

/** The cells of one line of the table as paper prints them: no doors of a unit without, no energy where none was ever counted. */
const printed = (cells: Cells, columns: readonly number[]) =>
  columns.map((at) => cell(cells[at] ?? null, at === 7 ? '%' : '')).join(' ');

async function pdfOf(path: string): Promise<string[]> {
  const { type, bytes } = await fileOf('platformAdmin', path);
  expect(type).toContain('pdf');
  return printedLines(bytes);
}

async function holds(report: EquipmentReport, lines: string[], [no, type]: (typeof UNITS)[number], from: string) {
  const { startDate, endDate } = report.requestPayload;
  expect(startDate).toBe(from);
  const { days, sum, calls } = await raw(no, startDate, endDate);
  const { dataInfo, total } = report.operationData;
  const json = ({ operationCount, openDoorCount, operationTimeCount, shutdownCount, ...rest }: typeof total): Cells => [
    operationCount,
    openDoorCount,
    operationTimeCount,
    shutdownCount,
    rest.energyCount,
    rest.availableCount,
    rest.errorCount,
    rest.usability,
  ];
  expect(Object.values(dataInfo).map((row) => [row.key, ...json(row)])).toEqual(days);
  expect(json(total)).toEqual(sum);
  expect(report.callbackStatistics.callbackInfo.map(({ callbackId }) => callbackId).sort()).toEqual(calls);

  const columns = [0, 1, 2, 3, 4, 5, 6, 7].filter((at) =>
    at === 1 ? type === 'EV' : at === 4 ? sum[4] !== null : true,
  );
  for (const [day, ...cells] of days) expect(lines).toContain(`${day} ${printed(cells, columns)}`);
  expect(lines).toContain(`合计 ${printed(sum, columns)}`);
  for (const id of calls) expect(lines.some((line) => line.includes(id))).toBe(true);
}

describe.each(UNITS)('of %s', (...unit) => {
  const [no] = unit;

  it.each([LAST_MONTH, monthBefore(LAST_MONTH)])('[MONTH-012][MONTH-013] the month %s', async (month) => {
    const { from, until } = monthlyWindow(month, today);
    const { data } = await call<EquipmentReport>('platformAdmin', 'POST', 'report/getHealthCheckReportByNo', {
      equipmentNo: no,
      startDate: from,
      endDate: until,
    });
    const days = new URLSearchParams({
      startDate: from.replaceAll('-', '/'),
      endDate: until.replaceAll('-', '/'),
      username: 'platformAdmin',
    });
    await holds(data, await pdfOf(`health/pdf/creator/equipment/${no}?${days}`), unit, from);
  });

  it.each([0, 1])('[BIWK-006][BIWK-010] the two weeks before the %i. report', async (at) => {
    const reportTime = reportTimes[at] ?? '';
    const { data } = await call<EquipmentReport>('platformAdmin', 'POST', 'report/getCbmHealthCheckReportByNo', {
      equipmentNo: no,
      reportTime,
    });
    const paper = await pdfOf(`cbmHealth/pdf/creator/${no}?reportTime=${reportTime}`);
    await holds(data, paper, unit, dayAfter(reportTime, -14));
  });
});
