import { setTimeout as sleep } from 'node:timers/promises';
import type { PartOptions } from '../main';
import { startFullPortal, type FullPortal } from '../support/full-portal';
import { missingServer } from '../support/servers';
import { say, tellLedger, tellReturns } from '../support/stage';
import { returnsAfter } from '../support/watch';

/** Broker and Redis as programs of their own, a second gateway, and all the rest: each killed with -9 and started again. */

export const missing = (): string | undefined => missingServer('mosquitto', 'redis-server');

const NAMES = ['broker', 'redis', 'sockets', 'gateway', 'web', 'database'] as const;
/** What supervisors wait before they start a program again. */
const PAUSE_MS = 1000;
const GAP_MS = [2000, 5000] as const;

async function killOne(portal: FullPortal, name: (typeof NAMES)[number]): Promise<number> {
  const victim = portal.running.get(name);
  if (!victim) throw new Error(`${name} does not run`);
  const killedAt = Date.now();
  await victim.end('SIGKILL');
  await sleep(PAUSE_MS);
  await portal.again(name);
  const back = Math.max(...(await returnsAfter(portal.all, killedAt + PAUSE_MS)));
  return back + PAUSE_MS;
}

export async function run({ times }: PartOptions): Promise<boolean> {
  const portal = await startFullPortal(() => undefined);
  try {
    await returnsAfter(portal.all, Date.now());
    const returns = new Map(NAMES.map((name) => [name, [] as number[]]));
    for (let time = 0; time < times; time += 1) {
      for (const name of NAMES) {
        await sleep(GAP_MS[0] + Math.random() * (GAP_MS[1] - GAP_MS[0]));
        const back = await killOne(portal, name);
        returns.get(name)?.push(back);
        say(`  kill ${time + 1} of ${name}: all works ${back} ms after it`);
      }
    }
    const areInTime = [...returns].map(([name, values]) => tellReturns(name, values));
    return tellLedger(await portal.ledger.compare()) && areInTime.every(Boolean);
  } finally {
    await portal.close();
  }
}
