import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { makeCamera, openStage } from './support/stage';
import type { Stage } from './support/stage';

/** A recorded range over HTTP, and how it goes on where its connection broke (api.md §3.8 `from`). */

useFreshDatabase();

const CLIP_MS = 20_000;
let stage: Stage;
let access: string;
let beginAt: Date;

beforeAll(async () => {
  await createPersonas();
  access = await sessionOf('branchDispatcher');
  await makeCamera('DEMO-1', 'E-1');
  stage = await openStage();
  beginAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000);
  const file = 'records/DEMO-1/1.flv';
  const path = join(stage.dataDir, 'video', file);
  await mkdir(join(path, '..'), { recursive: true });
  await copyFile('lib/live/video/demo/camera.flv', path);
  const endAt = new Date(beginAt.getTime() + CLIP_MS);
  await db().videoSegment.create({
    data: { cameraId: 'DEMO-1', beginAt, endAt, file, bytes: BigInt((await stat(path)).size) },
  });
});
afterAll(async () => {
  await stage.close();
  await closePortal();
});

const start = async (rest: object) =>
  (
    await callSms<string>('POST', 'video/start', {
      headers: bearer(access),
      body: { equipmentNo: 'E-1', clientId: 'a', ...rest },
    })
  ).data;
const read = async (path: string) =>
  fetch(`${stage.url}${path}`, {
    headers: bearer((await issueSocketToken((await actorOfAccessToken(access)).actor)).token),
  });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

it('a range goes on at any byte with exactly the rest of the same bytes', async () => {
  const path = await start({
    businessType: 'localRecord',
    beginTime: formatDateTime(beginAt),
    endTime: formatDateTime(new Date(beginAt.getTime() + CLIP_MS)),
  });
  const whole = await bytesOf(await read(path));
  expect(whole.subarray(0, 3).toString('latin1')).toBe('FLV');
  expect(whole.length).toBeGreaterThan(50_000);
  for (const from of [0, 1, 13, Math.floor(whole.length / 2), whole.length - 1, whole.length]) {
    const rest = await read(`${path}&from=${from}`);
    expect(rest.status).toBe(200);
    expect(whole.subarray(from).equals(await bytesOf(rest))).toBe(true);
  }
  expect(await bytesOf(await read(`${path}&from=${whole.length + 5}`))).toHaveLength(0);
  for (const from of ['-1', '1.5', 'x', '', '1'.repeat(16)])
    expect([from, (await read(`${path}&from=${from}`)).status]).toEqual([from, 400]);
});

it('a live stream has no place to go on at', async () => {
  const path = await start({ businessType: 'real' });
  for (const from of ['1', '5000', 'x']) {
    const refused = await read(`${path}&from=${from}`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
  }
  const live = await read(`${path}&from=0`);
  expect([live.status, live.headers.get('content-type')]).toEqual([200, 'video/x-flv']);
  await live.body?.cancel();
});
