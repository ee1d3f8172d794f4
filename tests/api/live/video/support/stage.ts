import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey } from '@/lib/live/video/cameras';
import { startRelay } from '@/lib/live/video/video';
import type { Video } from '@/lib/live/video/video';
import { db } from '@/lib/platform/db/client';
import { startHttpServer } from '@/lib/programs/gateway/http-server';

/** A gateway's relay on real ports, with a clock that tests turn, and cameras for the units of the personas. */

export const KEY = 'a-publishing-key-of-the-tests';

export interface Stage {
  readonly video: Video;
  readonly url: string;
  readonly rtmpPort: number;
  readonly dataDir: string;
  readonly clock: { offsetMs: number };
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'video-'));
  const clock = { offsetMs: 0 };
  const running: { video?: Video } = {};
  const server: Server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    services: [],
    health: () => Promise.resolve({ database: true, realtime: true, broker: true }),
    trustedProxies: [],
    internalSecret: 'x'.repeat(32),
    video: () => running.video?.serve,
  });
  const video = await startRelay({
    rtmp: { host: '127.0.0.1', port: 0, isChosen: true },
    dataDir,
    now: () => Date.now() + clock.offsetMs,
    sweepMs: 50,
  });
  await video.begun;
  running.video = video;
  video.attach(server);
  return {
    video,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rtmpPort: video.rtmpPort ?? 0,
    dataDir,
    clock,
    async close() {
      await video.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A camera of a unit; `rtmp` ones have the key of the tests. */
export async function makeCamera(cameraId: string, equipmentNo: string, rest: object = {}): Promise<void> {
  const { branchCode } = await db().equipment.findUniqueOrThrow({ where: { equipmentNo } });
  await db().camera.create({
    data: {
      cameraId,
      equipmentNo,
      branchCode,
      platform: 'video',
      deviceId: cameraId,
      channelId: 1,
      position: 'car',
      source: 'demo',
      status: '02',
      keyHash: hashKey(KEY),
      ...rest,
    },
  });
}
