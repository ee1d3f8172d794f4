import type pg from 'pg';
import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { getDashboardMap, type DashIn } from '@/lib/features/dashboards/contract';
import { findMap } from '@/lib/features/dashboards/map';
import { findOpen } from '@/lib/features/dashboards/open';
import { findRanking } from '@/lib/features/dashboards/ranking';
import { findSummary } from '@/lib/features/dashboards/summary';
import { findTrend } from '@/lib/features/dashboards/trend';
import { sumLoaded } from '@/lib/features/facts/internal/backfill';
import { PROVINCES } from '@/lib/live/units/area-names';
import { validate } from '@/lib/platform/contract/validate';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { formatDate } from '@/lib/platform/i18n/format';
import { actorOf } from '../../support/actors';
import { compare, statementsOf } from '../support/compare-list';
import { fillCallOuts, fillDays } from '../support/fill-figures';
import { alternate, median, report, ROUNDS, run, sized } from '../support/measure';
import type { Statement } from '../support/statements';
import { closeWorld, createUnits, withClient } from '../support/world';

/**
 * The operations dashboard of a large fleet: what each part asks cold beside the queries that somebody would write by hand, what it
 * costs while it is remembered, and what fifty dashboards of one scope cost beside one.
 */

const UNITS = sized(100_000, 1200);
const CALLS = sized(200_000, 3000);
const DAYS = sized(100, 40);
const PEOPLE = 50;
const DAY_MS = 86_400_000;
const AUTHORITIES = ['CALLBACK_READ', 'SYMPTOM_READ', 'MAINTENANCE_READ', 'EQUIPMENT_READ'];
const HEAD = actorOf(0, {}, AUTHORITIES);
const ASKED: DashIn = { view: 'ops', window: '30d', branchCode: undefined, projectIds: undefined, city: undefined };

const back = (days: number) => formatDate(Date.now() - days * DAY_MS);
const midnight = (days: number) => new Date(`${back(days)}T00:00:00+08:00`);

const cold = (work: () => Promise<unknown>) =>
  statementsOf(async () => {
    forgetCounts();
    await work();
  });
const timed = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const COUNTED = `FROM callback c JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND c.job_status <> 'CLSC' AND c.create_date >= $1`;

/** Counts of now, and the sums of two windows and twelve months. */
function summaryByHand(): Statement[] {
  const calls = `SELECT date_trunc('month', c.create_date), count(*), count(*) FILTER (WHERE c.scsa = '1'), count(*) FILTER (WHERE c.person_trapped) ${COUNTED} GROUP BY 1`;
  const days = `SELECT date_trunc('month', d.day), sum(d.valid_sec), sum(d.valid_available_sec), sum(d.units) FROM branch_day d WHERE d.day >= $1 GROUP BY 1`;
  const times = `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY f.restore_sec), avg(f.arrival_sec) FROM callback_fact f JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND f.create_date >= $1`;
  return [
    {
      text: `SELECT s.online_status, s.error_status, s.entrapment_status, e.display_type, count(*) FROM equipment e LEFT JOIN equipment_status s USING (equipment_no) WHERE e.deleted_at IS NULL GROUP BY 1, 2, 3, 4`,
      values: [],
    },
    ...[29, 59, 365].flatMap((day) => [
      { text: calls, values: [midnight(day)] },
      { text: days, values: [back(day)] },
      { text: times, values: [midnight(day)] },
    ]),
    {
      text: 'SELECT count(*) FROM (SELECT f.equipment_no FROM callback_fact f WHERE f.create_date >= $1 GROUP BY 1 HAVING count(*) > 2) bad',
      values: [midnight(29)],
    },
  ];
}

const trendByHand = (): Statement[] => [
  { text: `SELECT date_trunc('month', c.create_date), count(*) ${COUNTED} GROUP BY 1`, values: [midnight(365)] },
  { text: `SELECT c.scsa, count(*) ${COUNTED} GROUP BY 1`, values: [midnight(29)] },
  { text: `SELECT extract(hour FROM c.create_date), count(*) ${COUNTED} GROUP BY 1`, values: [midnight(29)] },
  {
    text: `SELECT c.create_date::date, extract(hour FROM c.create_date), count(*) ${COUNTED} GROUP BY 1, 2`,
    values: [midnight(6)],
  },
];

