import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { db, pool } from '@/lib/platform/db/client';
import { cron } from '@/lib/platform/jobs/cron';
import { defineCronJob, defineJob, type JobRun } from '@/lib/platform/jobs/define';
import { enqueue, withdraw } from '@/lib/platform/jobs/enqueue';
import { schedule, scheduleStart } from '@/lib/platform/jobs/schedule';
import { startWorker } from '@/lib/platform/jobs/worker';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { runDueJobs } from '../../support/jobs';

useFreshDatabase();

const done: string[] = [];
const note = defineJob({
  name: 'test-note',
  payload: z.object({ text: z.string() }),
  run: async ({ text }) => {
    await pause(2);
    done.push(text);
  },
});
const waiting = async (name: string) =>
  (
    await pool().query<{ attempts: number; max_attempts: number; run_at: Date; last_error: string | null }>(
      'SELECT attempts, max_attempts, run_at, last_error FROM graphile_worker.jobs WHERE task_identifier = $1 ORDER BY id',
      [name],
    )
  ).rows;

beforeEach(async () => {
  done.length = 0;
  await pool().query('DELETE FROM graphile_worker._private_jobs; DELETE FROM job_schedule');
});

describe('a job that is written', () => {
  it('leaves nothing when its transaction is rolled back, by pg and by Prisma, and is done when it is committed', async () => {
    const client = await pool().connect();
    await client.query('BEGIN');
    await enqueue(client, note, { text: 'pg, rolled back' });
    await client.query('ROLLBACK');
    await db()
      .$transaction(async (sql) => {
        await enqueue(sql, note, { text: 'Prisma, rolled back' });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await waiting('test-note')).toEqual([]);

    await client.query('BEGIN');
    await enqueue(client, note, { text: 'pg' });
    await client.query('COMMIT');
    client.release();
    await db().$transaction((sql) => enqueue(sql, note, { text: 'Prisma' }));
    await runDueJobs([note], new Date());
    expect(done).toEqual(['pg', 'Prisma']);
    expect(await waiting('test-note')).toEqual([]);
  });

  it('waits for its moment', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await enqueue(pool(), note, { text: 'later' }, { runAt: later });
    await runDueJobs([note], new Date(later.getTime() - 1000));
    expect(done).toEqual([]);
    await runDueJobs([note], later);
    expect(done).toEqual(['later']);
  });

  it('takes the place of the one with its key, and may be taken back', async () => {
    const [first, second] = [60_000, 120_000].map((ms) => new Date(Date.now() + ms));
    await enqueue(pool(), note, { text: 'early' }, { runAt: first, key: 'k' });
    await enqueue(pool(), note, { text: 'moved' }, { runAt: second, key: 'k' });
    expect((await waiting('test-note')).map(({ run_at }) => run_at)).toEqual([second]);
    await withdraw(pool(), note, 'another');
    expect(await waiting('test-note')).toHaveLength(1);
    await db().$transaction((sql) => withdraw(sql, note, 'k'));
    expect(await waiting('test-note')).toEqual([]);
  });

  it('is refused with another payload than its own', async () => {
    await expect(enqueue(pool(), note, { text: 1 } as never)).rejects.toThrow();
    expect(await waiting('test-note')).toEqual([]);
  });
});

describe('a job that fails', () => {
  let isBroken = true;
  const fragile = defineJob({
    name: 'test-fragile',
    payload: z.object({}),
    maxAttempts: 3,
    run: async (_payload, { progress, attempt }) => {
      await progress(attempt, 7);
      if (isBroken) throw new Error('the roof is open');
      done.push('mended');
    },
  });

  it('is tried again later and later, stays when it is given up, and says how far it came', async () => {
    await enqueue(pool(), fragile, {});
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      // The database counts finer than milliseconds.
      const due = ((await waiting('test-fragile'))[0]?.run_at.getTime() ?? 0) + 1;
      await runDueJobs([fragile], new Date(due - 100));
      expect((await waiting('test-fragile'))[0]?.attempts).toBe(attempt - 1);
      await runDueJobs([fragile], new Date(due));
      const [job] = await waiting('test-fragile');
      expect(job).toMatchObject({ attempts: attempt, last_error: 'the roof is open' });
      pauses.push((job?.run_at.getTime() ?? 0) - due);
    }
    expect(pauses[0]).toBeGreaterThan(2000);
    expect(pauses[1]).toBeGreaterThan(6000);
    expect(await db().jobProgress.findMany()).toMatchObject([{ done: 3, total: 7 }]);
    isBroken = false;
    await runDueJobs([fragile], new Date(Date.now() + 30 * 24 * 3_600_000));
    expect(done).toEqual([]);

    const [dead] = (
      await pool().query<{ id: string }>(`SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'test-fragile'`)
    ).rows;
    await pool().query('SELECT graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at => now(), attempts => 0)', [
      dead?.id,
    ]);
    await runDueJobs([fragile], new Date(Date.now() + 1000));
    expect(done).toEqual(['mended']);
    expect(await db().jobProgress.count()).toBe(0);
  });
});

