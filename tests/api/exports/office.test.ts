import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { statCallbacks, statEntrapments, statTotal } from '@/lib/features/statistics/contract';
import { MONTHS } from '@/lib/features/statistics/value-sets';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { pool } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { formatDate } from '@/lib/platform/i18n/format';
import { call, headersOf } from '../../support/callers';
import { hasOffice, rowsByOffice } from '../../support/office';
import { ORIGIN } from '../../support/sms-client';
import { createRunWorld } from '../features/operation-report/world';
import { useFreshDatabase } from '../support/database';

/** The files of figures in an office program: it opens them, and what their rows add up to is what the days and call-outs say. */

useFreshDatabase();

const withOffice = hasOffice ? describe : describe.skip;
const YEAR = Number(formatDate(Date.now()).slice(0, 4)) - 1;
const DAYS = { startDate: formatDate(Date.now() - 99 * 86_400_000), endDate: formatDate(Date.now()) };
const MONTHS_ASKED = { startMonth: `${YEAR}-11`, endMonth: `${YEAR}-12` };
const folder = mkdtempSync(join(tmpdir(), 'office-'));
/** Their rows, without the head, by the names of the columns. */
const files: Record<string, Record<string, string>[]> = {};

async function save(name: string, path: string, input: object): Promise<string> {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      method: 'POST',
      headers: { ...(await headersOf('platformAdmin')), 'accept-language': 'en', 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  );
  const file = join(folder, `${name}.xlsx`);
  writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
  return file;
}

beforeAll(async () => {
  if (!hasOffice) return;
  await createRunWorld();
  await pool().query(
    `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, scsa, person_trapped, person_injured, create_date, job_update_date)
     SELECT 'O' || lpad(i::text, 3, '0'), 'R' || lpad((1 + i % 7)::text, 2, '0'), 'B01', 'Customer call', (ARRAY['CLSO', 'CLSO', 'SITE', 'CLSC'])[1 + i % 4],
            CASE WHEN i % 4 < 2 THEN (ARRAY['1', '2', '5'])[1 + i % 3] END, i % 5 = 0, i % 9 = 0, at, at
       FROM generate_series(1, 150) i, LATERAL (SELECT timestamptz '${YEAR}-01-01 00:00:00+08' + i * interval '57 hours' AS at) x`,
  );
  const names = ['operation', 'energy', 'statistics'] as const;
  const saved = [
    await save('operation', 'equipment/equipmentRunCount/download', DAYS),
    await save('energy', 'energySave/download', MONTHS_ASKED),
    await save('statistics', 'callback/download', {
      startCreateDate: `${YEAR}-01-01`,
      endCreateDate: `${YEAR}-12-31`,
      jobStatus: 'INIT,PAGE,DISP,SITE,INTR,CLSO',
    }),
  ];
  for (const [index, [head = [], ...lines]] of rowsByOffice(saved).entries())
    files[names[index] ?? ''] = lines.map((cells) =>
      Object.fromEntries(head.map((name, column) => [name, cells[column] ?? ''])),
    );
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closePortal();
});

const rowsOf = (file: string) => {
  const rows = files[file] ?? [];
  expect(rows.length).toBeGreaterThan(0);
  return rows;
};
function sumOf(file: string, column: string): number {
  return rowsOf(file).reduce((all, row) => {
    const value = Number(row[column] ?? 'missing');
    if (!Number.isFinite(value)) throw new Error(`${column}: ${row[column]} is no number`);
    return all + value;
  }, 0);
}
async function expectSums(file: string, sums: Readonly<Record<string, string>>, days: string): Promise<void> {
  const units = `SELECT ${Object.values(sums)
    .map((sql, index) => `${sql} AS s${index}`)
    .join(', ')} FROM equipment e LEFT JOIN equipment_day d ON d.equipment_no = e.equipment_no AND ${days}
    WHERE e.deleted_at IS NULL GROUP BY e.equipment_no`;
  const { rows } = await pool().query<Record<string, number>>(
    `SELECT count(*)::int AS units, ${Object.keys(sums)
      .map((_, index) => `sum(s${index})::float8 AS s${index}`)
      .join(', ')} FROM (${units}) u`,
  );
  expect(rowsOf(file)).toHaveLength(rows[0]?.units ?? 0);
  for (const [index, column] of Object.keys(sums).entries()) {
    const expected = rows[0]?.[`s${index}`] ?? NaN;
    expect([column, expected > 0]).toEqual([column, true]);
    expect([column, sumOf(file, column).toFixed(2)]).toEqual([column, expected.toFixed(2)]);
  }
}
/** A row shows hours of two decimals. */
const hours = (column: string) => `round(sum(d.${column}) / 3600.0, 2)`;

withOffice('LibreOffice opens', () => {
  it('[OPER-009] the operation report, and its columns add up to what the raw days say', () =>
    expectSums(
      'operation',
      {
        'Run time (h)': hours('run_sec'),
        Trips: 'sum(d.trips)',
        'Door openings': 'sum(d.openings)',
        'Fault time (h)': hours('fault_sec'),
        Passengers: 'sum(d.passengers)',
      },
      `d.day BETWEEN '${DAYS.startDate}' AND '${DAYS.endDate}'`,
    ));

  it('energy saving, and its columns add up to what the raw days say', () =>
    expectSums(
      'energy',
      {
        'Energy (kWh)': 'sum(d.energy_kwh)',
        Trips: 'sum(d.trips)',
        'Run time (h)': hours('run_sec'),
        'Full speed (h)': `CASE WHEN e.display_type IN ('ES', 'WW') THEN ${hours('full_sec')} END`,
        'Standby (h)': `CASE WHEN e.display_type IN ('ES', 'WW') THEN ${hours('standby_sec')} END`,
      },
      `d.day BETWEEN '${YEAR}-11-01' AND '${YEAR}-12-31'`,
    ));

  it('[STAT-006] the call-outs behind the statistics of a year, as many as its totals, months and trapped persons say', async () => {
    const ask = async <O>(path: string) =>
      (await call<O>('platformAdmin', 'POST', path, { type: '', from: `${YEAR}-01-01 00:00:00` })).data;
    const totals = await ask<OutputOf<typeof statTotal>>('sapTdJob/queryTotal');
    const { callbackOverview } = await ask<OutputOf<typeof statCallbacks>>('sapTdJob/callbackOverview');
    const { entrapmentOverview } = await ask<OutputOf<typeof statEntrapments>>('sapTdJob/entrapmentOverview');
    const count = (is: (row: Record<string, string>) => boolean) => rowsOf('statistics').filter(is).length;
    expect(totals.callbackTotal).toBe(count(() => true));
    expect(totals.closedTotal).toBe(count(({ Status }) => Status === 'Call-out closed'));
    expect(totals.injuredTotal).toBe(count(({ Persons }) => /injured/i.test(Persons ?? '')));
    for (const [index, month] of MONTHS.entries()) {
      const created = `${YEAR}-${String(index + 1).padStart(2, '0')}-`;
      const isOf = ({ Created }: Record<string, string>) => (Created ?? '').startsWith(created);
      expect([month, callbackOverview[month]]).toEqual([month, count(isOf)]);
      expect([month, entrapmentOverview[month]]).toEqual([
        month,
        count((row) => isOf(row) && /trapped/i.test(row.Persons ?? '')),
      ]);
    }
  });
});
