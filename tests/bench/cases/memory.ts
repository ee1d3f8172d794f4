import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { alternate, isTiny, report, run, sized, sleep } from '../support/measure';
import { startServer } from '../support/child';
import { isUp, startGatewayProcess } from '../support/gateway';
import { openListeners } from '../support/listener';
import { closeWorld, createAudience, createUnits, unitNo } from '../support/world';

/** What a socket costs in memory, and what the gateway costs while nothing happens, against Socket.IO and a broker alone. */

const SOCKETS = sized(400, 20);
const NUMBERS = Array.from({ length: 10 }, (_, index) => unitNo(index));

async function bytesPerSocket(
  env: Record<string, string>,
  audience: Awaited<ReturnType<typeof createAudience>>,
): Promise<number> {
  const server = await startServer('realtime', env);
  // The first ones load code and fill caches that all share.
  const first = await openListeners(server.port, 20, async (index) => ({
    ...(await audience(index)),
    numbers: NUMBERS,
  }));
  await sleep(300);
  const before = await server.ask({ type: 'memory' });
  const more = await openListeners(server.port, SOCKETS, async (index) => ({
    ...(await audience(index + 20)),
    numbers: NUMBERS,
  }));
  await sleep(isTiny ? 300 : 1500);
  const after = await server.ask({ type: 'memory' });
  for (const listener of [...first, ...more]) listener.close();
  await server.stop();
  return ((after.heap ?? 0) - (before.heap ?? 0)) / SOCKETS / 1024;
}

/** Resident memory of a process now, MB. */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

interface Start {
  ms: number;
  mb: number;
}

async function startOurs(): Promise<Start> {
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  await sleep(sized(1500, 200));
  const mb = residentMb(gateway.child.pid ?? 0);
  await gateway.stop();
  return { ms: gateway.startedInMs, mb };
}

async function startBare(): Promise<Start> {
  const started = performance.now();
  const relay = await startServer('relay', { BENCH_RELAY_MQTT: String(Number(process.env.MQTT_PORT) + 1) });
  while (!(await isUp(`http://127.0.0.1:${relay.port}/`))) await sleep(5);
  const ms = performance.now() - started;
  await sleep(sized(1500, 200));
  const mb = residentMb(relay.child.pid ?? 0);
  const gone = once(relay.child, 'exit');
  relay.child.kill('SIGKILL');
  await gone;
  return { ms, mb };
}

run(async () => {
  await createUnits(NUMBERS.length, { areElevators: true });
  const audience = await createAudience(SOCKETS + 20);
  report(
    'Memory a socket (heap and buffers)',
    await alternate(
      () => bytesPerSocket({}, audience),
      () => bytesPerSocket({ BENCH_BARE: '1' }, audience),
    ),
    'KB',
    { atMost: 1.5 },
  );
  const idle: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  const cold = await alternate(
    async () => {
      const { ms, mb } = await startOurs();
      idle.ours.push(mb);
      return ms;
    },
    async () => {
      const { ms, mb } = await startBare();
      idle.bare.push(mb);
      return ms;
    },
  );
  report('Gateway cold start to healthy', cold, 'ms');
  report(
    'Gateway idle memory (resident)',
    await alternate(
      async () => idle.ours.pop() ?? Number.NaN,
      async () => idle.bare.pop() ?? Number.NaN,
      idle.ours.length,
    ),
    'MB',
  );
  await closeWorld();
});