describe('a job of the clock', () => {
  const night = defineCronJob({
    name: 'test-night',
    cron: cron('10 0 * * *'),
    run: async (due, { now }: JobRun) => {
      done.push(`${due.toISOString()} at ${now().toISOString()}`);
      await Promise.resolve();
    },
  });
  const eve = new Date('2026-03-27T15:00:00Z');
  const due = new Date('2026-03-27T16:10:00Z');

  it('comes at its minute, once, though two gateways look at it together', async () => {
    await schedule([night], eve);
    await Promise.all([schedule([night], due), schedule([night], due), schedule([night], due)]);
    expect(await waiting('test-night')).toHaveLength(1);
    await runDueJobs([night], due);
    await runDueJobs([night], due);
    await runDueJobs([night], new Date(due.getTime() + 60_000));
    expect(done).toEqual(['2026-03-27T16:10:00.000Z at 2026-03-27T16:10:00.000Z']);
  });

  it('is done once, late, when no gateway ran for days', async () => {
    await schedule([night], eve);
    const back = new Date('2026-03-30T03:00:00Z');
    await runDueJobs([night], back);
    expect(done).toEqual(['2026-03-29T16:10:00.000Z at 2026-03-30T03:00:00.000Z']);
  });

  it('goes on with its next minute, once, when a clock that was an hour ahead has been set right', async () => {
    const minute = { ...night, name: 'test-minute', cron: cron('* * * * *') };
    await schedule([minute], new Date(due.getTime() + 60 * 60_000));
    const right = new Date(due.getTime() + 10_000);
    await Promise.all([schedule([minute], right), schedule([minute], right)]);
    expect(await waiting('test-minute')).toHaveLength(1);
    expect(await db().jobSchedule.findUnique({ where: { name: 'test-minute' } })).toMatchObject({ lastDue: due });
  });

  it('does not come for hours before it was known', async () => {
    await runDueJobs([night], new Date(due.getTime() + 1000));
    expect(done).toEqual([]);
  });

  it('that every start wants is written once however many start', async () => {
    const seed = { ...night, name: 'test-seed', atStart: true };
    await Promise.all([scheduleStart([seed, night], due), scheduleStart([seed, night], due)]);
    expect(await waiting('test-seed')).toHaveLength(1);
    expect(await waiting('test-night')).toEqual([]);
  });
});

describe('workers', () => {
  it('of two gateways do each job once', async () => {
    for (let index = 0; index < 120; index += 1) await enqueue(pool(), note, { text: String(index) });
    const workers = [startWorker([note]), startWorker([note])];
    await until(async () => (await waiting('test-note')).length === 0, 20_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(done).toHaveLength(120);
    expect(new Set(done).size).toBe(120);
  });

  it('that stop end what they do and begin nothing more', async () => {
    let isBegun = false;
    const slow = defineJob({
      name: 'test-slow',
      payload: z.object({}),
      isAlone: true,
      run: async () => {
        isBegun = true;
        await pause(600);
        done.push('whole');
      },
    });
    await enqueue(pool(), slow, {});
    await enqueue(pool(), slow, {});
    const worker = startWorker([slow]);
    await until(() => isBegun);
    await worker.stop();
    expect(done).toEqual(['whole']);
    expect(await waiting('test-slow')).toMatchObject([{ attempts: 0 }]);
  });
});
