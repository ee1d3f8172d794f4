import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePorts } from '../../support/ports';
import type { PartOptions } from '../main';
import { openJobLog, type JobFigures } from '../support/job-log';
import { startGateway, type PortalProcess } from '../support/portal';
import { migrate, startDatabase } from '../support/servers';
import { newFolder, say, SECRETS } from '../support/stage';

/**
 * Two gateways with the same clock jobs: each moment is done once. One that holds a job is killed with -9, and the other one takes
 * the job over.
 */

export const missing = (): undefined => undefined;

/** Minutes that are watched. */
const TOGETHER_MS = 130_000;
/** A lease lasts two minutes, and is looked at every twenty seconds (`lib/platform/jobs/lease.ts`). */
const TAKE_OVER_MS = 180_000;
/** A job of every minute that waits as long as somebody holds its table. */
const HELD = { job: 'announcements', table: 'announcement' };
const MINUTE_MS = 60_000;

const tell = (what: string, { moments, runs, doubled, missing: left }: JobFigures): boolean => {
  say(
    `  ${what}: ${moments} moments, ${runs} runs; ${doubled.length === 0 ? 'none twice' : `twice: ${doubled.join(', ')}`}, ${left.length === 0 ? 'none left out' : `left out: ${left.join(', ')}`}`,
  );
  return doubled.length === 0 && left.length === 0;
};

const OPEN = `SELECT 1 FROM graphile_worker._private_jobs WHERE run_at <= now() AND attempts < max_attempts LIMIT 1`;

/** In the middle of a minute, when nothing that was due is left to do. */
async function untilCalm(sql: pg.Pool): Promise<void> {
  for (;;) {
    const intoMs = Date.now() % MINUTE_MS;
    const isMiddle = intoMs > 10_000 && intoMs < 45_000;
    if (isMiddle && (await sql.query(OPEN)).rowCount === 0) return;
    await sleep(500);
  }
}

export async function run({ times }: PartOptions): Promise<boolean> {
  const folder = newFolder();
  const [pgPort = 0, ...ports] = await freePorts(3);
  const database = await startDatabase({ folder: folder.path, port: pgPort });
  const gateways = new Map<string, PortalProcess>();
  let log: Awaited<ReturnType<typeof openJobLog>> | undefined;
  try {
    migrate(database.url);
    log = await openJobLog(database.url);
    const { sql } = log;
    const accounts = ['gateway_a', 'gateway_b'];
    for (const account of accounts) await sql.query(`CREATE ROLE ${account} SUPERUSER LOGIN PASSWORD 'test'`);
    const start = async (account: string) => {
      const url = new URL(database.url);
      Object.assign(url, { username: account, password: 'test' });
      const env = { ...SECRETS, DATABASE_URL: url.href, DATA_DIR: `${folder.path}/data`, GATEWAY_ROLES: 'jobs' };
      gateways.set(account, await startGateway({ port: ports[accounts.indexOf(account)] ?? 0, env }));
    };
    await Promise.all(accounts.map(start));
    await untilCalm(sql);
    await log.begin();
    await sleep(TOGETHER_MS);
    await untilCalm(sql);
    let isWhole = tell('two gateways side by side', await log.compare());

    for (let time = 0; time < times; time += 1) {
      await untilCalm(sql);
      await log.begin();
      const holder = await sql.connect();
      await holder.query(`BEGIN; LOCK TABLE ${HELD.table} IN ACCESS EXCLUSIVE MODE`);
      const held = async () => {
        const { rows } = await sql.query<{ account: string }>(
          `SELECT usename AS account FROM pg_stat_activity a JOIN pg_locks l USING (pid)
            WHERE NOT l.granted AND l.relation = '${HELD.table}'::regclass AND usename = ANY($1) LIMIT 1`,
          [accounts],
        );
        return rows[0]?.account;
      };
      let account = await held();
      for (; account === undefined; account = await held()) await sleep(200);
      await gateways.get(account)?.end('SIGKILL');
      const killedAt = Date.now();
      await holder.query('ROLLBACK');
      holder.release();
      const isDone = async () =>
        (await sql.query(`SELECT 1 FROM chaos_job WHERE name = $1 AND what = 'done'`, [HELD.job])).rowCount !== 0;
      while (!(await isDone()) && Date.now() - killedAt < TAKE_OVER_MS) await sleep(200);
      const took = Date.now() - killedAt;
      // What queued behind it is done, too.
      await untilCalm(sql);
      say(
        `  ${account} was killed while it ran ${HELD.job}; the other one has done it ${Math.round(took / 1000)} s later`,
      );
      isWhole = tell('after the kill', await log.compare()) && took < TAKE_OVER_MS && isWhole;
      await start(account);
    }
    return isWhole;
  } finally {
    await log?.end();
    for (const gateway of gateways.values()) await gateway.end('SIGKILL');
    await database.end();
    folder.remove();
  }
}
