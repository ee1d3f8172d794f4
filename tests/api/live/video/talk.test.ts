import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { TALK_FRAME_SAMPLES, TALK_SAMPLE_RATE, VIDEO_TIMES } from '@/lib/live/video/stream-protocol';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { db } from '@/lib/platform/db/client';
import { resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { KEY, makeCamera, openStage } from './support/stage';
import type { Stage } from './support/stage';

useFreshDatabase();

const PEOPLE = ['platformAdmin', 'branchDispatcher'] as const;
type Person = (typeof PEOPLE)[number];
let stage: Stage;
const sessions = new Map<Person, string>();
const start = (who: Person, clientId: string, rest: object = {}) =>
  callSms<string>('POST', 'video/start', {
    headers: bearer(sessions.get(who) ?? ''),
    body: { equipmentNo: 'E-1', clientId, businessType: 'talk', ...rest },
  });
const tokenOf = async (who: Person) =>
  (await issueSocketToken((await actorOfAccessToken(sessions.get(who) ?? '')).actor)).token;

interface Talk {
  readonly socket: WebSocket;
  readonly said: { type: string; rms?: number; peak?: number }[];
  readonly heard: Buffer[];
  closed: number | undefined;
}

function speak(path: string, hello?: object, headers: Record<string, string> = {}): Talk {
  const socket = new WebSocket(`${stage.url.replace('http', 'ws')}${path}`, { headers });
  const talk: Talk = { socket, said: [], heard: [], closed: undefined };
  socket.on('open', () => hello && socket.send(JSON.stringify(hello)));
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) talk.heard.push(data);
    else talk.said.push(JSON.parse(data.toString()) as Talk['said'][number]);
  });
  socket.on('error', () => undefined);
  socket.on('close', (code) => (talk.closed = code));
  return talk;
}
const authorize = async (who: Person) => ({ type: 'authorize', token: await tokenOf(who) });

