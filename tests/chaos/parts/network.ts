import { setTimeout as sleep } from 'node:timers/promises';
import type { PartOptions } from '../main';
import { SERVERS, startFullPortal, type FullPortal, type ServerName } from '../support/full-portal';
import { missingForNetworks, Namespace, type Trouble } from '../support/namespace';
import { missingServer } from '../support/servers';
import { say, tellLedger, tellReturns } from '../support/stage';
import { returnsAfter } from '../support/watch';

/**
 * Database, broker and Redis, each in a network of its own that is cut without a word while boxes publish and people call: nothing
 * acknowledged is lost, and everything works again soon after.
 */

export const missing = (): string | undefined => missingForNetworks() ?? missingServer('mosquitto', 'redis-server');

const SETTLE_MS = 4000;
const STEADY_MS = 3000;
const LOSS_SECONDS = 30;

interface Cut {
  readonly name: ServerName;
  readonly kind: Trouble;
  readonly seconds: number;
}

const cutsOf = ({ cuts, times, only }: PartOptions): Cut[] =>
  Array.from({ length: times }, () =>
    SERVERS.filter((name) => only.length === 0 || only.includes(name)).flatMap((name) => [
      ...cuts.map((seconds) => ({ name, kind: 'cut' as const, seconds })),
      { name, kind: 'one way' as const, seconds: Math.max(...cuts) },
      { name, kind: 'loss' as const, seconds: LOSS_SECONDS },
    ]),
  ).flat();

/** @returns after how long each kind of work succeeded again, ms */
async function suffer({ name, kind, seconds }: Cut, network: Namespace, { works, all }: FullPortal): Promise<number[]> {
  for (const work of works) {
    work.longestMs = 0;
    work.failures.clear();
  }
  const since = Date.now();
  network.trouble(kind);
  await sleep(seconds * 1000);
  const during = all.map((work) => `${work.name} ${work.doneAt.filter((at) => at > since).length}`).join(', ');
  network.heal();
  const back = await returnsAfter(all, Date.now());
  const figures = all.map((work, index) => `${work.name} ${back[index]} ms`).join(', ');
  const failures = works.flatMap((work) =>
    [...work.failures].map(([reason, count]) => `${work.name} ${reason} × ${count}`),
  );
  const longest = Math.max(...works.map(({ longestMs }) => longestMs));
  say(
    `  ${name}, ${kind === 'loss' ? '10 % loss' : kind}, ${seconds} s: done meanwhile: ${during}; back after: ${figures}`,
  );
  say(`    longest call ${longest} ms${failures.length > 0 ? `; ${failures.join(', ')}` : ''}`);
  await sleep(SETTLE_MS);
  return back;
}

export async function run(options: PartOptions): Promise<boolean> {
  const networks = new Map<ServerName, Namespace>();
  let portal: FullPortal | undefined;
  try {
    SERVERS.forEach((name, index) => networks.set(name, new Namespace(name, index + 1)));
    portal = await startFullPortal((name) => networks.get(name));
    await returnsAfter(portal.all, Date.now());
    await sleep(STEADY_MS);
    const returns = new Map<ServerName, number[]>();
    for (const cut of cutsOf(options)) {
      const network = networks.get(cut.name);
      if (!network) continue;
      const back = await suffer(cut, network, portal);
      returns.set(cut.name, [...(returns.get(cut.name) ?? []), ...back]);
    }
    const areInTime = [...returns].map(([name, values]) => tellReturns(name, values));
    return tellLedger(await portal.ledger.compare()) && areInTime.every(Boolean);
  } finally {
    for (const network of networks.values()) network.heal();
    await portal?.close();
    for (const network of networks.values()) network.remove();
  }
}
