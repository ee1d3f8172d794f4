import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectionConfig } from '@/lib/platform/db/client';
import { fillDays } from '../support/fill-figures';
import { alternate, isTiny, report, run, sized } from '../support/measure';
import { closeWorld, createUnits, withClient } from '../support/world';

/** A backup of every row, compressed and with its checksums, beside COPY of the same rows that nobody keeps; and its memory. */

const UNITS = sized(100_000, 300);
const DAYS = sized(30, 3);
const MB = 1024 * 1024;

/** Reads all tables by COPY. @returns bytes a second, and how many they were */
async function copyAll(): Promise<{ speed: number; bytes: number }> {
  const client = new pg.Client(connectionConfig());
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  let bytes = 0;
  const startedAt = performance.now();
  for (const { name } of rows) {
    const stream = client.query(copyTo(`COPY ${name} TO STDOUT`));
    for await (const chunk of stream) bytes += (chunk as Buffer).length;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await client.end();
  return { speed: bytes / seconds / MB, bytes };
}

/** The program as operators run it. @returns its seconds, its file's bytes and the most memory it had */
async function backUp(args: readonly string[] = []): Promise<{ seconds: number; size: number; memory: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-backup-'));
  try {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['scripts/backup.mjs', '--to', folder, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let memory = 0;
    const look = setInterval(() => (memory = Math.max(memory, residentOf(child.pid))), 20);
    const [code] = (await once(child, 'exit')) as [number];
    clearInterval(look);
    if (code !== 0) throw new Error('the backup failed');
    const [name = ''] = readdirSync(folder);
    return { seconds: (performance.now() - startedAt) / 1000, size: statSync(join(folder, name)).size, memory };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of memory; 0 when the process has gone. */
function residentOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

run(async () => {
  await createUnits(UNITS);
  const fill = (days: number) => withClient((client) => fillDays(client, days, () => undefined));
  await fill(Math.ceil(DAYS / 10));
  const small = (await backUp()).memory;
  await withClient((client) => client.query('TRUNCATE equipment_day, equipment_month'));
  await fill(DAYS);
  const { bytes } = await copyAll();
  let last = { seconds: 0, size: 0, memory: 0 };
  const pair = await alternate(
    async () => {
      last = await backUp();
      return bytes / last.seconds / MB;
    },
    async () => (await copyAll()).speed,
  );
  report(`backup of ${Math.round(bytes / MB)} MB of rows, ${Math.round(last.size / MB)} MB as a file`, pair, 'MB/s', {
    atLeast: 0.5,
  });
  if (!isTiny)
    report(
      'backup, most memory (beside: a tenth of the days)',
      { ours: last.memory / MB, bare: small / MB, ratio: last.memory / small },
      'MB',
      { atMost: 1.5 },
    );
  await closeWorld();
});
