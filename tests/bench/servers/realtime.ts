import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { LiveChange, LiveStatus } from '@/lib/live/units/live-message';
import { attachRealtime } from '@/lib/live/realtime/server/server';
import { cpuNow, memoryNow, serveOrders } from '../support/child';
import { sleep } from '../support/measure';
import { unitNo } from '../support/world';

/**
 * Our realtime side, or (BENCH_BARE=1) a Socket.IO server that emits the same messages to the same rooms and asks nobody
 * anything. Both do what the case orders.
 */

const isBare = process.env.BENCH_BARE === '1';
const FLOORS = ['B1', '1', '2', '3', '4', '5', '6'];

/** What a moving elevator reports with one message. */
function statusAt(step: number, at: number): LiveStatus {
  return {
    position: { value: FLOORS[step % FLOORS.length], physicalvalue: step % FLOORS.length, at },
    speed: { value: (step % 35) * 100, at },
    direction: { value: step % 2 === 0 ? 'Up' : 'Down', at },
    door: { value: step % 5 === 0 ? 'Opening' : 'Closed', at },
  };
}

type Publish = (changes: readonly { equipmentNo: string; status: LiveStatus }[]) => void;

async function startBare(server: ReturnType<typeof createServer>): Promise<Publish> {
  const rtc = new Server(server, { path: '/sms/socket.io' }).of('/rtc');
  rtc.on('connection', (socket) => {
    socket.on('authorize', (_token: unknown, ack: (answer: object) => void) => ack({ code: 200, message: 'success' }));
    socket.on('rtc', (list: { equipmentNo: string }[], ack: (answer: object) => void) => {
      void socket.join(list.map(({ equipmentNo }) => `eq:${equipmentNo}`));
      ack({ code: 200, message: 'success' });
    });
  });
  return (changes) => {
    for (const { equipmentNo, status } of changes) {
      rtc
        .to(`eq:${equipmentNo}`)
        .emit('rtc', { equipmentNo, equipmentType: 'YAE_ELT', responseType: 'change', Timestamp: Date.now(), status });
    }
  };
}

async function startOurs(server: ReturnType<typeof createServer>): Promise<Publish> {
  const listeners = new Set<(changes: readonly LiveChange[]) => void>();
  await attachRealtime(server, {
    bus: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    // Without the gap every change leaves at once, as the baseline's do; with it they are merged as in production.
    ...(process.env.BENCH_GAP === '0' ? { timings: { changeGapMs: 0 } } : {}),
  });
  return (changes) => {
    const committedAt = Date.now();
    const made = changes.map(({ equipmentNo, status }): LiveChange => ({
      equipmentNo,
      equipmentType: 'YAE_ELT',
      displayType: 'EV',
      changes: status,
      committedAt,
    }));
    for (const listener of listeners) listener(made);
  };
}

async function main(): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publish = await (isBare ? startBare(server) : startOurs(server));
  let step = 0;
  const changesOf = (units: readonly number[]) => {
    step += 1;
    // Later than anything stored, and never the same twice.
    const at = Date.now() + step;
    return units.map((unit) => ({ equipmentNo: unitNo(unit), status: statusAt(step + unit, at) }));
  };
  serveOrders((server.address() as AddressInfo).port, async ({ type, units = 1, perSec = 1, seconds = 1 }) => {
    if (type === 'memory') return memoryNow();
    const all = Array.from({ length: units }, (_, index) => index);
    const cpu = cpuNow();
    if (type === 'burst') publish(changesOf(all));
    else {
      const until = performance.now() + seconds * 1000;
      for (let next = performance.now(); next < until; next += 1000 / perSec) {
        await sleep(Math.max(0, next - performance.now()));
        publish(changesOf(all));
      }
      await sleep(400);
    }
    return { cpu: cpuNow() - cpu };
  });
}

void main();
