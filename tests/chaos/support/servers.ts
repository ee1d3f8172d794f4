import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Namespace } from './namespace';
import { isOpen, start, untilUp, type Program } from './processes';

/** PostgreSQL, broker and Redis of a run, each on this machine or in a network of its own. */

export interface Server extends Program {
  /** For the portal. */
  readonly url: string;
  /** For the test and for boxes, whom nothing cuts off. */
  readonly sideUrl: string;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly network?: Namespace;
}

const commandIn = (network: Namespace | undefined, program: string, args: readonly string[]): [string, string[]] =>
  network ? network.command(program, args) : [program, [...args]];
const hostsOf = (network: Namespace | undefined) => [
  network?.address ?? '127.0.0.1',
  network?.sideAddress ?? '127.0.0.1',
];

export interface DatabaseServer extends Server {
  /** Of the server itself, for a kill. */
  readonly pid: number;
}

/** @param place.settings of the server, on top of ours */
export async function startDatabase({
  folder,
  port,
  network,
  settings = {},
}: Place & { settings?: Record<string, string> }): Promise<DatabaseServer> {
  const options = {
    dataDir: join(folder, 'postgres'),
    port,
    settings: { ...(network ? { listen_addresses: '*' } : {}), ...settings },
  };
  const program = start(
    ...commandIn(network, process.execPath, ['tests/api/support/run-postgres.mjs', JSON.stringify(options)]),
    { ending: 'SIGTERM' },
  );
  await untilUp('PostgreSQL', program, async () => {
    await sleep(50);
    return program.said().includes('"clusterDir"');
  });
  const { databaseUrl, pid, clusterDir } = JSON.parse(program.said().trim()) as {
    databaseUrl: string;
    pid: number;
    clusterDir: string;
  };
  if (network) {
    appendFileSync(join(clusterDir, 'pg_hba.conf'), 'host all all 10.0.0.0/8 scram-sha-256\n');
    process.kill(pid, 'SIGHUP');
  }
  const [url, sideUrl] = hostsOf(network).map((host) => {
    const made = new URL(databaseUrl);
    made.hostname = host;
    return made.href;
  });
  if (url === undefined || sideUrl === undefined) throw new Error('no address');
  await untilReached(sideUrl);
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    // What we have started is the server's parent, which stops it when it is asked to.
    if (signal === 'SIGKILL')
      try {
        process.kill(pid, signal);
      } catch {
        // Gone already.
      }
    await program.end(signal);
  };
  return { ...program, end, pid, url, sideUrl };
}

async function untilReached(url: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    const failure = await client.connect().then(
      () => undefined,
      (error: unknown) => error,
    );
    await client.end().catch(() => undefined);
    if (failure === undefined) return;
    if (left === 0) throw failure;
    await sleep(100);
  }
}

export function migrate(databaseUrl: string, folder = process.cwd()): void {
  execFileSync(process.execPath, ['scripts/db-deploy.mjs'], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'pipe',
  });
}

/** Mosquitto; it checks no logins here. */
export async function startBroker({ folder, port, network }: Place): Promise<Server> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(
    file,
    `listener ${port} ${network ? '0.0.0.0' : '127.0.0.1'}\nallow_anonymous true\nmax_queued_messages 100000\n`,
  );
  const program = start(...commandIn(network, findServer('mosquitto'), ['-c', file]));
  const [url, sideUrl] = hostsOf(network).map((host) => `mqtt://${host}:${port}`);
  await untilUp('mosquitto', program, () => isOpen(hostsOf(network)[1] ?? '', port));
  return { ...program, url: url ?? '', sideUrl: sideUrl ?? '' };
}

export async function startRedis({ folder, port, network }: Place): Promise<Server> {
  const args = ['--port', String(port), '--bind', network ? '0.0.0.0' : '127.0.0.1', '--protected-mode', 'no'];
  const program = start(
    ...commandIn(network, findServer('redis-server'), [...args, '--save', '', '--appendonly', 'no', '--dir', folder]),
  );
  const [url, sideUrl] = hostsOf(network).map((host) => `redis://${host}:${port}`);
  await untilUp('Redis', program, () => isOpen(hostsOf(network)[1] ?? '', port));
  return { ...program, url: url ?? '', sideUrl: sideUrl ?? '' };
}

const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

function findServer(program: string): string {
  for (const folder of FOLDERS) {
    try {
      execFileSync('test', ['-x', join(folder, program)]);
      return join(folder, program);
    } catch {
      // Not there.
    }
  }
  throw new Error(`The program ${program} is missing.`);
}

/** The first of these programs that is not here, as one sentence. */
export function missingServer(...programs: string[]): string | undefined {
  for (const program of programs) {
    try {
      findServer(program);
    } catch {
      return `it needs ${program} (Debian: apt-get install ${program})`;
    }
  }
  return undefined;
}
