import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sessionCookieHeader } from '@/lib/platform/auth/sessions/request';
import { isUp } from './gateway';
import { sleep } from './measure';

/** The web process and the bare Next app as they run in production; `scripts/lib/bench.mjs` has built both. */

export interface RunningWeb {
  port: number;
  stop(): Promise<void>;
}

async function startNode(
  args: readonly string[],
  port: number,
  path: string,
  env: Record<string, string>,
): Promise<RunningWeb> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  while (!(await isUp(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    port,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const setting = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

export function startPortal(env: Record<string, string> = {}): Promise<RunningWeb> {
  const port = Number(env.PORT ?? setting('PORT'));
  const flags = setting('BENCH_WEB_FLAGS').split(' ');
  return startNode([...flags, setting('BENCH_WEB')], port, '/login', { NODE_ENV: 'production', ...env });
}

/** @param statements file of the statements that its list route sends */
export function startBare(statements: string): Promise<RunningWeb> {
  const port = Number(setting('BENCH_BARE_PORT'));
  return startNode(
    [setting('BENCH_NEXT'), 'start', setting('BENCH_BARE_APP'), '--port', String(port), '--hostname', '127.0.0.1'],
    port,
    '/empty',
    { NODE_ENV: 'production', BENCH_STATEMENTS: statements, BENCH_TEXTS: join(process.cwd(), 'messages/en') },
  );
}

/** What a process of ours tells Prometheus now: names of figures without labels, and their values. */
export async function metricsOf(port: number): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { Authorization: `Bearer ${setting('INTERNAL_SECRET')}` },
  });
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  const text = await answer.text();
  return new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
}

/** Resident memory of the portal's web process, MB. */
export async function residentMb(port: number): Promise<number> {
  return ((await metricsOf(port)).get('process_resident_memory_bytes') ?? Number.NaN) / 1024 / 1024;
}

/** The Cookie header of a session. */
export async function cookieOf(sessionId: string): Promise<string> {
  const lines = await sessionCookieHeader(sessionId, new Request('http://127.0.0.1/'));
  return [...lines.map((line) => line.split(';')[0]), 'lang=en'].join('; ');
}
