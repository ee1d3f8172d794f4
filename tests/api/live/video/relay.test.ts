import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { readTags, VIDEO } from '@/lib/live/video/flv';
import { notifyVideo } from '@/lib/live/video/video-channel';
import { VIDEO_TIMES } from '@/lib/live/video/stream-protocol';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { Publisher } from './support/publisher';
import { KEY, makeCamera, openStage } from './support/stage';
import type { Stage } from './support/stage';

useFreshDatabase();

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
/** Where ffmpeg is not installed the same is shown by the tests' own encoder. */
const withFfmpeg = hasFfmpeg ? it : it.skip;
const PEOPLE = ['platformAdmin', 'branchDispatcher', 'customerLite', 'customerElite', 'noAuthority'] as const;
type Person = (typeof PEOPLE)[number];

let stage: Stage;
const sessions = new Map<Person, string>();
const as = (who: Person) => bearer(sessions.get(who) ?? '');
const start = (who: Person, clientId: string, rest: object = {}) =>
  callSms<string>('POST', 'video/start', {
    headers: as(who),
    body: { equipmentNo: 'E-1', clientId, businessType: 'real', ...rest },
  });
const close = (who: Person, clientId: string) =>
  callSms('POST', 'video/close', { headers: as(who), body: { clientId } });
const tokenOf = async (who: Person) =>
  (await issueSocketToken((await actorOfAccessToken(sessions.get(who) ?? '')).actor)).token;

interface Watching {
  readonly status: number;
  readonly response: Response;
  /** Pictures so far. */
  frames: number;
  isOver: boolean;
  stop(): void;
}

/** Opens a stream as a player does and counts its pictures. */
async function watch(path: string, token?: string): Promise<Watching> {
  const abort = new AbortController();
  const response = await fetch(`${stage.url}${path}`, {
    headers: token === undefined ? {} : bearer(token),
    signal: abort.signal,
  });
  const watching: Watching = {
    status: response.status,
    response,
    frames: 0,
    isOver: false,
    stop: () => abort.abort(),
  };
  if (response.status === 200 && response.body)
    void (async () => {
      try {
        for await (const tag of readTags(response.body as unknown as AsyncIterable<Uint8Array>))
          if (tag.type === VIDEO) watching.frames += 1;
      } catch {
        // Cut off.
      }
      watching.isOver = true;
    })();
  return watching;
}

const stateOf = async (cameraId: string) => (await db().camera.findUniqueOrThrow({ where: { cameraId } })).status;

beforeAll(async () => {
  await createPersonas();
  for (const name of PEOPLE) sessions.set(name, await sessionOf(name));
  await makeCamera('DEMO-1', 'E-1');
  await makeCamera('REAL-2', 'E-2', { source: 'rtmp', status: '01' });
  stage = await openStage();
});
beforeEach(async () => {
  resetLimits();
  stage.clock.offsetMs = 0;
  await db().videoSession.deleteMany();
});
afterAll(async () => {
  await stage.close();
  await closePortal();
});

