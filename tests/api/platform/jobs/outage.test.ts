import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { pool } from '@/lib/platform/db/client';
import { defineJob } from '@/lib/platform/jobs/define';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import { Lease } from '@/lib/platform/jobs/lease';
import { startWorker } from '@/lib/platform/jobs/worker';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

const left = async () =>
  (await pool().query<{ count: number }>('SELECT count(*)::int AS count FROM graphile_worker.jobs')).rows[0]?.count;

it('a database that goes away as a job ends and comes back: the job is done again, and so are those that follow', async () => {
  let runs = 0;
  const job = defineJob({
    name: 'test-outage',
    payload: z.object({ ms: z.number() }),
    run: async ({ ms }) => {
      runs += 1;
      if (runs === 1) await pause(ms);
    },
  });
  const url = new URL(process.env.DATABASE_URL ?? '');
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const worker = startWorker([job]);
  try {
    await enqueue(pool(), job, { ms: 1500 });
    await until(() => runs === 1);
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await pause(3000);
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    await until(async () => (await left()) === 0, 30_000);
    expect(runs).toBe(2);
    await enqueue(pool(), job, { ms: 0 });
    await until(async () => (await left()) === 0, 30_000);
    expect(runs).toBe(3);
  } finally {
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    await admin.end();
    await worker.stop();
  }
}, 90_000);

it('the jobs of a process that was killed begin again after two minutes, those of one that lives do not', async () => {
  await pool().query('DELETE FROM graphile_worker._private_jobs');
  const job = defineJob({ name: 'test-lease', payload: z.object({}), run: () => Promise.resolve() });
  for (const owner of ['alive', 'dead']) {
    await enqueue(pool(), job, {}, { key: owner });
    await pool().query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - interval '3 minutes' WHERE key = $2`,
      [owner, `test-lease:${owner}`],
    );
  }
  const lockedBy = async () =>
    (
      await pool().query<{ locked_by: string | null }>('SELECT locked_by FROM graphile_worker.jobs ORDER BY locked_by')
    ).rows.map(({ locked_by }) => locked_by);
  const lease = new Lease(pool());
  // Just started: the others may not have had time to speak.
  await lease.beat('alive');
  expect(await lockedBy()).toEqual(['alive', 'dead']);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 130_000);
  await lease.beat('alive');
  clock.mockRestore();
  expect(await lockedBy()).toEqual(['alive', null]);
});
