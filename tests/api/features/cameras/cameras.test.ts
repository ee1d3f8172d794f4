import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resetConfig } from '@/lib/config';
import type { CameraRow, VideoUrl } from '@/lib/features/cameras/contract';
import { keepCameraStates } from '@/lib/features/cameras/internal/camera-states';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { auditedChange } from '../../../support/audit';
import { call, resetLimits, sheetOf } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, without } from '../strategies/support/strategy';

useFreshDatabase();

type Page = { total: number; records: CameraRow[] };
const FORM = { equipmentNo: 'E-1', platform: 'video', deviceId: 'D-1', channelId: 1, position: 'car' };
const save = (form: object, who = 'platformAdmin') =>
  call<{ cameraId: string }>(who, 'POST', 'camera/saveOrUpdate', { ...FORM, ...form });
const flags = async (equipmentNo = 'E-1') => {
  const { video, dhVideo } = await db().equipment.findUniqueOrThrow({ where: { equipmentNo } });
  return video + dhVideo;
};
const ask = (equipmentNo: string, rest: object = {}, who = 'branchDispatcher') =>
  call<VideoUrl>(who, 'POST', 'video/getUrl', { equipmentNo, ...rest });
const start = (rest: object, who = 'branchDispatcher') =>
  call<string>(who, 'POST', 'video/start', { equipmentNo: 'E-1', clientId: 'c', businessType: 'real', ...rest });

beforeAll(async () => {
  await createPersonas();
  process.env.DEMO = '1';
  resetConfig();
});
beforeEach(async () => {
  resetLimits();
  await db().camera.deleteMany();
  await db().userStrategy.deleteMany();
  forgetStrategies();
  await db().equipment.updateMany({ data: { video: '0', dhVideo: '0' } });
});
afterAll(async () => {
  delete process.env.DEMO;
  resetConfig();
  await closePortal();
});

describe('the cameras of the portal', () => {
  it('are added, changed and deleted by head office; the flags of units follow those that are enabled', async () => {
    const { code, data } = await save({});
    expect(code).toBe(200);
    expect(await flags()).toBe('10');
    expect(await auditedChange('saveCamera')).toMatchObject({ deviceId: { before: null, after: 'D-1' } });
    const { cameraId } = data;
    await save({ cameraId, platform: 'dhVideo' });
    expect(await flags()).toBe('01');
    await save({ cameraId, equipmentNo: 'E-2', platform: 'dhVideo' });
    expect([await flags(), await flags('E-2')]).toEqual(['00', '01']);
    await save({ cameraId, equipmentNo: 'E-2', platform: 'dhVideo', enabled: false });
    expect(await flags('E-2')).toBe('00');
    await save({ cameraId, enabled: true });
    expect(await flags()).toBe('10');
    expect((await call('platformAdmin', 'DELETE', `camera/${cameraId}`)).code).toBe(200);
    expect(await flags()).toBe('00');
    expect((await call('platformAdmin', 'DELETE', `camera/${cameraId}`)).code).toBe(404);
  });

  it('have a channel of a device each: the other unit is named', async () => {
    await save({});
    expect(await save({ equipmentNo: 'E-2' })).toMatchObject({ code: 409, message: '该通道已被设备E-1占用' });
    expect((await save({ equipmentNo: 'E-2', channelId: 2 })).code).toBe(200);
    expect((await save({ channelId: 1000 })).code).toBe(400);
    expect((await save({ deviceId: '' })).code).toBe(400);
    expect((await save({ equipmentNo: 'E-0', channelId: 3 })).code).toBe(404);
    expect((await save({}, 'branchManager')).code).toBe(403);
  });

  it('are listed with filters, sorted by state, and exported as they stand', async () => {
    await save({ source: 'demo', recorded: true, remark: '轿厢' });
    await save({ equipmentNo: 'E-3', deviceId: 'D-3', platform: 'dhVideo', position: 'upper' });
    const list = async (filter: object) => (await call<Page>('platformAdmin', 'POST', 'camera/query', filter)).data;
    const all = await list({ sortField: 'video_status', sortOrder: 'desc' });
    expect(all.total).toBe(2);
    expect(all.records).toMatchObject([
      { equipmentNo: 'E-1', source: 'demo', video_status: '02', recorded: true, isPlayable: true, hasKey: false },
      { equipmentNo: 'E-3', source: 'rtmp', video_status: '01', recorded: false, updateBy: 'platformAdmin' },
    ]);
    for (const [filter, found] of [
      [{ key: 'e-3' }, ['E-3']],
      [{ deviceId: 'd-1' }, ['E-1']],
      [{ platform: 'dhVideo' }, ['E-3']],
      [{ status: '02' }, ['E-1']],
      [{ branchCode: 'B02' }, ['E-3']],
    ] as const)
      expect((await list(filter)).records.map(({ equipmentNo }) => equipmentNo)).toEqual(found);
    const rows = await sheetOf('platformAdmin', 'camera/download', { platform: 'video' });
    expect(rows).toHaveLength(2);
    expect(rows[0]?.slice(0, 2)).toEqual(['设备号', '设备名称']);
    expect(rows[1]).toEqual(expect.arrayContaining(['E-1', '演示画面', '轿厢', '在线']));
  });

  it('publish with a key that is told once and kept as its hash', async () => {
    const { cameraId } = (await save({})).data;
    const reset = () =>
      call<{ key: string; publishUrl: string }>('platformAdmin', 'POST', 'camera/resetKey', { cameraId });
    const { data } = await reset();
    expect(data.key.length).toBeGreaterThanOrEqual(32);
    const stored = await db().camera.findUniqueOrThrow({ where: { cameraId } });
    expect(JSON.stringify(stored)).not.toContain(data.key);
    expect((await call<Page>('platformAdmin', 'POST', 'camera/query', {})).data.records[0]?.hasKey).toBe(true);
    await save({ cameraId, source: 'demo' });
    expect((await reset()).code).toBe(409);
  });
});