/** A tone, in messages of 40 ms, as the microphone sends it. */
async function tone(socket: WebSocket, frequency: number, seconds: number): Promise<void> {
  const count = Math.round((seconds * TALK_SAMPLE_RATE) / TALK_FRAME_SAMPLES);
  for (let frame = 0; frame < count; frame += 1) {
    const samples = Buffer.alloc(TALK_FRAME_SAMPLES * 2);
    for (let index = 0; index < TALK_FRAME_SAMPLES; index += 1) {
      const at = (frame * TALK_FRAME_SAMPLES + index) / TALK_SAMPLE_RATE;
      samples.writeInt16LE(Math.round(16_000 * Math.sin(2 * Math.PI * frequency * at)), index * 2);
    }
    socket.send(samples);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Crossings of zero in one direction, a second. */
function frequencyOf(samples: Buffer): number {
  let crossings = 0;
  const count = samples.length / 2;
  for (let index = 1; index < count; index += 1)
    if (samples.readInt16LE((index - 1) * 2) < 0 && samples.readInt16LE(index * 2) >= 0) crossings += 1;
  return (crossings * TALK_SAMPLE_RATE) / count;
}

beforeAll(async () => {
  await createPersonas();
  for (const name of PEOPLE) sessions.set(name, await sessionOf(name));
  await makeCamera('DEMO-1', 'E-1');
  await makeCamera('REAL-2', 'E-2', { source: 'rtmp' });
  stage = await openStage();
});
beforeEach(async () => {
  resetLimits();
  await db().videoSession.deleteMany();
});
afterAll(async () => {
  await stage.close();
  await closePortal();
});

it('a tone that is spoken arrives at the demo camera as it is, which says how loud it hears it and keeps it', async () => {
  const { code, data: path } = await start('branchDispatcher', 'a');
  expect(code).toBe(200);
  const talk = speak(path, await authorize('branchDispatcher'));
  await until(() => talk.said.some(({ type }) => type === 'ready'));
  await tone(talk.socket, 440, 1);
  await until(() => talk.said.some(({ type }) => type === 'level'));
  const level = talk.said.find(({ type }) => type === 'level');
  expect(level?.rms).toBeCloseTo(16_000 / 32_768 / Math.SQRT2, 1);
  talk.socket.close();
  const file = join(stage.dataDir, 'video/heard/DEMO-1.wav');
  await until(() =>
    readFile(file).then(
      () => true,
      () => false,
    ),
  );
  const samples = (await readFile(file)).subarray(44);
  expect(samples.length).toBe(TALK_SAMPLE_RATE * 2);
  expect(Math.abs(frequencyOf(samples) - 440)).toBeLessThan(5);
});

it('one speaks to a car at a time; who hangs up leaves it to the next one', async () => {
  expect((await start('branchDispatcher', 'a')).code).toBe(200);
  expect(await start('platformAdmin', 'b')).toMatchObject({ code: 409, message: '对讲已被占用' });
  // Whoever has it may begin anew.
  const { data: path } = await start('branchDispatcher', 'a');
  const talk = speak(path, await authorize('branchDispatcher'));
  await until(() => talk.said.length > 0);
  talk.socket.close();
  await until(async () => (await start('platformAdmin', 'b')).code === 200);
});

it('of two who press at the same moment one speaks', async () => {
  const answers = await Promise.all([start('branchDispatcher', 'a'), start('platformAdmin', 'b')]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
});

it('without a token, with that of another, or after closing, nobody is heard', async () => {
  const { data: path } = await start('branchDispatcher', 'a');
  const foreign = speak(path, await authorize('platformAdmin'));
  const wrong = speak(path, { type: 'hello' });
  await until(() => foreign.closed !== undefined && wrong.closed !== undefined);
  expect([foreign.closed, wrong.closed]).toEqual([4403, 4400]);
  const talk = speak(path, await authorize('branchDispatcher'));
  await until(() => talk.said.length > 0);
  await callSms('POST', 'video/close', {
    headers: bearer(sessions.get('branchDispatcher') ?? ''),
    body: { clientId: 'a' },
  });
  await until(() => talk.closed === 4403);
  const late = speak(path, await authorize('branchDispatcher'));
  await until(() => late.closed === 4403);
});

it('[VIDEO-007] a talk begins the five minutes of its dialog anew', async () => {
  await start('branchDispatcher', 'a', { businessType: 'real' });
  const soon = new Date(Date.now() + 1000);
  await db().videoSession.updateMany({ data: { expireAt: soon } });
  await start('branchDispatcher', 'a');
  const rows = await db().videoSession.findMany({ where: { closedAt: null } });
  expect(rows.map(({ businessType }) => businessType).sort()).toEqual(['real', 'talk']);
  for (const { expireAt } of rows)
    expect(expireAt.getTime() - Date.now()).toBeGreaterThan(VIDEO_TIMES.closeMs - 60_000);
});

it('a device at a camera is spoken to and heard, with the key of its camera only', async () => {
  expect(await start('platformAdmin', 'a', { equipmentNo: 'E-2' })).toMatchObject({
    code: 502,
    message: '该摄像头不支持对讲',
  });
  const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`REAL-2:${key}`).toString('base64')}` });
  const stranger = speak('/sms/talk/device/REAL-2', undefined, basic('wrong'));
  await until(() => stranger.closed === 4403);
  const device = speak('/sms/talk/device/REAL-2', undefined, basic(KEY));
  await until(async () => (await db().camera.findUniqueOrThrow({ where: { cameraId: 'REAL-2' } })).hasTalk);
  const { data: path } = await start('platformAdmin', 'a', { equipmentNo: 'E-2' });
  const talk = speak(path, await authorize('platformAdmin'));
  await until(() => talk.said.length > 0);
  await tone(talk.socket, 300, 0.4);
  device.socket.send(Buffer.alloc(640, 7));
  await until(() => talk.heard.length > 0 && device.heard.length >= 10);
  expect(talk.heard[0]).toEqual(Buffer.alloc(640, 7));
  device.socket.close();
  await until(() => talk.closed === 4410);
  await until(async () => !(await db().camera.findUniqueOrThrow({ where: { cameraId: 'REAL-2' } })).hasTalk);
});
