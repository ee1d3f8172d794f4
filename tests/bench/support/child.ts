import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Servers of a case are programs of their own, so that their CPU and memory are theirs alone. They lie beside the case's bundle. */

export interface Server {
  port: number;
  child: ChildProcess;
  /** Sends an order and waits for its answer. */
  ask<T = Record<string, number>>(order: object): Promise<T>;
  stop(): Promise<void>;
}

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Starts a program of `servers`; it tells `{port}` when it is ready. */
export async function startServer(name: string, env: Record<string, string> = {}): Promise<Server> {
  const child = fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)), {
    execArgv: ['--expose-gc', '--enable-source-maps'],
    env: { ...process.env, ...env },
  });
  living.add(child);
  child.once('exit', () => living.delete(child));
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${name} ended with ${String(code)}`);
    }),
  ])) as [{ port: number }];
  return {
    port,
    child,
    async ask<T>(order: object) {
      child.send(order);
      const [answer] = (await once(child, 'message')) as [T];
      return answer;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The server's side: answers orders one after the other. */
export function serveOrders(
  port: number,
  handle: (order: { type: string } & Record<string, number>) => Promise<object> | object,
): void {
  process.on('message', (order) => {
    void Promise.resolve(handle(order as { type: string } & Record<string, number>)).then((answer) =>
      process.send?.(answer),
    );
  });
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
  process.send?.({ port });
}

/** Memory after a collection, bytes. */
export function memoryNow(): { heap: number; rss: number } {
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

/** CPU of this process, µs. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