describe('looking into a unit', () => {
  it('[VIDEO-002] answers its state, its cameras in order of use, and an address for a client', async () => {
    expect((await ask('E-1')).data).toMatchObject({ video_status: '00', cameraId: null, cameras: [], url: {} });
    const off = (await save({})).data.cameraId;
    expect((await ask('E-1', { clientId: 'c' })).data).toMatchObject({ video_status: '01', cameraId: off, url: {} });
    const upper = (await save({ source: 'demo', position: 'upper', channelId: 2 })).data.cameraId;
    const { data } = await ask('E-1', { clientId: 'c', openedFrom: 'wall' });
    expect(data).toMatchObject({ video_status: '02', cameraId: upper, isSpecial: false });
    expect(data.cameras.map(({ cameraId, hasTalk }) => [cameraId, hasTalk])).toEqual([
      [upper, true],
      [off, false],
    ]);
    expect(data.url.video?.http_flv).toMatch(new RegExp(`^/sms/flv/${upper}\\?ticket=`));
    expect((await ask('E-1', { cameraId: off })).data.video_status).toBe('01');
    expect((await ask('E-3')).code).toBe(511);
    expect((await ask('E-1', {}, 'noAuthority')).code).toBe(403);
  });

  it('is written down: who, which camera, from where, and what the unit said of itself', async () => {
    const { cameraId } = (await save({ source: 'demo' })).data;
    await db().equipmentStatus.upsert({
      where: { equipmentNo: 'E-1' },
      create: { equipmentNo: 'E-1', entrapmentStatus: 1 },
      update: { entrapmentStatus: 1 },
    });
    await start({ openedFrom: 'incident' });
    const line = await auditedChange('startVideo');
    expect(line).toMatchObject({
      cameraId: { after: cameraId },
      businessType: { after: 'real' },
      openedFrom: { after: 'incident' },
      condition: { after: 'trapped' },
    });
    const { action, username } = await db().apiAccessLog.findFirstOrThrow({ where: { operation: 'startVideo' } });
    expect([action, username]).toEqual(['video', 'branchDispatcher']);
  });

  it('is written down as of trapped persons also where a person alone reported them (readings 284)', async () => {
    await save({ source: 'demo' });
    await db().equipmentStatus.deleteMany({ where: { equipmentNo: 'E-1' } });
    const { id } = await db().entrapment.create({
      data: { equipmentNo: 'E-1', startAt: new Date(), startSource: 'person' },
    });
    await start({ openedFrom: 'incident' });
    expect(await auditedChange('startVideo')).toMatchObject({ condition: { after: 'trapped' } });
    await db().entrapment.delete({ where: { id } });
  });

  it('is not for whom the data strategy leaves no video', async () => {
    await save({ source: 'demo' });
    await db().userStrategy.create({
      data: {
        strategyId: 'S',
        strategyName: 'S',
        level: 'user',
        ...EVERYTHING,
        dataGroups: without('video'),
        targets: { create: { level: 'user', value: 'branchDispatcher' } },
      },
    });
    forgetStrategies();
    expect((await ask('E-1')).data).toMatchObject({ video_status: '00', cameras: [] });
    expect((await start({})).code).toBe(404);
  });

  it('[VIDEO-001] of the past takes a range of at most a day, of which something was kept', async () => {
    const { cameraId } = (await save({ source: 'demo', recorded: true })).data;
    const record = (rest: object) => start({ businessType: 'localRecord', ...rest });
    const range = { beginTime: '2026-01-31 08:00:00', endTime: '2026-01-31 09:00:00' };
    expect((await record({})).code).toBe(400);
    expect(await record({ ...range, endTime: '2026-01-31 07:00:00' })).toMatchObject({ code: 400 });
    expect(await record({ ...range, endTime: '2026-02-01 08:00:01' })).toMatchObject({ code: 400 });
    expect(await record(range)).toMatchObject({ code: 502, message: '该时段没有录像' });
    await db().videoSegment.create({
      data: {
        cameraId,
        file: 'x',
        beginAt: new Date('2026-01-31T08:30:00+08:00'),
        endAt: new Date('2026-01-31T08:35:00+08:00'),
      },
    });
    expect((await record(range)).data).toMatch(/^\/sms\/flv\//);
    const named = { deviceId: 'D-1', channelId: '1', streamType: '-', protoType: '-', encryptMode: '-', ...range };
    const download = (rest: object = {}) =>
      call<{ url: string }>('branchDispatcher', 'POST', 'video/record/download', {
        ...named,
        businessType: 'localRecord',
        ...rest,
      });
    expect((await download()).data.url).toMatch(/^\/sms\/flv\//);
    expect(await auditedChange('downloadRecord')).toMatchObject({ cameraId: { after: cameraId } });
    expect((await download({ deviceId: 'D-9' })).code).toBe(404);
  });
});

describe('an outside platform', () => {
  let server: Server;
  let asked: { path?: string; body: Record<string, unknown>; authorization?: string }[] = [];
  let answer: { status: number; body: object };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        asked.push({
          path: request.url,
          authorization: request.headers.authorization,
          body: JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>,
        });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    process.env.VIDEO_PLATFORM_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    process.env.VIDEO_PLATFORM_TOKEN = 'platform-token';
    process.env.VIDEO_SPECIAL_EQUIPMENT = 'E-1,E-9';
    resetConfig();
  });
  beforeEach(() => {
    asked = [];
    answer = { status: 200, body: { url: 'https://flv.example/live/1.flv' } };
  });
  afterAll(async () => {
    for (const name of ['VIDEO_PLATFORM_URL', 'VIDEO_PLATFORM_TOKEN', 'VIDEO_SPECIAL_EQUIPMENT'])
      Reflect.deleteProperty(process.env, name);
    resetConfig();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is asked for addresses, and what it says of a failure is shown', async () => {
    const { cameraId } = (await save({ platform: 'dhVideo', streamType: 'main' })).data;
    expect((await start({})).data).toBe('https://flv.example/live/1.flv');
    expect(asked).toEqual([
      {
        path: '/api/start',
        authorization: 'Bearer platform-token',
        body: {
          equipmentNo: 'E-1',
          deviceId: 'D-1',
          channelId: 1,
          streamType: 'main',
          protoType: null,
          encryptMode: null,
          clientId: 'c',
          businessType: 'real',
        },
      },
    ]);
    answer = { status: 500, body: { errMsg: '设备忙' } };
    expect(await start({ businessType: 'talk' })).toMatchObject({ code: 502, message: '设备忙' });
    answer = { status: 200, body: { url: 'javascript:alert(1)' } };
    expect((await start({})).code).toBe(502);
    answer = { status: 200, body: { status: '02' } };
    await keepCameraStates(new Date());
    expect((await db().camera.findUniqueOrThrow({ where: { cameraId } })).status).toBe('02');
    answer = { status: 503, body: {} };
    await keepCameraStates(new Date());
    expect((await db().camera.findUniqueOrThrow({ where: { cameraId } })).status).toBe('01');
  });

  it('is no reason to forget the special units, which are configuration', async () => {
    await save({ source: 'demo' });
    expect((await ask('E-1')).data.isSpecial).toBe(true);
    expect((await ask('E-2')).data.isSpecial).toBe(false);
  });

  it('that is not configured is said so', async () => {
    await save({ platform: 'video', source: 'platform' });
    expect(await start({})).toMatchObject({ code: 502, message: '视频平台未配置' });
    const { records } = (await call<Page>('platformAdmin', 'POST', 'camera/query', {})).data;
    expect(records[0]?.isPlayable).toBe(false);
  });
});
