import type { ScreenNotice, SmartScreenRow } from '@/lib/features/screens/contract';
import { moveFacts } from '@/lib/features/equipment/internal/move-facts';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, useNoStrategies } from '../strategies/support/strategy';

/** Screens in cars and at landings through the door (api.md §2.26, silent-screens A9). */

useFreshDatabase();
useNoStrategies();
const ADMIN = 'platformAdmin';
const MANAGER = 'branchManager';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeAll(async () => {
  await createPersonas();
  await db().equipment.createMany({
    data: ['SU-1', 'SU-2', 'SF-1'].map((equipmentNo) => ({
      equipmentNo,
      equipmentName: `name ${equipmentNo}`,
      buildingName: equipmentNo === 'SF-1' ? 'tower C' : 'tower B',
      equipmentType: 'YAE_ELT',
      displayType: 'EV' as const,
      branchCode: equipmentNo === 'SF-1' ? 'B02' : 'B01',
    })),
  });
});
beforeEach(resetLimits);
afterEach(() => db().smartScreen.deleteMany());
afterAll(closePortal);

const at = (ms: number) => formatDateTime(Date.now() + ms);
const FORM = { screenNo: 'SCR-1', isNew: true, equipmentNo: 'SU-1', place: 'car' };
const save = (body: object = {}, who = ADMIN) => call(who, 'POST', 'smartScreen/saveOrUpdate', { ...FORM, ...body });
const query = async (filters: object = {}, who = ADMIN) =>
  (await call<{ total: number; records: SmartScreenRow[] }>(who, 'POST', 'smartScreen/query', filters)).data;
const numbers = async (filters: object = {}, who = ADMIN) =>
  (await query(filters, who)).records.map(({ screenNo }) => screenNo).sort();
const NOTICE = () => ({ text: '明早检修', startTime: at(-MINUTE), endTime: at(HOUR), priority: 'normal' });
const publish = (screenNos: string[], body: object = {}, who = ADMIN) =>
  call<{ noticeIds: string[] }>(who, 'POST', 'smartScreen/publish', { ...NOTICE(), screenNos, ...body });
const withdraw = (noticeIds: string[], who = ADMIN) => call(who, 'POST', 'smartScreen/withdraw', { noticeIds });
const history = async (screenNo: string, filters = '', who = ADMIN) =>
  call<{ total: number; records: ScreenNotice[] }>(who, 'GET', `smartScreen/history/${screenNo}${filters}`);

/** Screens that are linked, as pairing leaves them. @param beats their last heartbeat, ms before now; null: none */
const linked = (beats: Readonly<Record<string, number | null>>, unit = 'SU-1') =>
  db().smartScreen.createMany({
    data: Object.entries(beats).map(([screenNo, ago]) => ({
      screenNo,
      equipmentNo: unit,
      branchCode: unit === 'SF-1' ? 'B02' : 'B01',
      place: 'landing' as const,
      keyHash: 'x',
      lastBeat: ago === null ? null : new Date(Date.now() - ago),
    })),
  });

