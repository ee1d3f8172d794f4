import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { queryEnergySaving } from '@/lib/features/energy-saving/contract';
import { findEnergyPage } from '@/lib/features/energy-saving/list';
import { queryRunCount } from '@/lib/features/operation-report/contract';
import { findOperationPage } from '@/lib/features/operation-report/list';
import { statTotal } from '@/lib/features/statistics/contract';
import { services } from '@/lib/features/statistics/service';
import { validate } from '@/lib/platform/contract/validate';
import { formatDate } from '@/lib/platform/i18n/format';
import { actorOf } from '../support/actors';
import { rowsOf } from '../bench/support/compare-list';
import { openScale, type Explained, type Scale } from './explain';

/** The plans of statistics, operation report and energy saving: the days of the units that are shown are read, not those of the fleet. */

const DAY_MS = 86_400_000;
const RIGHTS = ['REPORT_READ', 'EQUIPMENT_RUN_STATISTICS', 'ENERGY_SAVING_READ', 'EQUIPMENT_READ'] as const;
const back = (days: number) => formatDate(Date.now() - days * DAY_MS);
/** Rows of a page of twenty units over a year, and those of the months around it. */
const PAGE_ROWS = 20 * 366 * 2;

let scale: Scale;
before(
  async () => {
    scale = await openScale();
    await scale.client.query('VACUUM (ANALYZE) equipment_day, equipment_month, callback');
  },
  { timeout: 300_000 },
);
after(() => scale.close());

async function planOf(what: string, ask: () => Promise<unknown>): Promise<Explained> {
  const plan = await scale.explain(await rowsOf(ask));
  process.stdout.write(
    `${what}: ${plan.ms.toFixed(0)} ms, at most ${plan.rows} rows, ${plan.scans.join(', ') || 'no table'} whole\n`,
  );
  return plan;
}
const runs = (query: object) =>
  findOperationPage(
    actorOf(0, {}, [...RIGHTS]),
    validate(queryRunCount.input, { pageIndex: 1, pageSize: 20, ...query }),
  );
const energy = (query: object) =>
  findEnergyPage(
    actorOf(0, {}, [...RIGHTS]),
    validate(queryEnergySaving.input, { pageIndex: 1, pageSize: 20, ...query }),
  );

void describe('plans of figures', () => {
  void it('a page of a year of the operation report reads the days of its units', async () => {
    const plan = await planOf('operation report, a year by number', () =>
      runs({ startDate: back(365), endDate: back(0), sortField: 'equipmentNo', sortOrder: 'asc' }),
    );
    scale.assertSmall(plan, PAGE_ROWS);
  });

  void it('a month sorted by a sum reads the days of that month', async () => {
    const plan = await planOf('operation report, 31 days sorted by a sum', () =>
      runs({ startDate: back(30), endDate: back(0), sortField: 'runCount', sortOrder: 'desc' }),
    );
    const parts = new Set(plan.scans.filter((table) => table.startsWith('equipment_day')));
    assert.ok(parts.size <= 3, `reads ${[...parts].join(', ')}`);
  });

  void it('a page of energy saving over twelve months reads the months of its units', async () => {
    const month = back(0).slice(0, 7);
    const first = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 12, 1))
      .toISOString()
      .slice(0, 7);
    const plan = await planOf('energy saving, 12 months by number', () =>
      energy({ startMonth: first, endMonth: month, sortField: 'equipmentNo', sortOrder: 'asc' }),
    );
    scale.assertSmall(plan, PAGE_ROWS);
  });

  void it('the statistics of a branch read its call-outs alone', async () => {
    const actor = actorOf(2, { branches: scale.branches.slice(0, 1) }, [...RIGHTS]);
    const input = validate(statTotal.input, { type: '', from: `${back(0).slice(0, 4)}-01-01 00:00:00` });
    const plan = await planOf('statistics of a year, a branch', async () => {
      for (const { handle } of services) await handle({ actor, language: 'zh-CN' } as never, input as never);
    });
    if (scale.isLarge) assert.ok(!plan.scans.includes('callback'), 'reads every call-out');
  });
});
