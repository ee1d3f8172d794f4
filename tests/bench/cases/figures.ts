import type pg from 'pg';
import { getEnergySummary, queryEnergySaving } from '@/lib/features/energy-saving/contract';
import { findEnergyPage, findSummary } from '@/lib/features/energy-saving/list';
import { queryRunCount } from '@/lib/features/operation-report/contract';
import { findOperationPage } from '@/lib/features/operation-report/list';
import { statTotal } from '@/lib/features/statistics/contract';
import { services } from '@/lib/features/statistics/service';
import { validate } from '@/lib/platform/contract/validate';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { formatDate } from '@/lib/platform/i18n/format';
import { actorOf } from '../../support/actors';
import { startServer } from '../support/child';
import { compare, statementsOf } from '../support/compare-list';
import { fillCallOuts, fillDays, repeatMonths } from '../support/fill-figures';
import { median, report, ROUNDS, run, sized } from '../support/measure';
import type { Statement } from '../support/statements';
import { BRANCHES, closeWorld, createUnits, withClient } from '../support/world';

/** Statistics, operation report and energy saving of a large fleet: what the pages ask, beside the query that somebody would write by hand. */

const UNITS = sized(100_000, 1200);
const DAYS = sized(366, 70);
/** Enough for the month before this one to have some. */
const FEW_DAYS = 40;
const DAY_MS = 86_400_000;
const HEAD = actorOf(0, {}, ['REPORT_READ', 'EQUIPMENT_RUN_STATISTICS', 'ENERGY_SAVING_READ', 'EQUIPMENT_READ']);
const back = (days: number) => formatDate(Date.now() - days * DAY_MS);

/** What a person sees who opens the page: nothing is remembered. */
const asked = (work: () => Promise<unknown>) =>
  statementsOf(async () => {
    forgetCounts();
    await work();
  });

/** The page of a year: totals, call-outs, entrapments. */
async function measureStatistics(client: pg.Client): Promise<void> {
  const size = sized(1_000_000, 3000);
  await fillCallOuts(client, size);
  const year = Number(back(0).slice(0, 4));
  const input = validate(statTotal.input, { type: '', from: `${year}-01-01 00:00:00` });
  const ours = await asked(async () => {
    for (const { handle } of services) await handle({ actor: HEAD, language: 'zh-CN' } as never, input as never);
  });
  const span = (from: string, until: string) => [
    new Date(`${from}T00:00:00+08:00`),
    new Date(Date.parse(`${until}T00:00:00+08:00`) + DAY_MS),
  ];
  const counted = `FROM callback c JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND c.create_date >= $1 AND c.create_date < $2 AND c.job_status <> 'CLSC'`;
  const cells = `SELECT date_trunc('month', c.create_date AT TIME ZONE 'Asia/Shanghai'), c.job_status, c.scsa, c.scsb, c.person_trapped, c.person_injured, count(*) ${counted} GROUP BY 1, 2, 3, 4, 5, 6`;
  const current = span(`${year}-01-01`, `${year}-12-31`);
  const hand: Statement[] = [
    { text: cells, values: current },
    { text: cells, values: span(`${year - 1}-01-01`, `${year - 1}${back(0).slice(4)}`) },
    {
      text: `SELECT c.equipment_no, min(e.equipment_name), count(*) ${counted} GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT 5`,
      values: current,
    },
    { text: 'SELECT count(*) FROM equipment WHERE deleted_at IS NULL', values: [] },
  ];
  await compare(client, `statistics of a year, ${size.toLocaleString('en')} call-outs`, ours, hand);
}

const SUMS =
  'sum(run_sec) AS run, sum(trips) AS trips, sum(openings) AS openings, sum(passengers) AS passengers, sum(fault_sec) AS fault, sum(available_sec + equipment_fault_sec - fault_sec - unknown_sec) FILTER (WHERE seen) AS normal';
const COUNT: Statement = { text: 'SELECT count(*) FROM equipment WHERE deleted_at IS NULL', values: [] };