describe('a live stream', () => {
  it('[VIDEO-008] plays for who opened it, and closing it leaves no relay session', async () => {
    const { code, data: path } = await start('branchDispatcher', 'client-1');
    expect(code).toBe(200);
    const stream = await watch(path, await tokenOf('branchDispatcher'));
    expect(stream.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('video/x-flv');
    await until(() => stream.frames > 20);
    expect([stage.video.watchers.size, stage.video.relay.streams]).toEqual([1, 1]);
    expect((await close('branchDispatcher', 'client-1')).code).toBe(200);
    await until(() => stream.isOver);
    expect([stage.video.watchers.size, stage.video.relay.streams]).toEqual([0, 0]);
    expect((await watch(path, await tokenOf('branchDispatcher'))).status).toBe(403);
  });

  it('is worth nothing as a copied address: without a token, to another account, another sign-in, changed or for another camera', async () => {
    const { data: path } = await start('branchDispatcher', 'client-1');
    expect((await watch(path)).status).toBe(403);
    expect((await watch(path, await tokenOf('platformAdmin'))).status).toBe(403);
    const other = (await actorOfAccessToken(await sessionOf('branchDispatcher'))).actor;
    expect((await watch(path, (await issueSocketToken(other)).token)).status).toBe(403);
    const own = await tokenOf('branchDispatcher');
    expect((await watch(`${path.slice(0, -4)}AAAA`, own)).status).toBe(403);
    expect((await watch(path.replace('DEMO-1', 'REAL-2'), own)).status).toBe(403);
    expect((await watch('/sms/flv/DEMO-1', own)).status).toBe(403);
    const mine = await watch(path, own);
    expect(mine.status).toBe(200);
    mine.stop();
    await until(() => stage.video.watchers.size === 0);
  });

  it('ends after five minutes, which a talk begins anew', async () => {
    const { data: path } = await start('branchDispatcher', 'client-1');
    const token = await tokenOf('branchDispatcher');
    const stream = await watch(path, token);
    await until(() => stream.frames > 0);
    stage.clock.offsetMs = VIDEO_TIMES.closeMs - 30_000;
    await stage.video.sweep(true);
    expect(stream.isOver).toBe(false);
    // The session is renewed by the call; its clock is the database's of the web process, so the row is moved as that would.
    await db().videoSession.updateMany({ data: { expireAt: new Date(Date.now() + 2 * VIDEO_TIMES.closeMs) } });
    stage.clock.offsetMs = VIDEO_TIMES.closeMs + 30_000;
    await stage.video.sweep(true);
    expect(stream.isOver).toBe(false);
    stage.clock.offsetMs = 2 * VIDEO_TIMES.closeMs + 1000;
    await stage.video.sweep(true);
    await until(() => stream.isOver);
    expect((await watch(path, token)).status).toBe(403);
  });

  it('ends when the sign-in ends, the unit leaves the scope or the camera is switched off', async () => {
    for (const [who, cut] of [
      [
        'customerLite',
        () => db().session.updateMany({ where: { username: 'customerLite' }, data: { revokedAt: new Date() } }),
      ],
      ['branchDispatcher', () => db().userMapping.deleteMany({ where: { username: 'branchDispatcher' } })],
    ] as const) {
      const stream = await watch((await start(who, 'client-1')).data, await tokenOf(who));
      await until(() => stream.frames > 0);
      await cut();
      await stage.video.sweep(true);
      await until(() => stream.isOver);
    }
    await db().userMapping.create({ data: { username: 'branchDispatcher', type: 2, mappingId: 'B01' } });
    const stream = await watch((await start('platformAdmin', 'client-1')).data, await tokenOf('platformAdmin'));
    await until(() => stream.frames > 0);
    await db().camera.update({ where: { cameraId: 'DEMO-1' }, data: { enabled: false } });
    await notifyVideo(db(), [{ topic: 'camera', key: 'DEMO-1' }]);
    await until(() => stream.isOver);
    await db().camera.update({ where: { cameraId: 'DEMO-1' }, data: { enabled: true } });
  });

  it('has one connection a session: who comes again takes its place', async () => {
    const { data: path } = await start('platformAdmin', 'client-1');
    const token = await tokenOf('platformAdmin');
    const first = await watch(path, token);
    await until(() => first.frames > 0);
    const second = await watch(path, token);
    await until(() => first.isOver && second.frames > 0);
    expect(stage.video.watchers.size).toBe(1);
    second.stop();
    await until(() => stage.video.watchers.size === 0);
  });
});

describe('a recorded range', () => {
  it('continues with the next byte after its connection was lost; a live stream does not', async () => {
    const { directory } = stage.video.recordings;
    const beginAt = new Date(Date.now() - 60_000);
    const file = `records/DEMO-1/${beginAt.getTime()}.flv`;
    await mkdir(join(directory, 'records/DEMO-1'), { recursive: true });
    await copyFile('lib/live/video/demo/camera.flv', join(directory, file));
    await db().videoSegment.create({
      data: { cameraId: 'DEMO-1', beginAt, endAt: new Date(beginAt.getTime() + 20_000), file },
    });
    const { code, data: path } = await start('platformAdmin', 'client-1', {
      businessType: 'localRecord',
      beginTime: formatDateTime(beginAt.getTime() - 1000),
      endTime: formatDateTime(beginAt.getTime() + 30_000),
    });
    expect(code).toBe(200);
    const headers = bearer(await tokenOf('platformAdmin'));
    const bytesOf = async (more: string) =>
      Buffer.from(await (await fetch(`${stage.url}${path}${more}`, { headers })).arrayBuffer());
    const whole = await bytesOf('');
    expect(whole.length).toBeGreaterThan(100_000);
    for (const from of [1, 50_001, whole.length - 1, whole.length])
      expect((await bytesOf(`&from=${from}`)).equals(whole.subarray(from))).toBe(true);
    expect((await fetch(`${stage.url}${path}&from=-1`, { headers })).status).toBe(400);
    const live = (await start('platformAdmin', 'client-2')).data;
    expect((await fetch(`${stage.url}${live}&from=10`, { headers })).status).toBe(400);
  });
});

describe('sessions', () => {
  it('of one account are four at a time; the fifth is refused, one that is closed makes room', async () => {
    for (const client of ['a', 'b', 'c', 'd']) expect((await start('platformAdmin', client)).code).toBe(200);
    expect(await start('platformAdmin', 'e')).toMatchObject({ code: 409, message: '同时打开的视频不能超过4个' });
    expect((await start('platformAdmin', 'a')).code).toBe(200);
    expect((await start('customerElite', 'e', { equipmentNo: 'E-3' })).code).toBe(404);
    await close('platformAdmin', 'b');
    expect((await start('platformAdmin', 'e')).code).toBe(200);
    expect(await db().videoSession.count({ where: { closedAt: null } })).toBe(4);
  });

  it('of five that come at once four are opened', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((client) => start('platformAdmin', client)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, 200, 409]);
  });
});