describe('[MISC-015] a screen', () => {
  it('is registered, listed with its unit, changed and deleted with its notices', async () => {
    const form = {
      resolution: '1080x1920',
      volume: 30,
      brightness: 0,
      powerOn: '06:00',
      powerOff: '00:30',
      remark: 'r',
    };
    expect(await save(form)).toMatchObject({ code: 200, data: null });
    expect(await query()).toMatchObject({
      total: 1,
      records: [
        {
          ...{ ...form, screenNo: 'SCR-1', equipmentNo: 'SU-1', equipmentName: 'name SU-1', buildingName: 'tower B' },
          ...{ place: 'car', state: 'UNLINKED', lastBeat: null, current: null, showsComfort: false, activeTotal: 0 },
        },
      ],
    });
    expect(await save({ isNew: false, equipmentNo: 'SU-2', place: 'landing' })).toMatchObject({ code: 200 });
    expect((await query()).records[0]).toMatchObject({ equipmentNo: 'SU-2', place: 'landing', volume: null });
    await db().smartScreen.updateMany({ data: { keyHash: 'x' } });
    await publish(['SCR-1']);
    expect(await call(ADMIN, 'DELETE', 'smartScreen/SCR-1')).toMatchObject({ code: 200 });
    expect([await db().smartScreen.count(), await db().screenNotice.count()]).toEqual([0, 0]);
    expect(await call(ADMIN, 'DELETE', 'smartScreen/SCR-1')).toMatchObject({ code: 404 });
  });

  it('is found by each filter, and by its state now', async () => {
    await linked({ 'L-NOW': 0, 'L-NEAR': 9.5 * MINUTE, 'L-OLD': 10.5 * MINUTE, 'L-NEVER': null });
    await linked({ 'F-NOW': 0 }, 'SF-1');
    await save();
    expect(await numbers({ state: 'ONLINE' })).toEqual(['F-NOW', 'L-NEAR', 'L-NOW']);
    expect(await numbers({ state: 'OFFLINE' })).toEqual(['L-NEVER', 'L-OLD']);
    expect(await numbers({ state: 'UNLINKED' })).toEqual(['SCR-1']);
    expect((await query({ screenNo: 'l-' })).records.map(({ screenNo, state }) => [screenNo, state])).toEqual(
      expect.arrayContaining([
        ['L-NEAR', 'ONLINE'],
        ['L-OLD', 'OFFLINE'],
      ]),
    );
    expect(await numbers({ equipmentNo: 'sf' })).toEqual(['F-NOW']);
    expect(await numbers({ key: 'Tower c' })).toEqual(['F-NOW']);
    expect(await numbers({ branchCode: 'B02' })).toEqual(['F-NOW']);
    expect(await numbers({ key: 'nowhere' })).toEqual([]);
  });

  it('is seen and changed by who sees its unit, and by nobody else', async () => {
    await linked({ 'F-1': 0 }, 'SF-1');
    await linked({ 'L-1': 0 });
    expect(await numbers({}, MANAGER)).toEqual(['L-1']);
    for (const answer of [
      await save({ screenNo: 'F-1', isNew: false }, MANAGER),
      await save({ screenNo: 'L-1', isNew: false, equipmentNo: 'SF-1' }, MANAGER),
      await call(MANAGER, 'DELETE', 'smartScreen/F-1'),
      await history('F-1', '', MANAGER),
      await publish(['L-1', 'F-1'], {}, MANAGER),
    ])
      expect(answer).toMatchObject({ code: 511 });
    const { data } = await publish(['F-1', 'L-1']);
    expect(await withdraw(data.noticeIds, MANAGER)).toMatchObject({ code: 511 });
    expect(await db().screenNotice.count({ where: { state: 'QUEUED' } })).toBe(2);
  });

  it('loses its key with the branch, by another unit or by the unit’s move, and keeps it otherwise', async () => {
    await linked({ 'L-1': 0, 'L-2': 0 });
    const keys = async () =>
      (await db().smartScreen.findMany({ orderBy: { screenNo: 'asc' } })).map(({ keyHash, branchCode }) => [
        keyHash,
        branchCode,
      ]);
    await save({ screenNo: 'L-1', isNew: false, equipmentNo: 'SU-2' });
    expect(await keys()).toEqual([
      ['x', 'B01'],
      ['x', 'B01'],
    ]);
    await save({ screenNo: 'L-1', isNew: false, equipmentNo: 'SF-1' });
    expect((await keys())[0]).toEqual([null, 'B02']);
    await db().equipment.update({ where: { equipmentNo: 'SU-1' }, data: { branchCode: 'B02' } });
    await db().$transaction((sql) => moveFacts(sql, ['SU-1']));
    expect((await keys())[1]).toEqual([null, 'B02']);
    await db().equipment.update({ where: { equipmentNo: 'SU-1' }, data: { branchCode: 'B01' } });
  });

  it('leaves its notices behind when it comes to another unit, or its unit to another branch', async () => {
    await linked({ 'L-1': 0, 'L-2': 0 });
    await publish(['L-1', 'L-2']);
    const ended = { startTime: new Date(0), endTime: new Date(Date.now() - MINUTE), state: 'SHOWN' as const };
    await db().screenNotice.create({
      data: { noticeId: 'ended', screenNo: 'L-1', text: 'x', priority: 'normal', createBy: ADMIN, ...ended },
    });
    const states = async () =>
      (await db().screenNotice.findMany({ orderBy: [{ screenNo: 'asc' }, { endTime: 'asc' }] })).map(
        ({ state }) => state,
      );
    await save({ screenNo: 'L-1', isNew: false, place: 'landing' });
    expect(await states()).toEqual(['SHOWN', 'QUEUED', 'QUEUED']);
    await save({ screenNo: 'L-1', isNew: false, equipmentNo: 'SU-2' });
    expect(await states()).toEqual(['SHOWN', 'WITHDRAWN', 'QUEUED']);
    await db().equipment.update({ where: { equipmentNo: 'SU-1' }, data: { branchCode: 'B02' } });
    await db().$transaction((sql) => moveFacts(sql, ['SU-1']));
    await db().equipment.update({ where: { equipmentNo: 'SU-1' }, data: { branchCode: 'B01' } });
    expect(await states()).toEqual(['SHOWN', 'WITHDRAWN', 'WITHDRAWN']);
  });

  it('of a deleted unit is gone, and its number is free', async () => {
    await db().equipment.create({
      data: {
        equipmentNo: 'SG-1',
        equipmentName: 'gone',
        equipmentType: 'YAE_ELT',
        displayType: 'EV',
        branchCode: 'B01',
        deletedAt: new Date(),
      },
    });
    await linked({ 'SCR-1': 0 }, 'SG-1');
    expect(await numbers()).toEqual([]);
    expect(await history('SCR-1')).toMatchObject({ code: 404 });
    expect(await save()).toMatchObject({ code: 200 });
    expect((await query()).records).toMatchObject([{ equipmentNo: 'SU-1', state: 'UNLINKED' }]);
  });

  it.each([
    ['an unknown unit', { equipmentNo: 'SU-0' }, 404, '设备不存在'],
    ['a name of a call', { screenNo: 'history' }, 400, '该名称为系统保留'],
    ['a volume of 101', { volume: 101 }, 400, undefined],
    ['a brightness below 0', { brightness: -1 }, 400, undefined],
    ['24:00', { powerOn: '24:00', powerOff: '08:00' }, 400, '时间格式应为HH:mm'],
    ['one hour only', { powerOn: '06:00' }, 400, '开机和关机时间须同时填写'],
    ['another place', { place: 'roof' }, 400, undefined],
  ] as [string, object, number, string | undefined][])('is refused with %s', async (_, body, code, message) => {
    expect(await save(body)).toMatchObject({ code, ...(message ? { message } : {}) });
    expect(await db().smartScreen.count()).toBe(0);
  });

  it('has a number that no other one has, though two register it at once', async () => {
    const answers = await Promise.all(['SU-1', 'SU-2'].map((equipmentNo) => save({ equipmentNo })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)?.message).toBe('屏编号已存在');
  });
});

