import { once } from 'node:events';
import { z } from 'zod';
import { config, resetConfig } from '@/lib/config';
import { pool } from '@/lib/platform/db/client';
import { defineJob } from '@/lib/platform/jobs/define';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import { drawPaper } from '@/lib/platform/pdf/draw';
import { startGateway } from '@/lib/programs/gateway/gateway';
import { freePort } from '../../../support/ports';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';

/** Jobs that run while a gateway stops (deploy/README.md, Stopping). */

useFreshDatabase();
useDataDir();

const mockWork: { run?: (signal: AbortSignal) => Promise<void> } = {};
jest.mock('@/lib/programs/gateway/job-list', () => ({
  get JOBS() {
    return [work];
  },
}));
const work = defineJob({
  name: 'work',
  payload: z.object({}),
  run: async (_payload, { signal }) => mockWork.run?.(signal),
});

/** A gateway of these times with a job that runs in it. */
async function startWithJob(stop: { drainMs: number; timeoutMs: number }, run: (signal: AbortSignal) => Promise<void>) {
  const port = await freePort();
  process.env.GATEWAY_URL = `http://127.0.0.1:${port}`;
  resetConfig();
  const settings = config();
  const gateway = await startGateway({
    ...settings,
    gateway: { ...settings.gateway, port, host: '127.0.0.1', roles: new Set(['jobs'] as const) },
    stop,
  });
  await new Promise<void>((resolve, reject) => {
    mockWork.run = (signal) => {
      resolve();
      return run(signal);
    };
    enqueue(pool(), work, {}).catch(reject);
  });
  return gateway;
}
afterAll(() => {
  process.env.GATEWAY_URL = 'http://127.0.0.1:3';
  resetConfig();
});

it('has its document drawn by the gateway that waits for it', async () => {
  let draw: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (draw = resolve));
  const drawn: string[] = [];
  const gateway = await startWithJob({ drainMs: 0, timeoutMs: 60_000 }, async () => {
    await asked;
    const pdf = await drawPaper({ language: 'zh-CN', title: '停止', madeAt: 0, blocks: [] }).catch((error: unknown) =>
      Buffer.from(String(error)),
    );
    drawn.push(Buffer.from(pdf).toString('latin1').slice(0, 5));
  });
  const closed = gateway.close();
  draw();
  await closed;
  expect(drawn).toEqual(['%PDF-']);
});

it('is given back in time where sockets would move for longer than the process has', async () => {
  const gateway = await startWithJob({ drainMs: 3_600_000, timeoutMs: 1000 }, async (signal) => {
    if (!signal.aborted) await once(signal, 'abort');
    throw new Error('ended');
  });
  await expect(gateway.close()).resolves.toBeUndefined();
});