const rankingByHand = (): Statement[] => [
  {
    text: `SELECT e.equipment_no, coalesce(k.points, 0) + coalesce(d.sec, 0) / 14400.0 FROM equipment e
             LEFT JOIN (SELECT equipment_no, sum(CASE WHEN person_trapped THEN 5 ELSE 1 END) AS points FROM callback WHERE create_date >= $1 GROUP BY 1) k USING (equipment_no)
             LEFT JOIN (SELECT equipment_no, sum(equipment_fault_sec) AS sec FROM equipment_day WHERE day >= $2 GROUP BY 1) d USING (equipment_no)
            WHERE e.deleted_at IS NULL ORDER BY 2 DESC, 1 LIMIT 10`,
    values: [midnight(89), back(89)],
  },
  {
    text: `SELECT branch_code, sum(valid_sec), sum(valid_available_sec) FROM branch_day WHERE day >= $1 GROUP BY 1`,
    values: [back(29)],
  },
  { text: `SELECT c.branch_code, count(*) ${COUNTED} GROUP BY 1`, values: [midnight(29)] },
  {
    text: `SELECT e.branch_code, count(*), count(*) FILTER (WHERE s.online_status = 1) FROM equipment e LEFT JOIN equipment_status s USING (equipment_no) WHERE e.deleted_at IS NULL GROUP BY 1`,
    values: [],
  },
];

const PARTS = {
  summary: { ask: () => findSummary(HEAD, ASKED), byHand: summaryByHand },
  trend: { ask: () => findTrend(HEAD, ASKED), byHand: trendByHand },
  ranking: { ask: () => findRanking(HEAD, { ...ASKED, top: 10 }), byHand: rankingByHand },
};

async function measureParts(client: pg.Client): Promise<void> {
  for (const [name, { ask, byHand }] of Object.entries(PARTS))
    await compare(client, `dashboard, ${name}, ${UNITS.toLocaleString('en')} units`, await cold(ask), byHand());
}

/** Whole calls: while the answer is remembered, beside one that computes it. */
async function measureMemory(): Promise<void> {
  const first = () => {
    forgetCounts();
    return timed(PARTS.summary.ask);
  };
  const warm = () => timed(PARTS.summary.ask);
  await first();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS * 4; round += 1) times.push(await warm());
  report(
    'dashboard, summary remembered (aim 50 ms)',
    { ours: median(times), bare: 50, ratio: median(times) / 50 },
    'ms',
    {
      atMost: 1,
    },
  );
  const people = Array.from({ length: PEOPLE }, (_, index) => ({ ...HEAD, username: `head${index}` }));
  const all = () => {
    forgetCounts();
    return timed(() => Promise.all(people.map((actor) => findSummary(actor, ASKED))));
  };
  await all();
  report(`${PEOPLE} dashboards of one scope at once, one alone`, await alternate(all, first), 'ms', { atMost: 1.5 });
  const open = () => timed(() => findOpen(HEAD, { ...ASKED, limit: 200 }, 'zh-CN'));
  await open();
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round += 1) opened.push(await open());
  report(
    'dashboard, open call-outs (aim 1.5 s)',
    { ours: median(opened), bare: 1500, ratio: median(opened) / 1500 },
    'ms',
    {
      atMost: 1,
    },
  );
}

/** Every other unit in 2,000 buildings of one province, the others all over the country. */
const PLACES = `UPDATE equipment e SET longitude = 110 + (n % 2000) / 400.0, latitude = 24, city = '广州市', province = CASE WHEN n % 2 = 0 THEN '广东省' ELSE ($1::text[])[1 + n % 34] END,
    building_name = 'T' || (n / 2) % 2000, address = NULL
  FROM (SELECT equipment_no AS no, substr(equipment_no, 2)::int AS n FROM equipment) x WHERE x.no = e.equipment_no`;

async function measureMap(client: pg.Client): Promise<void> {
  await client.query(PLACES, [PROVINCES]);
  await client.query('VACUUM (ANALYZE) equipment');
  for (const [what, place] of [
    ['areas of the country', { level: 1 }],
    ['2,000 buildings of a province', { level: 3, parentArea: '广东' }],
  ] as const) {
    const ask = () => findMap(HEAD, validate(getDashboardMap.input, { view: 'ops', ...place }));
    await ask();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS * 2; round += 1) {
      forgetCounts();
      times.push(await timed(ask));
    }
    report(`map, ${what} (aim 1 s)`, { ours: median(times), bare: 1000, ratio: median(times) / 1000 }, 'ms', {
      atMost: 1,
    });
  }
}

run(async () => {
  await createUnits(UNITS);
  await withClient(async (client) => {
    await fillCallOuts(client, CALLS);
    await fillDays(client, DAYS, (line) => process.stdout.write(`${line}\n`));
    await keepCallbackFacts(Date.now());
    await sumLoaded(client, Date.now());
    await client.query('VACUUM (ANALYZE) callback_fact, branch_day, project_day');
    await measureParts(client);
    await measureMemory();
    await measureMap(client);
  });
  await closeWorld();
});
