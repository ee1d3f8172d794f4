import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { resetConfig } from '@/lib/config';
import { tailOutbox } from '@/lib/features/notifications/outbox-tail';
import { db, pool } from '@/lib/platform/db/client';
import { buildVersion } from '@/lib/platform/system/build-version';
import { cron } from '@/lib/platform/jobs/cron';
import { defineCronJob, defineJob } from '@/lib/platform/jobs/define';
import { schedule } from '@/lib/platform/jobs/schedule';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import { registry } from '@/lib/platform/system/metrics';
import { showPool } from '@/lib/platform/db/pool-figures';
import { showProcess } from '@/lib/platform/system/process-figures';
import { showQueues } from '@/lib/programs/gateway/queue-figures';
import { warmUp } from '@/lib/platform/system/warm-up';
import { webDoor } from '@/lib/platform/door/web-door';
import { firstCalls } from '@/lib/programs/web/first-calls';
import { z } from 'zod';
import { callSms } from '../../../support/sms-client';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { runDueJobs } from '../../support/jobs';

/** What operators see: the metrics page of a gateway, and whether the portal is ready. */

useFreshDatabase();
useDataDir();

const MINUTE = 60_000;
const nightly = defineCronJob({ name: 'nightly', cron: cron('0 3 * * *'), run: () => Promise.resolve() });
const often = defineCronJob({ name: 'often', cron: cron('* * * * *'), run: () => Promise.reject(new Error('x')) });
const work = defineJob({ name: 'work', payload: z.object({}), run: () => Promise.resolve() });
let clock = Date.now();

/** The page's lines of these metrics, each with its value. */
async function page(prefix: string): Promise<Record<string, number>> {
  const text = await registry().metrics();
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith(prefix))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}
/** The database is asked anew after ten seconds. */
const later = () => (clock += 11_000);

beforeAll(() => showQueues([nightly, often, work], () => clock));

