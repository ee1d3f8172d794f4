import type { ScreenContent, ScreenNotice, SmartScreenRow } from '@/lib/features/screens/contract';
import { resetConfig } from '@/lib/config';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { beginDraining } from '@/lib/platform/system/drain';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';

/** What a screen itself calls (api.md §2.26): linked by a code, it beats, and hears what to show. */

useFreshDatabase();
const ADMIN = 'platformAdmin';
const HOUR = 3_600_000;

beforeAll(async () => {
  await createPersonas();
  await db().equipment.createMany({
    data: ['SU-1', 'SU-2'].map((equipmentNo) => ({
      equipmentNo,
      equipmentName: equipmentNo,
      equipmentType: 'YAE_ELT',
      displayType: 'EV' as const,
      branchCode: 'B01',
    })),
  });
  await db().equipmentStatus.create({ data: { equipmentNo: 'SU-1', onlineStatus: 1, entrapmentStatus: 0 } });
});
beforeEach(async () => {
  resetLimits();
  await db().smartScreen.create({ data: { screenNo: 'L-1', equipmentNo: 'SU-1', branchCode: 'B01', place: 'car' } });
});
afterEach(async () => {
  await db().smartScreen.deleteMany();
  await db().equipmentStatus.updateMany({ data: { entrapmentStatus: 0 } });
});
afterAll(closePortal);

const makeCode = async () =>
  (await call<{ code: string; expireDate: string }>(ADMIN, 'POST', 'smartScreen/code', { screenNo: 'L-1' })).data;
const link = (code: string, screenNo = 'L-1') =>
  callSms<{ key: string }>('POST', 'screen/v1/link', { body: { screenNo, code } });
const linked = async () => (await link((await makeCode()).code)).data?.key ?? '';
const beat = (key: string, told: object = {}, screenNo = 'L-1') =>
  callSms<ScreenContent>('POST', 'screen/v1/beat', { body: { screenNo, key, ...told } });
const contentOf = async (key: string, told: object = {}): Promise<ScreenContent> => {
  const { data } = await beat(key, told);
  if (!data) throw new Error('no content');
  return data;
};
const row = async () =>
  (await call<{ records: SmartScreenRow[] }>(ADMIN, 'POST', 'smartScreen/query', {})).data.records[0];
const publish = async (body: object = {}) =>
  (
    await call<{ noticeIds: string[] }>(ADMIN, 'POST', 'smartScreen/publish', {
      ...{ screenNos: ['L-1'], text: '明早检修', priority: 'normal' },
      ...{ startTime: formatDateTime(Date.now() - HOUR), endTime: formatDateTime(Date.now() + HOUR), ...body },
    })
  ).data.noticeIds[0] ?? '';
const stateOf = async (noticeId: string) =>
  (await call<{ records: ScreenNotice[] }>(ADMIN, 'GET', 'smartScreen/history/L-1')).data.records.find(
    (notice) => notice.noticeId === noticeId,
  )?.state;
const REFUSED = { code: 401, error: 'invalid_token' };