async function measureRuns(client: pg.Client): Promise<void> {
  const page = (query: object) =>
    asked(() => findOperationPage(HEAD, validate(queryRunCount.input, { pageIndex: 1, pageSize: 20, ...query })));
  const month = [back(30), back(0)];
  await compare(
    client,
    'operation report, 31 days sorted by a sum',
    await page({ startDate: month[0], endDate: month[1], sortField: 'runCount', sortOrder: 'desc' }),
    [
      COUNT,
      {
        text: `SELECT e.equipment_no, e.equipment_name, e.display_type, s.* FROM equipment e
                 LEFT JOIN (SELECT equipment_no, ${SUMS} FROM equipment_day WHERE day BETWEEN $1 AND $2 GROUP BY 1) s USING (equipment_no)
                WHERE e.deleted_at IS NULL ORDER BY s.trips DESC NULLS LAST, e.equipment_no DESC LIMIT 20`,
        values: month,
      },
    ],
  );
  const year = [back(DAYS - 1), back(0)];
  const ofYear = (units: string) =>
    `SELECT e.equipment_no, e.equipment_name, e.display_type, s.* FROM ${units} e
       LEFT JOIN LATERAL (SELECT ${SUMS} FROM equipment_day d WHERE d.equipment_no = e.equipment_no AND day BETWEEN $1 AND $2) s ON true`;
  await compare(
    client,
    `operation report, ${DAYS} days by number`,
    await page({ startDate: year[0], endDate: year[1] }),
    [
      COUNT,
      {
        text: ofYear('(SELECT * FROM equipment WHERE deleted_at IS NULL ORDER BY equipment_no LIMIT 20)'),
        values: year,
      },
    ],
  );
  // As many units as may be sorted by a sum of a year.
  const projectId = Array.from({ length: sized(50, 5) }, (_, index) => `P${index * 7}`);
  const few = `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id = ANY($1))`;
  await compare(
    client,
    `operation report, ${DAYS} days of ${projectId.length * 100} units sorted by a sum`,
    await page({ startDate: year[0], endDate: year[1], projectId, sortField: 'runCount', sortOrder: 'desc' }),
    [
      { text: `SELECT count(*) FROM equipment e WHERE e.deleted_at IS NULL AND ${few}`, values: [projectId] },
      {
        text: `SELECT e.equipment_no, e.equipment_name, e.display_type, s.* FROM equipment e
                 LEFT JOIN (SELECT equipment_no, ${SUMS} FROM equipment_day e WHERE ${few} AND day BETWEEN $2 AND $3 GROUP BY 1) s USING (equipment_no)
                WHERE e.deleted_at IS NULL AND ${few} ORDER BY s.trips DESC NULLS LAST, e.equipment_no DESC LIMIT 20`,
        values: [projectId, ...year],
      },
    ],
  );
}

async function measureEnergy(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ first: string; last: string }>(
    `SELECT to_char(min(month), 'YYYY-MM') AS first, to_char(max(month), 'YYYY-MM') AS last FROM (SELECT DISTINCT month FROM equipment_month ORDER BY 1 DESC LIMIT 12) m`,
  );
  const months = { startMonth: rows[0]?.first, endMonth: rows[0]?.last };
  const values = [`${months.startMonth}-01`, `${months.endMonth}-01`];
  const sums =
    'sum(energy_kwh) AS energy, sum(trips) AS trips, sum(run_sec) AS run, sum(full_sec) AS full, sum(crawl_sec) AS crawl, sum(standby_sec) AS standby, sum(saved_kwh) AS saved';
  await compare(
    client,
    'energy of 12 months, sorted by energy',
    await asked(() =>
      findEnergyPage(
        HEAD,
        validate(queryEnergySaving.input, {
          ...{ pageIndex: 1, pageSize: 20, ...months, sortField: 'energyCount', sortOrder: 'desc' },
        }),
      ),
    ),
    [
      COUNT,
      {
        text: `SELECT e.equipment_no, e.equipment_name, e.display_type, s.* FROM equipment e
                 LEFT JOIN (SELECT equipment_no, ${sums} FROM equipment_month WHERE month BETWEEN $1 AND $2 GROUP BY 1) s USING (equipment_no)
                WHERE e.deleted_at IS NULL ORDER BY s.energy DESC NULLS LAST, e.equipment_no DESC LIMIT 20`,
        values,
      },
    ],
  );
  await compare(
    client,
    'energy of 12 months, all units together',
    await asked(() => findSummary(HEAD, validate(getEnergySummary.input, months))),
    [
      {
        text: `SELECT ${sums}, sum(energy_days) FROM equipment_month m JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND month BETWEEN $1 AND $2`,
        values,
      },
    ],
  );
}

/** Each in a fresh process, whose peak is its own. */
async function measureExport(): Promise<void> {
  const peaks = { one: [] as number[], all: [] as number[], seconds: [] as number[] };
  const exported = async (branches: number) => {
    const server = await startServer('runs-export');
    const result = await server.ask<{ seconds: number; peak: number }>({ type: 'export', branches });
    await server.stop();
    return result;
  };
  for (let round = 0; round < Math.min(ROUNDS, 3); round += 1) {
    peaks.one.push((await exported(1)).peak);
    const { seconds, peak } = await exported(BRANCHES.length);
    peaks.all.push(peak);
    peaks.seconds.push(seconds);
  }
  const [one, all] = [median(peaks.one) / 2 ** 20, median(peaks.all) / 2 ** 20];
  report(
    `Operation report of ${UNITS.toLocaleString('en')} units as xlsx, ${median(peaks.seconds).toFixed(1)} s, peak memory (bare: of a twelfth of them)`,
    { ours: all, bare: one, ratio: all / one },
    'MB',
    { atMost: 1.5 },
  );
}

run(async () => {
  const part = process.env.BENCH_PART; // statistics, days or energy alone
  await createUnits(UNITS);
  await withClient(async (client) => {
    if (part === undefined || part === 'statistics') await measureStatistics(client);
    if (part === 'statistics') return;
    await fillDays(client, part === 'energy' ? FEW_DAYS : DAYS, (line) => process.stdout.write(`${line}\n`));
    if (part === 'energy') await repeatMonths(client, 12);
    if (part !== 'energy') await measureRuns(client);
    await measureEnergy(client);
    if (part !== 'energy') await measureExport();
  });
  await closeWorld();
});
