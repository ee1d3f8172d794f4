import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { VideoUrl } from '@/lib/features/cameras/contract';
import { readTags, VIDEO } from '@/lib/live/video/flv';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { resetLimits } from '../../support/callers';
import { createPersonas } from '../../support/personas';
import { bearer, callSms, sessionOf } from '../../support/sms-client';
import { makeCamera, openStage } from '../live/video/support/stage';
import type { Stage } from '../live/video/support/stage';
import { useFreshDatabase } from '../support/database';

/** The calls of document 2 §7 and document 3 §7.2 on video, sent and read exactly as they are written there. */

useFreshDatabase();

const KEPT_MS = 20_000;
const CAMERA = { deviceId: 'D-1', channelId: 1, streamType: 'main', protoType: 'rtmp', encryptMode: 'none' };
let stage: Stage;
let access: string;
/** Of what the relay has kept, on a whole second. */
let beginAt: number;

/** An hour ago the relay has kept the demo's clip of the camera. */
async function keepClip(): Promise<void> {
  beginAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const file = 'records/DEMO-1/1.flv';
  const path = join(stage.dataDir, 'video', file);
  await mkdir(join(path, '..'), { recursive: true });
  await copyFile('lib/live/video/demo/camera.flv', path);
  await db().videoSegment.create({
    data: {
      cameraId: 'DEMO-1',
      beginAt: new Date(beginAt),
      endAt: new Date(beginAt + KEPT_MS),
      file,
      bytes: BigInt((await stat(path)).size),
    },
  });
}

beforeAll(async () => {
  await createPersonas();
  access = await sessionOf('branchDispatcher');
  await makeCamera('DEMO-1', 'E-1', { ...CAMERA, recorded: true });
  await makeCamera('OFF-2', 'E-2', { platform: 'dhVideo', source: 'rtmp', status: '01' });
  stage = await openStage();
  await keepClip();
});
beforeEach(async () => {
  resetLimits();
  await db().videoSession.deleteMany();
});
afterAll(async () => {
  await stage.close();
  await closePortal();
});

const send = <T>(path: string, body: object) =>
  callSms<T>('POST', path, { headers: bearer(access), body: { ...body } });
const token = async () => (await issueSocketToken((await actorOfAccessToken(access)).actor)).token;
const open = async (address: string) => fetch(`${stage.url}${address}`, { headers: bearer(await token()) });
const range = (from: number, to: number) => ({
  beginTime: formatDateTime(new Date(beginAt + from)),
  endTime: formatDateTime(new Date(beginAt + to)),
});

/** Pictures of a stream: all of a range, of a live one the first `most`; then it is left. */
async function pictures(response: Response, most = Infinity): Promise<number[]> {
  const times: number[] = [];
  for await (const tag of readTags(response.body as unknown as AsyncIterable<Uint8Array>)) {
    if (tag.type === VIDEO && tag.data[1] === 1) times.push(tag.at);
    if (times.length >= most) break;
  }
  return times;
}

it('[API-059] the video URL takes equipmentNo and tells video_status and url[streamPlatform].http_flv, which plays', async () => {
  const { code, data } = await send<VideoUrl>('video/getUrl', { equipmentNo: 'E-1' });
  expect([code, data.video_status, Object.keys(data.url)]).toEqual([200, '02', ['video']]);
  const stream = await open(data.url.video?.http_flv ?? '/none');
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'video/x-flv']);
  expect(await pictures(stream, 10)).toHaveLength(10);
  expect((await send<VideoUrl>('video/getUrl', { equipmentNo: 'E-2' })).data).toMatchObject({
    video_status: '01',
    url: {},
  });
  await db().camera.update({ where: { cameraId: 'OFF-2' }, data: { enabled: false } });
  expect((await send<VideoUrl>('video/getUrl', { equipmentNo: 'E-2' })).data).toMatchObject({
    video_status: '00',
    url: {},
  });
});

