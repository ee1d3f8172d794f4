import { z } from 'zod';
import { resetConfig } from '@/lib/config';
import { closeDb, db, pool } from '@/lib/platform/db/client';
import { tryDatabase } from '@/lib/platform/db/first-connection';
import { listen } from '@/lib/platform/db/listen';
import { defineJob } from '@/lib/platform/jobs/define';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import { startWorker } from '@/lib/platform/jobs/worker';
import { examine } from '@/lib/programs/admin/doctor';
import { tidyTables } from '@/lib/programs/gateway/tidy-tables';
import { until } from '../../../support/until';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer';

/** A portal whose DATABASE_URL leads to PgBouncer in transaction mode, two connections wide, and DATABASE_SESSION_URL past it. */

const withPgbouncer = hasPgbouncer ? describe : describe.skip;

withPgbouncer("behind a pooler (left out where Debian's package pgbouncer is not installed)", () => {
  let database: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
  let name: string;

  const use = async (urls: { DATABASE_URL: string; DATABASE_SESSION_URL?: string }) => {
    await closeDb();
    delete process.env.DATABASE_SESSION_URL;
    Object.assign(process.env, urls);
    resetConfig();
  };
  beforeAll(async () => {
    database = await freshDatabase();
    name = new URL(database.databaseUrl).pathname.slice(1);
    // So that a session in UTC shows.
    await pool().query(`ALTER DATABASE ${name} SET TimeZone = 'Asia/Shanghai'`);
    pooler = await startPgbouncer(database.databaseUrl);
    await use({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: database.databaseUrl });
  });
  afterAll(async () => {
    await use({ DATABASE_URL: database.databaseUrl });
    await pooler.stop();
    await database.drop();
  });

  /** A server's connection is kept busy, so that the next statement goes by another one. */
  const besideOther = async <T>(work: () => Promise<T>): Promise<T> => {
    const other = await pool().connect();
    await other.query('BEGIN; SELECT 1');
    try {
      return await work();
    } finally {
      await other.query('COMMIT');
      other.release();
    }
  };

  it('every session is in UTC, whichever connection of the server it gets, and statements have no names there', async () => {
    await tryDatabase();
    const at = new Date('2026-05-01T12:00:00Z');
    const ask = async () => {
      const { rows } = await pool().query<{ zone: string; pid: number; at: Date }>({
        name: 'asked-twice',
        text: "SELECT current_setting('TimeZone') AS zone, pg_backend_pid() AS pid, $1::timestamptz AS at",
        values: [at],
      });
      const [byPrisma] = await db().$queryRaw<{ at: Date }[]>`SELECT ${at}::timestamptz AS at`;
      return { ...rows[0], byPrisma: byPrisma?.at };
    };
    const answers = [await ask(), await besideOther(ask), await ask(), await besideOther(ask)];
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
    for (const answer of answers) expect(answer).toMatchObject({ zone: 'UTC', at, byPrisma: at });
    const { rows } = await pool().query('SELECT name FROM pg_prepared_statements');
    expect(rows).toEqual([]);
  });

  it('transactions of Prisma keep together what is theirs and leave nothing behind', async () => {
    const pids = await db().$transaction(async (sql) => {
      await sql.$executeRaw`SET LOCAL statement_timeout = '9s'`;
      await pool().query('SELECT 1');
      return sql.$queryRaw<{ pid: number; limit: string }[]>`
        SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS limit`;
    });
    expect(pids).toEqual([{ pid: expect.any(Number), limit: '9s' }]);
    for (let turn = 0; turn < 3; turn += 1)
      expect((await pool().query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
  });

  it('what is told through it is heard past it, and jobs are done', async () => {
    let heard = '';
    let done = 0;
    const job = defineJob({
      name: 'test-pooler',
      payload: z.object({}),
      run: async () => {
        done += 1;
        await Promise.resolve();
      },
    });
    const isListening = new Promise<() => Promise<void>>((resolve) => {
      const stop = listen({
        channel: 'pooler',
        onNotice: (payload) => (heard = payload ?? ''),
        onListening: () => resolve(stop),
      });
    });
    const stop = await isListening;
    const worker = startWorker([job]);
    try {
      await pool().query("SELECT pg_notify('pooler', 'word')");
      await enqueue(pool(), job, {});
      await until(() => heard === 'word' && done === 1, 15_000);
    } finally {
      await stop();
      await worker.stop();
    }
  });

  it('locks of a session are taken past it and given back', async () => {
    await tidyTables(new Date());
    const { rows } = await pool().query("SELECT pid FROM pg_locks WHERE locktype = 'advisory'");
    expect(rows).toEqual([]);
  });

  it('the doctor says that both lead to the same, and when they do not', async () => {
    const said = async () =>
      (await examine(Date.now))
        .filter(({ area }) => area === 'Database')
        .map(({ verdict, text }) => `${verdict} ${text}`);
    expect(await said()).toContainEqual(expect.stringMatching(/^ok a pooler, and sessions at 127\.0\.0\.1:\d+\/t_/));
    const elsewhere = new URL(database.databaseUrl);
    elsewhere.pathname = '/postgres';
    await use({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: elsewhere.href });
    expect(await said()).toContainEqual(expect.stringMatching(/^fault DATABASE_SESSION_URL does not hear/));
    await use({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: pooler.url });
    expect(await said()).toContainEqual(
      expect.stringMatching(/^fault A pooler stands before .*\(DATABASE_SESSION_URL\)/),
    );
  });

  it('a portal that knows of no pooler says that one is there', async () => {
    await use({ DATABASE_URL: pooler.url });
    await expect(tryDatabase()).rejects.toThrow(
      /^A pooler stands before the database at 127\.0\.0\.1:\d+\/\w+ \(DATABASE_URL\), so DATABASE_SESSION_URL has to lead past it, to the server itself\.$/,
    );
  });
});
