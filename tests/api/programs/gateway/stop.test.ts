import { once } from 'node:events';
import { io } from 'socket.io-client';
import { resetConfig } from '@/lib/config';
import { drawPaper } from '@/lib/platform/pdf/draw';
import type { Paper } from '@/lib/platform/pdf/paper';
import { startGateway } from '../../scale-out/support/installation';
import { useFreshDatabase } from '../../support/database';

/** The end of a real gateway process (deploy/README.md, Stopping). */

useFreshDatabase();
afterAll(() => {
  process.env.GATEWAY_URL = 'http://127.0.0.1:3';
  resetConfig();
});

const PAPER: Paper = { language: 'zh-CN', title: '停止', madeAt: 0, blocks: [] };

it('a gateway that is told to stop is not ready, lets its sockets move one by one, draws to the end and goes with 0', async () => {
  const { child, port } = await startGateway({
    GATEWAY_ROLES: 'realtime,jobs',
    DRAIN_SECONDS: '2',
    STOP_SECONDS: '30',
  });
  const exit = once(child, 'exit');
  process.env.GATEWAY_URL = `http://127.0.0.1:${port}`;
  resetConfig();
  const sockets = Array.from({ length: 8 }, () =>
    io(`http://127.0.0.1:${port}/rtc`, {
      path: '/sms/socket.io',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    }),
  );
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))));
  const told: { at: number; reason: string }[] = [];
  const moved = Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) =>
          socket.once('disconnect', (reason) => {
            told.push({ at: performance.now(), reason });
            resolve();
          }),
        ),
    ),
  );
  const drawing = drawPaper(PAPER);
  // Its drawing process starts only now and loads its fonts.
  child.kill('SIGTERM');
  let health = await fetch(`http://127.0.0.1:${port}/health`);
  while (health.status === 200) health = await fetch(`http://127.0.0.1:${port}/health`);
  expect([health.status, await health.json()]).toEqual([503, { database: true, realtime: false, broker: true }]);
  await moved;
  // A browser connects again by itself after this reason; after an order of the server it would not.
  expect([...new Set(told.map(({ reason }) => reason))]).toEqual(['transport close']);
  const times = told.map(({ at }) => at);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100);
  expect(
    Buffer.from(await drawing)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await exit)[0]).toBe(0);
});
