import { alternate, isTiny, report, run, sized, sleep } from '../support/measure';
import { startServer, type Server } from '../support/child';
import { openListeners, type Listener } from '../support/listener';
import { closeWorld, createAudience, createUnits, unitNo } from '../support/world';

/** Changes to many sockets: ours with sign-in, scope and rooms, against Socket.IO's room emit of the same payload. */

const UNITS = 20;
const NUMBERS = Array.from({ length: UNITS }, (_, index) => unitNo(index));

interface Room {
  server: Server;
  listeners: Listener[];
}

async function openRoom(
  env: Record<string, string>,
  sockets: number,
  audience: (index: number) => Promise<{ token: string; clientId: string }>,
): Promise<Room> {
  const server = await startServer('realtime', env);
  const listeners = await openListeners(server.port, sockets, async (index) => ({
    ...(await audience(index)),
    numbers: NUMBERS,
  }));
  await sleep(300);
  return { server, listeners };
}

const delivered = ({ listeners }: Room) => listeners.reduce((sum, listener) => sum + listener.count, 0);

/** Deliveries a second: each burst is one change of every unit, and the next follows when all have it. */
async function burst(room: Room, bursts: number): Promise<number> {
  const started = performance.now();
  for (let turn = 0; turn < bursts; turn += 1) {
    const wanted = delivered(room) + UNITS * room.listeners.length;
    await room.server.ask({ type: 'burst', units: UNITS });
    for (const deadline = performance.now() + 20_000; delivered(room) < wanted;) {
      if (performance.now() > deadline)
        throw new Error(`only ${wanted - delivered(room)} short of ${wanted} deliveries`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return (bursts * UNITS * room.listeners.length * 1000) / (performance.now() - started);
}

/** Server CPU for one change of one unit, µs, ten changes a second and unit. */
async function cpuPerUpdate({ server }: Room): Promise<number> {
  const seconds = sized(3, 0.5);
  const { cpu = Number.NaN } = await server.ask({ type: 'stream', units: UNITS, perSec: 10, seconds });
  return cpu / (UNITS * 10 * seconds);
}

async function close(rooms: readonly Room[]): Promise<void> {
  for (const { server, listeners } of rooms) {
    for (const listener of listeners) listener.close();
    await server.stop();
  }
}

run(async () => {
  await createUnits(UNITS, { areElevators: true });
  const most = sized(1000, 40);
  const audience = await createAudience(most);
  for (const sockets of isTiny ? [20, most] : [200, most]) {
    const rooms = [
      await openRoom({ BENCH_GAP: '0' }, sockets, audience),
      await openRoom({ BENCH_BARE: '1' }, sockets, audience),
    ] as const;
    const bursts = sized(Math.round(60_000 / sockets), 2);
    for (const room of rooms) await burst(room, Math.ceil(bursts / 5));
    report(
      `Fan-out to ${sockets} sockets`,
      await alternate(
        () => burst(rooms[0], bursts),
        () => burst(rooms[1], bursts),
      ),
      'msg/s',
      { atLeast: 0.85 },
    );
    await close(rooms);
  }
  const sockets = sized(200, 20);
  const rooms = [
    await openRoom({}, sockets, audience),
    await openRoom({ BENCH_BARE: '1' }, sockets, audience),
  ] as const;
  report(
    `CPU per update, ${sockets} sockets`,
    await alternate(
      () => cpuPerUpdate(rooms[0]),
      () => cpuPerUpdate(rooms[1]),
    ),
    'µs',
    { atMost: 0.5 },
  );
  await close(rooms);
  await closeWorld();
});