describe('[MISC-015] a code', () => {
  it('links a screen once; what is stored of it and of the key are hashes', async () => {
    const { code } = await makeCode();
    expect(code).toMatch(/^\d{8}$/);
    const { data } = await link(code);
    expect(data?.key).toMatch(/^[\w-]{43}$/);
    expect(await link(code)).toMatchObject({ code: 400, error: 'invalid_grant', message: '验证码错误或已失效' });
    const stored = JSON.stringify(await db().smartScreen.findMany());
    expect([stored.includes(code), stored.includes(data?.key ?? '')]).toEqual([false, false]);
    expect(await row()).toMatchObject({ state: 'OFFLINE', lastBeat: null });
  });

  it('ends after five tries, after 15 minutes, with a newer one and with its screen', async () => {
    const { code } = await makeCode();
    const wrong = code === '00000000' ? '11111111' : '00000000';
    await Promise.all(Array.from({ length: 5 }, () => link(wrong)));
    expect(await link(code)).toMatchObject({ error: 'invalid_grant' });
    const first = await makeCode();
    const second = await makeCode();
    if (first.code !== second.code) expect(await link(first.code)).toMatchObject({ error: 'invalid_grant' });
    await db().smartScreen.updateMany({ data: { codeUntil: new Date() } });
    expect(await link(second.code)).toMatchObject({ error: 'invalid_grant' });
    expect(await link(second.code, 'L-0')).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a linked screen', () => {
  it('is online while it beats, and tells what it has, shows and cannot show', async () => {
    const key = await linked();
    const [shown, failed] = [await publish(), await publish({ text: 'x', priority: 'urgent' })];
    const { mark, notices } = await contentOf(key);
    expect(notices.map(({ text, priority }) => [text, priority])).toEqual(
      expect.arrayContaining([
        ['明早检修', 'normal'],
        ['x', 'urgent'],
      ]),
    );
    expect([await stateOf(shown), await stateOf(failed)]).toEqual(['QUEUED', 'QUEUED']);
    await beat(key, { mark });
    expect([await stateOf(shown), await stateOf(failed)]).toEqual(['DELIVERED', 'DELIVERED']);
    await beat(key, { mark, showing: shown, failed: [failed] });
    expect([await stateOf(shown), await stateOf(failed)]).toEqual(['SHOWN', 'FAILED']);
    // What was seen stays seen, whatever the screen says of it later.
    await beat(key, { mark, showing: shown, failed: [shown] });
    expect(await stateOf(shown)).toBe('SHOWN');
    expect(await row()).toMatchObject({ state: 'ONLINE', current: '明早检修', activeTotal: 1 });
    expect((await contentOf(key)).notices.map(({ noticeId }) => noticeId)).toEqual([shown]);
    await beat(key, { showing: 'comfort' });
    expect(await row()).toMatchObject({ current: null, showsComfort: true });
  });

  it('that waits hears within two seconds of trapped persons, in both languages, and of their release', async () => {
    const key = await linked();
    const calm = await contentOf(key);
    expect(calm.comfort).toBe(false);
    const waiting = beat(key, { mark: calm.mark, waitSec: 25 });
    await db().equipmentStatus.updateMany({ where: { equipmentNo: 'SU-1' }, data: { entrapmentStatus: 1 } });
    const { data } = await waiting;
    expect(data).toMatchObject({
      comfort: true,
      comfortTexts: { zh: expect.stringContaining('救援') as string, en: expect.stringContaining('help') as string },
    });
    const released = beat(key, { mark: data?.mark, waitSec: 25 });
    await db().equipmentStatus.updateMany({ where: { equipmentNo: 'SU-1' }, data: { entrapmentStatus: 0 } });
    expect((await released).data).toMatchObject({ comfort: false });
  });

  it('that waits hears of a notice and of its withdrawal; without news it hears the same when its time is over', async () => {
    const key = await linked();
    const { mark } = await contentOf(key);
    expect((await beat(key, { mark, waitSec: 1 })).data?.mark).toBe(mark);
    const waiting = beat(key, { mark, waitSec: 25 });
    const noticeId = await publish();
    const told = (await waiting).data;
    expect(told?.notices).toMatchObject([{ noticeId }]);
    const withdrawn = beat(key, { mark: told?.mark, waitSec: 25 });
    await call(ADMIN, 'POST', 'smartScreen/withdraw', { noticeIds: [noticeId] });
    expect((await withdrawn).data?.notices).toEqual([]);
  });

  it('that waits is answered when the process is told to stop', async () => {
    const key = await linked();
    const { mark } = await contentOf(key);
    const since = Date.now();
    const waiting = beat(key, { mark, waitSec: 25 });
    beginDraining();
    try {
      expect((await waiting).data?.mark).toBe(mark);
      expect(Date.now() - since).toBeLessThan(15_000);
    } finally {
      Reflect.deleteProperty(globalThis, 'portalIsDraining');
    }
  });

  it('that meets a notice which is being published has not got it', async () => {
    const key = await linked();
    const { mark } = await contentOf(key);
    const isHeld = async () =>
      (
        await db().$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      ).length > 0;
    const { told, noticeId } = await db().$transaction(async (sql) => {
      await sql.$queryRaw`SELECT 1 FROM smart_screen WHERE screen_no = 'L-1' FOR UPDATE`;
      const told = beat(key, { mark });
      await until(isHeld);
      const times = { startTime: new Date(Date.now() - HOUR), endTime: new Date(Date.now() + HOUR) };
      const data = {
        noticeId: 'late',
        screenNo: 'L-1',
        text: 'x',
        priority: 'normal' as const,
        createBy: 'x',
        ...times,
      };
      await sql.screenNotice.create({ data });
      return { told, noticeId: data.noticeId };
    });
    await told;
    expect(await stateOf(noticeId)).toBe('QUEUED');
    await beat(key, { mark: (await contentOf(key)).mark });
    expect(await stateOf(noticeId)).toBe('DELIVERED');
  });

  it('is refused with a wrong or foreign key, and at once when the key ends, though it waits', async () => {
    const key = await linked();
    expect(await beat('wrong')).toMatchObject(REFUSED);
    await db().smartScreen.create({ data: { screenNo: 'L-2', equipmentNo: 'SU-2', branchCode: 'B01', place: 'car' } });
    expect(await beat(key, {}, 'L-2')).toMatchObject(REFUSED);
    expect(await beat(key, {}, 'L-0')).toMatchObject(REFUSED);
    const { mark } = await contentOf(key);
    const waiting = beat(key, { mark, waitSec: 25 });
    expect(await call(ADMIN, 'DELETE', 'smartScreen/key/L-1')).toMatchObject({ code: 200 });
    expect(await waiting).toMatchObject(REFUSED);
    expect(await beat(key)).toMatchObject(REFUSED);
    expect(
      (await call<{ records: SmartScreenRow[] }>(ADMIN, 'POST', 'smartScreen/query', { screenNo: 'L-1' })).data.records,
    ).toMatchObject([{ state: 'UNLINKED', lastBeat: null }]);
  });

  it('keeps its key while the portal knows no screen at all: its database is another one', async () => {
    const key = await linked();
    await db().smartScreen.deleteMany();
    expect(await beat(key)).toMatchObject({ code: 503, error: 'unavailable' });
    await db().smartScreen.create({ data: { screenNo: 'L-2', equipmentNo: 'SU-2', branchCode: 'B01', place: 'car' } });
    expect(await beat(key)).toMatchObject(REFUSED);
  });

  it('has one beat that waits: a newer one ends it', async () => {
    const key = await linked();
    const { mark } = await contentOf(key);
    const both = [beat(key, { mark, waitSec: 25 }), beat(key, { mark, waitSec: 25 })];
    expect((await Promise.race(both)).data).toMatchObject({ mark, notices: [] });
    const noticeId = await publish();
    const told = (await Promise.all(both)).map(({ data }) => data?.notices.map((notice) => notice.noticeId));
    expect(told).toEqual(expect.arrayContaining([[], [noticeId]]));
  });

  it('is heard though others at its address were refused too often, whom nobody looks up any more', async () => {
    const key = await linked();
    await contentOf(key);
    process.env.RATE_LIMIT_SCALE = '0.05';
    resetConfig();
    try {
      const answers: number[] = [];
      for (let count = 0; count < 6; count += 1) answers.push((await beat('wrong', {}, `W-${count}`)).code);
      expect(answers.filter((code) => code === 401).length).toBeGreaterThan(2);
      await db().$transaction(async (sql) => {
        await sql.$executeRaw`LOCK TABLE smart_screen IN ACCESS EXCLUSIVE MODE`;
        expect(await beat('wrong', {}, 'W-9')).toMatchObject({ code: 429 });
        expect(await beat('wrong')).toMatchObject({ code: 429 });
      });
      expect((await beat(key)).code).toBe(200);
    } finally {
      delete process.env.RATE_LIMIT_SCALE;
      resetConfig();
    }
  });

  it('is refused when its unit is deleted, and changes only its own notices', async () => {
    const key = await linked();
    await db().smartScreen.create({
      data: { screenNo: 'L-2', equipmentNo: 'SU-2', branchCode: 'B01', place: 'car', keyHash: 'x' },
    });
    const foreign = await publish({ screenNos: ['L-2'] });
    await beat(key, { showing: foreign, failed: [foreign] });
    expect((await db().screenNotice.findUniqueOrThrow({ where: { noticeId: foreign } })).state).toBe('QUEUED');
    await db().equipment.update({ where: { equipmentNo: 'SU-1' }, data: { deletedAt: new Date() } });
    expect(await beat(key)).toMatchObject(REFUSED);
    await db().equipment.update({ where: { equipmentNo: 'SU-1' }, data: { deletedAt: null } });
  });
});