it('[API-059] whoever has no place left for another stream still learns the state of a unit', async () => {
  for (const clientId of ['a', 'b', 'c', 'd'])
    await send('video/start', { equipmentNo: 'E-1', clientId, businessType: 'real' });
  const { code, data } = await send<VideoUrl>('video/getUrl', { equipmentNo: 'E-1' });
  expect([code, data.video_status, data.url]).toEqual([200, '02', {}]);
});

it('[API-060] a session takes equipmentNo, clientId and businessType, of the past a range, and tells code, data and message', async () => {
  const start = (rest: object) => send<string>('video/start', { equipmentNo: 'E-1', clientId: 'dialog-1', ...rest });
  const live = await start({ businessType: 'real' });
  expect([live.code, typeof live.message]).toEqual([200, 'string']);
  expect(await pictures(await open(live.data), 10)).toHaveLength(10);

  const talk = await start({ businessType: 'talk' });
  expect(talk.code).toBe(200);
  const socket = new WebSocket(`${stage.url.replace('http', 'ws')}${talk.data}`);
  const ready = await new Promise<unknown>((resolve, reject) => {
    socket.on('open', () => void token().then((own) => socket.send(JSON.stringify({ type: 'authorize', token: own }))));
    socket.on('message', (said: Buffer) => resolve(JSON.parse(said.toString())));
    socket.on('close', (closeCode) => reject(new Error(`closed ${closeCode}`)));
  });
  expect(ready).toEqual({ type: 'ready', sampleRate: 16_000 });
  socket.close();

  const record = await start({ businessType: 'localRecord', ...range(0, KEPT_MS) });
  expect(record.code).toBe(200);
  expect((await pictures(await open(record.data))).length).toBeGreaterThan(100);
  expect(await start({ businessType: 'localRecord', ...range(-120_000, -60_000) })).toMatchObject({
    code: 502,
    message: '该时段没有录像',
  });
  for (const wrong of [{ businessType: 'localRecord' }, { businessType: 'picture' }, {}])
    expect((await start(wrong)).code).toBe(400);
});

it('[API-061] closing takes clientId: the streams of that client end, those of others go on', async () => {
  const start = async (clientId: string) =>
    (await send<string>('video/start', { equipmentNo: 'E-1', clientId, businessType: 'real' })).data;
  const [mine, other] = [await start('dialog-1'), await start('dialog-2')];
  const streams = await Promise.all([mine, other].map(open));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  expect(await send('video/close', { clientId: 'dialog-1' })).toMatchObject({ code: 200, data: null });
  // It comes to its end by itself.
  await pictures(streams[0] as Response);
  expect((await open(mine)).status).toBe(403);
  expect(await pictures(streams[1] as Response, 20)).toHaveLength(20);
  expect((await send('video/close', { clientId: 'nobody' })).code).toBe(200);
  expect((await send('video/close', {})).code).toBe(400);
});

it('[API-062] a download takes the eight fields of the document and tells status, url and errMsg', async () => {
  const { channelId, ...named } = CAMERA;
  const asked = { ...named, channelId: String(channelId), businessType: 'localRecord', ...range(5000, 12_000) };
  const { code, data } = await send<{ url: string; status: string; errMsg: string | null }>(
    'video/record/download',
    asked,
  );
  expect([code, data.status, data.errMsg]).toEqual([200, '200', null]);
  const file = await open(data.url);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/x-flv']);
  const times = await pictures(file);
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0);
  // From the key frame before the asked moment to its end.
  expect(length).toBeGreaterThan(6000);
  expect(length).toBeLessThan(KEPT_MS - 5000);
  for (const field of Object.keys(asked))
    expect([field, (await send('video/record/download', { ...asked, [field]: undefined })).code]).toEqual([field, 400]);
  expect(await send('video/record/download', { ...asked, ...range(-120_000, -60_000) })).toMatchObject({
    code: 502,
    message: '该时段没有录像',
  });
});
