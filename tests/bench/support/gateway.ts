import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sleep } from './measure';

/** The gateway as it runs in production: its bundle, in a process of its own. */

export interface RunningGateway {
  child: ChildProcess;
  port: number;
  /** From the start of the process to the first good answer of /health, ms. */
  startedInMs: number;
  stop(): Promise<void>;
  /** At once, without an end in order. */
  kill(): Promise<void>;
}

export async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function startGatewayProcess(env: Record<string, string> = {}): Promise<RunningGateway> {
  const port = Number(env.GATEWAY_PORT ?? process.env.GATEWAY_PORT);
  const started = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL('./gateway.mjs', import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  while (!(await isUp(`http://127.0.0.1:${port}/health`))) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`);
    await sleep(5);
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    child,
    port,
    startedInMs: performance.now() - started,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
