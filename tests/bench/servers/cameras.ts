import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { startRelay } from '@/lib/live/video/video';
import { startHttpServer } from '@/lib/programs/gateway/http-server';
import { cpuNow, serveOrders } from '../support/child';

/** The relay of a gateway alone: pictures in by RTMP, out by HTTP-FLV to signed-in people. */

async function main(): Promise<void> {
  const running: { video?: Awaited<ReturnType<typeof startRelay>> } = {};
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    services: [],
    health: () => Promise.resolve({ database: true, realtime: true, broker: true }),
    trustedProxies: [],
    internalSecret: 'x'.repeat(32),
    video: () => running.video?.serve,
  });
  running.video = await startRelay({ rtmp: { host: '127.0.0.1', port: 0, isChosen: true }, dataDir: tmpdir() });
  await running.video.begun;
  serveOrders((server.address() as AddressInfo).port, () => ({
    cpu: cpuNow(),
    rtmpPort: running.video?.rtmpPort ?? 0,
    viewers: running.video?.watchers.size ?? 0,
  }));
}

void main();
