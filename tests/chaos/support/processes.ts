import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Programs of a run, each of which ends with it. */

const START_MS = 120_000;
/** Each with the signal that ends it for good: a parent of others has to be asked. */
const living = new Map<ChildProcess, NodeJS.Signals>();

export interface Program {
  readonly child: ChildProcess;
  end(signal?: NodeJS.Signals): Promise<void>;
}

export function start(
  command: string,
  args: readonly string[],
  {
    env = process.env,
    log = false,
    cwd,
    ending = 'SIGKILL',
  }: { env?: NodeJS.ProcessEnv; log?: boolean; cwd?: string; ending?: NodeJS.Signals } = {},
): Program & { said(): string } {
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  living.set(child, ending);
  child.once('exit', () => living.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-20_000);
      if (log) process.stderr.write(part);
    });
  return {
    child,
    said: () => said,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

/** Waits until it answers. @throws with its last words when it ends first, or does not answer in time */
export async function untilUp(
  name: string,
  { child, said }: { child: ChildProcess; said(): string },
  isUp: () => Promise<boolean>,
): Promise<void> {
  for (const end = Date.now() + START_MS; !(await isUp()); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${name} did not start: ${said()}`);
  }
}

export async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = net.connect({ host, port, timeout: 1000 });
  try {
    return await new Promise<boolean>((resolve) =>
      socket
        .once('connect', () => resolve(true))
        .once('timeout', () => resolve(false))
        .once('error', () => resolve(false)),
    );
  } finally {
    socket.destroy();
  }
}

export async function answers(url: string, timeoutMs = 2000): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

export function killAll(): void {
  for (const [child, signal] of living) child.kill(signal);
}
process.on('exit', killAll);
