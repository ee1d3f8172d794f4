import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataDir } from './data-dir';
import { freePorts } from '../../support/ports';

/** The running portal's build and database behind `next start`, as a host runs it that knows Next and nothing of ours. */

export interface PlainNext {
  readonly url: string;
  stop(): void;
}

/** Settings of the running web process. */
function webSettings(): NodeJS.ProcessEnv {
  const { children } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
    children: readonly { readonly name: string; readonly pid: number }[];
  };
  const web = children.find(({ name }) => name === 'web');
  if (!web) throw new Error('no web process runs');
  const pairs = Object.fromEntries(
    readFileSync(`/proc/${web.pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>;
  // NODE_OPTIONS of the test's own program are not for it.
  return { ...pairs, NODE_ENV: 'production', NODE_OPTIONS: '' };
}

/** Starts it and waits until it answers. */
export async function startPlainNext(): Promise<PlainNext> {
  const [port = 0] = await freePorts(1);
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    { env: webSettings(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const isUp = await fetch(`${url}/sms/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null) throw new Error(`next start ended with ${child.exitCode}: ${said}`);
    await sleep(100);
  }
  return { url, stop: () => void child.kill('SIGKILL') };
}
