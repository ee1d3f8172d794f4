import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { resetConfig } from '@/lib/config';
import { closeDb, db, isWritable, pool } from '@/lib/platform/db/client';
import { listen } from '@/lib/platform/db/listen';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';
import { kill } from '../../scale-out/support/installation';
import { Switch } from '../../support/switch';

/** A primary and its standby (PostgreSQL's own replication), and one address that leads to either. */

interface Server {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  readonly folder: string;
}

const root = path.resolve(__dirname, '../../../..');
const before = process.env.DATABASE_URL;
const running: ChildProcess[] = [];
let folder: string;
let primary: Server;
let standby: Server;
let address: Switch | undefined;

async function start(name: string, port: number, settings: Record<string, string>): Promise<Server> {
  const options = {
    dataDir: path.join(folder, name),
    port,
    settings: { fsync: 'off', shared_buffers: '32MB', ...settings },
  };
  const child = spawn(
    process.execPath,
    [path.join(root, 'tests/api/support/run-postgres.mjs'), JSON.stringify(options)],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running.push(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`The server ended: ${said}`);
    return said.endsWith('}\n');
  }, 60_000);
  const { databaseUrl, pid, clusterDir } = JSON.parse(said) as { databaseUrl: string; pid: number; clusterDir: string };
  return { child, pid, url: databaseUrl, folder: clusterDir };
}
async function ask<Row extends pg.QueryResultRow>({ url }: Server, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function leadTo({ url }: Server): void {
  if (address) address.target = Number(new URL(url).port);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lift-failover-'));
  chmodSync(folder, 0o755);
  const ports = [await freePort(), await freePort()] as const;
  const made = await start('a', ports[0], {});
  await kill(made.child, 'SIGTERM');
  const copy = path.join(path.dirname(made.folder), 'b');
  if (spawnSync('cp', ['-a', made.folder, copy]).status !== 0) throw new Error('The data could not be copied.');
  primary = await start('a', ports[0], { wal_keep_size: '64MB' });
  const { uid, gid } = statSync(copy);
  writeFileSync(path.join(copy, 'standby.signal'), '');
  spawnSync('chown', [`${uid}:${gid}`, path.join(copy, 'standby.signal')]);
  const { username, password } = new URL(primary.url);
  standby = await start('b', ports[1], {
    primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=${username} password=${password}`,
  });
  await ask(primary, 'CREATE TABLE written (number int PRIMARY KEY)');
  await ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await ask(primary, 'SELECT pg_reload_conf()');
  await until(
    async () => (await ask(primary, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1,
    15_000,
  );
  address = await Switch.to(Number(new URL(standby.url).port));
  const url = new URL(primary.url);
  url.port = String(address.port);
  await closeDb();
  process.env.DATABASE_URL = url.href;
  resetConfig();
});
afterAll(async () => {
  await closeDb();
  process.env.DATABASE_URL = before;
  resetConfig();
  await address?.close();
  for (const child of running) await kill(child, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const numbers = async (server: Server) =>
  new Set((await ask<{ number: number }>(server, 'SELECT number FROM written')).map(({ number }) => number));
const listening: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of listening.splice(0)) await one();
});
function hear(): { readonly heard: string[] } {
  const heard: string[] = [];
  listening.push(listen({ channel: 'failover', onNotice: (word) => heard.push(word ?? '') }));
  return { heard };
}

it('connections to a standby are given up with the first write that it refuses, and new ones lead to the primary', async () => {
  // Several of them, used and idle, and one that is in the middle of a transaction.
  await Promise.all(Array.from({ length: 5 }, () => pool().query('SELECT pg_sleep(0.05)')));
  const inUse = await pool().connect();
  await inUse.query('BEGIN');
  const ears = hear();
  expect(await isWritable()).toBe(false);
  leadTo(primary);
  await pause(1100);
  await expect(inUse.query('INSERT INTO written VALUES (1)')).rejects.toMatchObject({ code: '25006' });
  await inUse.query('ROLLBACK');
  inUse.release();
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? pool().query('INSERT INTO written VALUES ($1)', [100 + index])
        : db().$transaction((sql) => sql.$executeRaw`INSERT INTO written VALUES (${100 + index})`),
    ),
  );
  expect(await isWritable()).toBe(true);
  expect(await numbers(primary)).toEqual(new Set([100, 101, 102, 103, 104, 105, 106, 107]));
  await until(async () => {
    await pool().query("SELECT pg_notify('failover', 'word')");
    return ears.heard.length > 0;
  }, 15_000);
});

it('a primary that is lost and a standby that is promoted: work goes on by itself, and what was committed is there', async () => {
  const ears = hear();
  const committed: number[] = [];
  let isOver = false;
  let next = 1000;
  const writer = async (isPrisma: boolean) => {
    while (!isOver) {
      const number = (next += 1);
      const write = isPrisma
        ? db().$transaction((sql) => sql.$executeRaw`INSERT INTO written VALUES (${number})`)
        : pool().query('INSERT INTO written VALUES ($1)', [number]);
      await write.then(
        () => committed.push(number),
        () => pause(50),
      );
    }
  };
  const writers = [writer(true), writer(false), writer(true)];
  await until(() => committed.length > 30, 15_000);
  process.kill(primary.pid, 'SIGKILL');
  await kill(primary.child, 'SIGTERM');
  // For a while the address leads to a standby that is not promoted yet.
  leadTo(standby);
  await pause(1000);
  const atPromotion = committed.length;
  await ask(standby, 'SELECT pg_promote()');
  await until(() => committed.length > atPromotion + 30, 20_000);
  isOver = true;
  await Promise.all(writers);
  const kept = await numbers(standby);
  expect(committed.filter((number) => !kept.has(number))).toEqual([]);
  await until(async () => {
    await pool().query("SELECT pg_notify('failover', 'after')");
    return ears.heard.includes('after');
  }, 15_000);
});