describe('the metrics page', () => {
  it('says what waits, since when, and what was given up', async () => {
    await enqueue(pool(), work, {});
    await enqueue(pool(), work, {}, { runAt: new Date(Date.now() - 20 * MINUTE) });
    await enqueue(pool(), work, {}, { runAt: new Date(Date.now() + 60 * MINUTE) });
    await enqueue(pool(), work, {}, { key: 'dead' });
    await pool().query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'work:dead'`);
    later();
    expect(await page('portal_jobs{')).toEqual({
      'portal_jobs{state="due"}': 2,
      'portal_jobs{state="later"}': 1,
      'portal_jobs{state="running"}': 0,
      'portal_jobs{state="dead"}': 1,
    });
    const { portal_jobs_oldest_seconds: oldest } = await page('portal_jobs_oldest');
    expect(Math.round((oldest ?? 0) / 60)).toBe(20);
    await pool().query('DELETE FROM graphile_worker._private_jobs');
  });

  it('says of each job of the clock when it succeeded, and how late it is since its hour', async () => {
    const threeOClock = (daysAgo: number) => {
      const day = new Date(Date.now() - daysAgo * 24 * 60 * MINUTE).toISOString().slice(0, 10);
      return new Date(`${day}T03:00:30+08:00`);
    };
    const name = 'portal_clock_job_late_seconds{job_name="nightly"}';
    await runDueJobs([nightly], threeOClock(3));
    later();
    // It is new, and not due yet.
    expect(await page(name)).toEqual({ [name]: 0 });
    await runDueJobs([nightly], threeOClock(2));
    later();
    expect(await page(name)).toEqual({ [name]: 0 });
    const success = 'portal_clock_job_success_timestamp_seconds{job_name="nightly"}';
    expect((await page(success))[success]).toBe(threeOClock(2).getTime() / 1000);
    // Due since, and not done.
    await schedule([nightly], new Date());
    later();
    const due = threeOClock(1).getTime() - 30_000;
    expect(Math.round(((await page(name))[name] ?? 0) / 60)).toBe(Math.round((Date.now() - due) / MINUTE));
  });

  it('says of a job that comes often and never succeeds how late it is since its first moment', async () => {
    const start = Date.now() - 300 * MINUTE;
    await schedule([often], new Date(start));
    for (const ago of [200, 100, 0]) await schedule([often], new Date(Date.now() - ago * MINUTE));
    later();
    const name = 'portal_clock_job_late_seconds{job_name="often"}';
    expect(Math.round(((await page(name))[name] ?? 0) / 60)).toBeGreaterThan(298);
    // An installation that has known it for longer than anybody notes successes.
    await pool().query(`UPDATE job_schedule SET last_success = NULL WHERE name = 'often'`);
    await schedule([often], new Date(Date.now() - MINUTE));
    const { rows } = await pool().query(`SELECT last_success FROM job_schedule WHERE name = 'often'`);
    expect(rows).toEqual([{ last_success: expect.any(Date) }]);
  });

  it('counts messages of a day by state, and says how late the first one is', async () => {
    const message = (state: 'QUEUED' | 'SENT' | 'FAILED', more: object = {}) =>
      db().smsLog.create({ data: { phone: '13800000000', type: 'ALARM', content: 'x', state, ...more } });
    await message('SENT');
    await message('FAILED');
    await message('QUEUED', { nextAt: new Date(Date.now() - 10 * MINUTE) });
    await message('SENT', { createDate: new Date(Date.now() - 30 * 60 * MINUTE) });
    later();
    expect(await page('portal_texts{')).toEqual({
      'portal_texts{state="sent"}': 1,
      'portal_texts{state="failed"}': 1,
      'portal_texts{state="queued"}': 1,
    });
    const late = await page('portal_late_seconds{');
    expect(Object.keys(late).sort()).toEqual(
      ['escalation', 'mail', 'news', 'push', 'text'].map((what) => `portal_late_seconds{what="${what}"}`),
    );
    expect(Math.round((late['portal_late_seconds{what="text"}'] ?? 0) / 60)).toBe(10);
    expect(late['portal_late_seconds{what="mail"}']).toBe(0);
  });

  it('asks the database once, however often it is read', async () => {
    later();
    await page('portal_jobs');
    const spy = jest.spyOn(pool(), 'query');
    await Promise.all([page('portal_jobs'), page('portal_texts'), page('portal_late')]);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  it('is there without these figures when the database fails', async () => {
    later();
    const spy = jest.spyOn(pool(), 'query').mockImplementation(() => Promise.reject(new Error('away')));
    expect(await page('portal_jobs')).toEqual({});
    expect(Object.keys(await page('process_resident')).length).toBe(1);
    spy.mockRestore();
  });

  it('says how far readers of the outbox are behind, and of rows that a running transaction hides', async () => {
    const tail = tailOutbox({ topics: ['x'], onRows: () => Promise.resolve() });
    await tail.ready;
    expect((await page('portal_outbox_lag_seconds')).portal_outbox_lag_seconds).toBeLessThan(30);
    await tail.stop();
    expect(await page('portal_outbox_lag_seconds')).toEqual({});
    const open = await pool().connect();
    await open.query('BEGIN');
    await open.query(`INSERT INTO outbox (topic, payload) VALUES ('open', '{}')`);
    await pool().query(
      `INSERT INTO outbox (topic, payload, create_date) VALUES ('hidden', '{}', now() - interval '5 minutes')`,
    );
    later();
    const name = 'portal_late_seconds{what="news"}';
    expect(Math.round(((await page(name))[name] ?? 0) / 60)).toBe(5);
    await open.query('ROLLBACK');
    open.release();
    later();
    expect(await page(name)).toEqual({ [name]: 0 });
  });

  it('names build, connections and disk of its process', async () => {
    showProcess();
    showPool();
    const connections = await page('portal_database_connections{');
    expect(Object.keys(connections)).toHaveLength(2);
    expect(Object.values(connections).reduce((sum, count) => sum + count, 0)).toBe(pool().totalCount);
    // Whoever has built the portal in this folder has a build.
    expect(await page('portal_build_info')).toEqual({ [`portal_build_info{build="0.1.0 ${buildVersion()}"}`]: 1 });
    const disk = await page('portal_data_bytes');
    expect(Object.values(disk).every((bytes) => bytes > 0)).toBe(true);
  });
});

describe('ready', () => {
  let gateway: http.Server;
  let said = { database: true, realtime: true, broker: true };
  /** A probe serves everybody for a second. */
  const ask = async () => {
    await pause(1050);
    const { status, data } = await callSms('GET', 'health/ready');
    return { status, ...data };
  };
  beforeAll(async () => {
    gateway = http.createServer((_request, response) => response.end(JSON.stringify(said))).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    process.env.GATEWAY_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    resetConfig();
  });
  afterAll(() => gateway.close());

  const all = { database: true, realtime: true, migrations: true, broker: true, queue: true, disk: true, warm: true };

  it('says of each part whether it is there', async () => {
    expect(await ask()).toMatchObject({ status: 'up', ...all });
  });

  it('is not, while boxes cannot reach the broker', async () => {
    said = { ...said, broker: false };
    expect(await ask()).toEqual({ status: 'down', ...all, broker: false });
    said = { ...said, broker: true };
  });

  it('is not, while the database lacks a migration of this version', async () => {
    const newest = `(SELECT max(migration_name) FROM _prisma_migrations)`;
    await pool().query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${newest}`);
    expect(await ask()).toEqual({ status: 'down', ...all, migrations: false });
    await pool().query(`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${newest}`);
  });

  it('is not, while the process would be slow at its first calls', async () => {
    let finish = () => undefined as void;
    const step = () => new Promise<void>((resolve) => (finish = resolve));
    const warm = warmUp({ isThere: () => Promise.resolve(true), steps: [step] });
    expect(await ask()).toEqual({ status: 'down', ...all, warm: false });
    finish();
    await warm;
    expect(await ask()).toMatchObject({ status: 'up', ...all });
  });

  it('finds everything that is used first, and reads it', async () => {
    for (const call of firstCalls(webDoor())) await expect(call()).resolves.toBeUndefined();
  });

  it('says that a disk is full while the database has no room for what is written, and is up for who reads', async () => {
    const full = "DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$";
    await expect(pool().query(full)).rejects.toMatchObject({ code: '53100' });
    expect(await ask()).toMatchObject({ status: 'up', ...all, disk: false });
    // Nothing has been refused for a while.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 16_000);
    expect(await ask()).toMatchObject({ status: 'up', ...all });
    clock.mockRestore();
  });
});