describe('a notice', () => {
  it('is queued for every chosen screen, each once', async () => {
    await linked({ 'L-1': 0, 'L-2': null });
    const { data } = await publish(['L-2', 'L-1', 'L-2'], { priority: 'urgent' });
    expect(data.noticeIds).toHaveLength(2);
    expect((await history('L-2')).data).toMatchObject({
      total: 1,
      records: [
        {
          text: '明早检修',
          priority: 'urgent',
          state: 'QUEUED',
          isActive: true,
          createBy: expect.any(String) as string,
        },
      ],
    });
    expect((await query({ screenNo: 'L-1' })).records[0]).toMatchObject({ activeTotal: 1, current: null });
  });

  it('is what an online screen says it shows, and the comfort text is said as such', async () => {
    await linked({ 'L-1': 0, 'L-2': HOUR, 'L-3': 0 });
    await publish(['L-1', 'L-2']);
    for (const { noticeId, screenNo } of await db().screenNotice.findMany())
      await db().smartScreen.update({ where: { screenNo }, data: { showing: noticeId } });
    await db().smartScreen.update({ where: { screenNo: 'L-3' }, data: { showing: 'comfort' } });
    const shown = (await query()).records.map(({ screenNo, current, showsComfort }) => [
      screenNo,
      current,
      showsComfort,
    ]);
    expect(shown.sort()).toEqual([
      ['L-1', '明早检修', false],
      ['L-2', null, false],
      ['L-3', null, true],
    ]);
  });

  it('is the sixth active one on no screen; one that is over leaves its place', async () => {
    await linked({ 'L-1': 0, 'L-2': 0 });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(...(await publish(['L-1'])).data.noticeIds);
    expect(await publish(['L-2', 'L-1'])).toMatchObject({ code: 409, message: '屏L-1已有5条有效通知' });
    expect(await db().screenNotice.count()).toBe(5);
    await withdraw([ids[0] ?? '']);
    const answers = await Promise.all([publish(['L-1']), publish(['L-1'])]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const over = { startTime: new Date(Date.now() - HOUR), endTime: new Date(Date.now() - MINUTE) };
    await db().screenNotice.update({ where: { noticeId: ids[1] ?? '' }, data: over });
    expect(await publish(['L-1'])).toMatchObject({ code: 200 });
  });

  it('has the state that the clock leaves: ended before it was shown it has expired, shown it stays so', async () => {
    await linked({ 'L-1': 0 });
    const over = { startTime: new Date(Date.now() - HOUR), endTime: new Date(Date.now() - MINUTE) };
    const states = ['QUEUED', 'DELIVERED', 'SHOWN', 'FAILED', 'WITHDRAWN'] as const;
    await db().screenNotice.createMany({
      data: states.map((state) => ({
        ...{ noticeId: state, screenNo: 'L-1', text: state, priority: 'normal' as const, state, createBy: ADMIN },
        ...over,
      })),
    });
    await publish(['L-1']);
    const seen = async (filters: string) =>
      (await history('L-1', filters)).data.records.map(({ text, state, isActive }) => [text, state, isActive]).sort();
    expect(await seen('?active=0')).toEqual([
      ['DELIVERED', 'EXPIRED', false],
      ['FAILED', 'FAILED', false],
      ['QUEUED', 'EXPIRED', false],
      ['SHOWN', 'SHOWN', false],
      ['WITHDRAWN', 'WITHDRAWN', false],
    ]);
    expect(await seen('?active=1')).toEqual([['明早检修', 'QUEUED', true]]);
    await withdraw(['QUEUED', 'SHOWN']);
    expect(await seen('?active=0')).toContainEqual(['SHOWN', 'SHOWN', false]);
    const [active] = (await history('L-1', '?active=1')).data.records;
    expect(await withdraw([active?.noticeId ?? '', 'gone'])).toMatchObject({ code: 404 });
    expect(await withdraw([active?.noticeId ?? ''])).toMatchObject({ code: 200 });
    expect(await seen('?active=0')).toContainEqual(['明早检修', 'WITHDRAWN', false]);
  });

  it('is told as far back as the data strategy leaves, and for as long as it is active', async () => {
    await linked({ 'L-1': 0 });
    for (const [text, end] of [
      ['old', -HOUR],
      ['long', HOUR],
    ] as const)
      await db().screenNotice.create({
        data: {
          ...{ noticeId: text, screenNo: 'L-1', text, priority: 'normal', createBy: ADMIN },
          ...{ startTime: new Date(0), endTime: new Date(Date.now() + end), createDate: new Date(0) },
        },
      });
    await publish(['L-1']);
    expect((await history('L-1')).data).toMatchObject({ total: 3 });
    await db().userStrategy.create({
      data: {
        ...{ strategyId: 's', strategyName: 's', level: 'user', ...EVERYTHING, enabled: true, historyMonths: 6 },
        targets: { create: { level: 'user', value: ADMIN } },
      },
    });
    forgetStrategies();
    const { data } = await history('L-1');
    expect(data).toMatchObject({ total: 2, historyMonths: 6 });
    expect(data.records.map(({ text }) => text)).toEqual(['明早检修', 'long']);
  });

  it('needs a screen that is linked: without one the page is a register', async () => {
    await save();
    await linked({ 'L-1': 0 });
    expect(await publish(['L-1', 'SCR-1'])).toMatchObject({ code: 503, message: '未接入屏控服务' });
    expect(await db().screenNotice.count()).toBe(0);
  });

  it.each([
    ['no screen', { screenNos: [] }, 400, undefined],
    ['201 screens', { screenNos: Array.from({ length: 201 }, (_, index) => `L-${index}`) }, 400, '一次最多选择200块屏'],
    ['an unknown screen', { screenNos: ['L-1', 'L-0'] }, 404, undefined],
    ['no text', { text: ' ' }, 400, '必填'],
    ['101 characters', { text: '长'.repeat(101) }, 400, undefined],
    ['an end that is its start', { startTime: at(HOUR), endTime: at(HOUR) }, 400, '结束时间须晚于开始时间'],
    ['an end that has passed', { startTime: at(-2 * HOUR), endTime: at(-HOUR) }, 400, '结束时间须晚于当前时间'],
    ['another priority', { priority: 'high' }, 400, undefined],
  ] as [string, object, number, string | undefined][])('is refused with %s', async (_, body, code, message) => {
    await linked({ 'L-1': 0 });
    expect(await publish(['L-1'], body)).toMatchObject({ code, ...(message ? { message } : {}) });
    expect(await db().screenNotice.count()).toBe(0);
  });

  it('goes to 200 screens at once, with 100 characters', async () => {
    const beats = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`L-${index}`, 0]));
    await linked(beats);
    const { code, data } = await publish(Object.keys(beats), { text: '长'.repeat(100) });
    expect([code, data.noticeIds.length]).toEqual([200, 200]);
  });
});
