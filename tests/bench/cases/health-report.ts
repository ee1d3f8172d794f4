import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { documentOf } from '@/lib/features/health-report/document';
import { paperOf } from '@/lib/features/health-report/paper';
import { makeHealthReport } from '@/lib/features/health-report/report';
import { daysOfMonths, usualMonths } from '@/lib/features/health-report/shared/report-days';
import { INTERVAL_DAYS } from '@/lib/features/health-report/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { startPaperPool } from '@/lib/platform/pdf/pool';
import { paperCommand } from '@/lib/programs/gateway/paper';
import { actorOf } from '../../support/actors';
import { fillCallOuts, fillDays } from '../support/fill-figures';
import { alternate, report, ROUNDS, run, sized } from '../support/measure';
import { closeWorld, createUnits, withClient } from '../support/world';

/**
 * The largest project report there is, of 500 units and twelve months: its figures beside the sums that somebody would write
 * by hand, its PDF, the drawing process being warm, beside the figures alone, and the memory of that process.
 */

const UNITS = sized(500, 100);
const DAYS = sized(366, 70);
const CALLS = sized(6000, 200);
/** What the process that draws may take, MB. */
const MOST_MB = 300;
const HEAD = actorOf(0, {}, ['HEALTHREPORT_READ']);

const timed = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** The most that a child of this process ever held, MB. */
function mostOfChildren(): number {
  const peaks = readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .flatMap((id) => {
      try {
        return [readFileSync(`/proc/${id}/status`, 'utf8')];
      } catch {
        return [];
      }
    })
    .filter((status) => Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === process.pid)
    .map((status) => Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  if (peaks.length === 0) throw new Error('no process draws');
  return Math.max(...peaks);
}

/** One call-out a unit and month, over the whole window. */
async function fill(client: pg.Client): Promise<void> {
  await fillCallOuts(client, CALLS);
  await client.query(
    `UPDATE callback SET create_date = now() - substr(callback_id, 3)::bigint * interval '1 minute' * $1, job_update_date = now()`,
    [Math.floor((DAYS * 1440) / CALLS)],
  );
  await fillDays(client, DAYS, () => undefined);
  await keepCallbackFacts(Date.now());
}

run(async () => {
  await createUnits(UNITS);
  const now = Date.now();
  await withClient(async (client) => {
    await fill(client);
    const { rows } = await client.query<{ id: string }>('SELECT project_id AS id FROM project');
    const window = daysOfMonths(usualMonths(formatDate(now)));
    const input = { projectId: rows.map(({ id }) => id), ...window, intervalDays: INTERVAL_DAYS };
    const make = () => makeHealthReport(HEAD, input, 'zh-CN', now);
    const pool = startPaperPool({ command: paperCommand(), size: 1 });
    const model = () => timed(make);
    const values = [window.startDate, window.endDate];
    const byHand = () =>
      timed(async () => {
        await client.query(
          'SELECT equipment_no, sum(trips), sum(openings), sum(run_sec), sum(available_sec) FROM equipment_day WHERE day BETWEEN $1 AND $2 GROUP BY 1',
          values,
        );
        await client.query(
          `SELECT equipment_no, date_trunc('month', create_date), scsa, count(*) FROM callback WHERE create_date BETWEEN $1 AND $2 GROUP BY 1, 2, 3`,
          values,
        );
      });
    const whole = () => timed(async () => pool.draw(paperOf(documentOf(await make(), 'zh-CN'), 'zh-CN', now)));
    for (const warmUp of [model, byHand, whole]) await warmUp();
    const name = `project report, ${UNITS} units`;
    report(`${name}: figures, sums by hand`, await alternate(model, byHand, ROUNDS), 'ms');
    report(`${name}: PDF, figures alone`, await alternate(whole, model, ROUNDS), 'ms');
    const peak = mostOfChildren();
    report(
      `${name}: most memory of the process that draws (beside: allowed)`,
      { ours: peak, bare: MOST_MB, ratio: peak / MOST_MB },
      'MB',
      { atMost: 1 },
    );
    await pool.close();
  });
  await closeWorld();
});