describe('publishing', () => {
  it('needs the key and the name of the camera, and that nobody else publishes it already', async () => {
    for (const [stream, app] of [
      ['REAL-2', 'live'],
      ['REAL-2?key=', 'live'],
      ['REAL-2?key=wrong', 'live'],
      [`DEMO-1?key=${KEY}`, 'live'],
      [`NOBODY?key=${KEY}`, 'live'],
      [`REAL-2?key=${KEY}`, 'other'],
    ] as const) {
      const { answer, publisher } = await Publisher.open(stage.rtmpPort, stream, app);
      expect([stream, answer]).toEqual([stream, 'NetStream.Publish.BadName']);
      await until(() => publisher.isClosed);
    }
    const { answer, publisher } = await Publisher.open(stage.rtmpPort, `REAL-2?key=${KEY}`);
    expect(answer).toBe('NetStream.Publish.Start');
    const second = await Publisher.open(stage.rtmpPort, `REAL-2?key=${KEY}`);
    expect(second.answer).toBe('NetStream.Publish.BadName');
    publisher.end();
    await until(() => stage.video.relay.streams === 0);
  });

  it('makes a camera play, and its end makes it offline for everybody who watches', async () => {
    const { publisher } = await Publisher.open(stage.rtmpPort, `REAL-2?key=${KEY}`);
    expect(await start('platformAdmin', 'client-1', { equipmentNo: 'E-2' })).toMatchObject({
      code: 502,
      message: '摄像头离线',
    });
    await publisher.play({ seconds: 5 });
    await until(async () => (await stateOf('REAL-2')) === '02');
    const stream = await watch(
      (await start('platformAdmin', 'client-1', { equipmentNo: 'E-2' })).data,
      await tokenOf('platformAdmin'),
    );
    // What came since the last key frame is there at once.
    await until(() => stream.frames > 10);
    await publisher.play({ offset: 5000, seconds: 5 });
    await until(() => stream.frames > 60);
    publisher.end();
    await until(() => stream.isOver);
    await until(async () => (await stateOf('REAL-2')) === '01');
    expect(await start('platformAdmin', 'client-1', { equipmentNo: 'E-2' })).toMatchObject({
      code: 502,
      message: '摄像头离线',
    });
  });

  it('[VIDEO-004] that stays without pictures for 5 s is over, and the camera offline', async () => {
    const { publisher } = await Publisher.open(stage.rtmpPort, `REAL-2?key=${KEY}`);
    await publisher.play({ seconds: 1 });
    await until(async () => (await stateOf('REAL-2')) === '02');
    stage.clock.offsetMs = VIDEO_TIMES.noDataMs + 1000;
    await until(async () => publisher.isClosed && (await stateOf('REAL-2')) === '01');
  });

  it('ends with its key', async () => {
    const { publisher } = await Publisher.open(stage.rtmpPort, `REAL-2?key=${KEY}`);
    await publisher.play({ seconds: 1 });
    await until(async () => (await stateOf('REAL-2')) === '02');
    const { code, data } = await callSms<{ key: string; publishUrl: string; streamKey: string }>(
      'POST',
      'camera/resetKey',
      {
        headers: as('platformAdmin'),
        body: { cameraId: 'REAL-2' },
      },
    );
    expect(code).toBe(200);
    expect(data.publishUrl).toBe(`rtmp://127.0.0.1:1935/live/REAL-2?key=${data.key}`);
    await until(() => publisher.isClosed);
    expect((await Publisher.open(stage.rtmpPort, `REAL-2?key=${KEY}`)).answer).toBe('NetStream.Publish.BadName');
    const anew = await Publisher.open(stage.rtmpPort, data.streamKey);
    expect(anew.answer).toBe('NetStream.Publish.Start');
    anew.publisher.end();
    await until(() => stage.video.relay.streams === 0);
    await db().camera.update({
      where: { cameraId: 'REAL-2' },
      data: { keyHash: (await import('@/lib/live/video/cameras')).hashKey(KEY) },
    });
  });

  it('of anything that is no RTMP, or of messages without end, is cut off', async () => {
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.concat([
        Buffer.from([3]),
        Buffer.alloc(2 * 1536),
        Buffer.from([2, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0]),
      ]),
    ]) {
      const socket = connect(stage.rtmpPort, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(bytes);
      socket.resume();
      await once(socket, 'close');
    }
    expect(stage.video.relay.streams).toBe(0);
  });

  withFfmpeg('works for ffmpeg as it does for cameras; killed, the camera is offline', async () => {
    const encoder = spawn(
      'ffmpeg',
      [
        ...['-loglevel', 'error', '-re', '-stream_loop', '-1', '-i', 'lib/live/video/demo/camera.flv', '-c', 'copy'],
        ...['-f', 'flv', `rtmp://127.0.0.1:${stage.rtmpPort}/live/REAL-2?key=${KEY}`],
      ],
      { stdio: 'ignore' },
    );
    try {
      await until(async () => (await stateOf('REAL-2')) === '02');
      const stream = await watch(
        (await start('platformAdmin', 'client-1', { equipmentNo: 'E-2' })).data,
        await tokenOf('platformAdmin'),
      );
      await until(() => stream.frames > 60, 20_000);
      encoder.kill('SIGKILL');
      await until(() => stream.isOver);
      await until(async () => (await stateOf('REAL-2')) === '01');
    } finally {
      encoder.kill('SIGKILL');
    }
  });
});

describe('the ports', () => {
  it('answer on the loopback address alone', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (!outside) return;
    for (const port of [Number(new URL(stage.url).port), stage.rtmpPort]) {
      const socket = connect(port, outside.address);
      const [error] = (await once(socket, 'error')) as [{ code?: string }];
      expect(error.code).toBe('ECONNREFUSED');
    }
  });
});
