import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import type { GbCode } from '@/lib/features/equipment/contract';
import type { StrategyRow } from '@/lib/features/strategies/contract';
import { call } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING, useNoStrategies } from './support/strategy';

/** Data strategies: kept, resolved, and held against what the door answers. */

useFreshDatabase();
const FORM = {
  strategyName: 'Lite 六个月',
  level: 'tier',
  targets: ['1'],
  historyMonths: 6,
  liveIntervalSec: 5,
  ...EVERYTHING,
  maskTime: false,
  exportAllowed: true,
  enabled: true,
};

useNoStrategies();
beforeAll(createPersonas);
afterAll(closePortal);

const save = (form: object, name: PersonaName = 'platformAdmin') =>
  call<{ strategyId: string; fieldErrors?: Record<string, string> }>(name, 'POST', 'user/strategy/saveOrUpdate', form);
const list = async (filters: object = {}) =>
  (await call<{ records: StrategyRow[] }>('platformAdmin', 'POST', 'user/strategy/query', filters)).data.records;
const effective = async (username: string) =>
  (await call<StrategyRow & { reason: string }>('platformAdmin', 'GET', `user/strategy/effective/${username}`)).data;

describe('keeping strategies', () => {
  it('[MISC-004] is for head office; one strategy a target, names are different, the default stays', async () => {
    expect(await call('branchManager', 'POST', 'user/strategy/query', {})).toMatchObject({ code: 403 });
    expect(await save(FORM, 'branchManager')).toMatchObject({ code: 403 });
    const {
      data: { strategyId },
    } = await save(FORM);
    expect(await list()).toEqual([
      expect.objectContaining({ ...FORM, strategyId, targetNames: ['Lite'], updateBy: 'platformAdmin' }),
    ]);
    expect(await save({ ...FORM, strategyName: '另一个' })).toMatchObject({ code: 409, message: '该对象已有策略' });
    expect(await save({ ...FORM, targets: ['2'] })).toMatchObject({ code: 409, message: 'Lite 六个月已存在' });
    expect(await save({ ...FORM, strategyId, historyMonths: 12 })).toMatchObject({ code: 200 });
    expect(await list()).toEqual([expect.objectContaining({ historyMonths: 12 })]);
    const base = await save({ ...FORM, strategyName: '默认', level: 'default', targets: [] });
    expect(await call('platformAdmin', 'DELETE', `user/strategy/${base.data.strategyId}`)).toMatchObject({
      code: 409,
      message: '默认策略不可删除',
    });
    expect(await call('platformAdmin', 'DELETE', `user/strategy/${strategyId}`)).toMatchObject({ code: 200 });
    expect(await call('platformAdmin', 'DELETE', `user/strategy/${strategyId}`)).toMatchObject({ code: 404 });
  });
  it.each([
    ['strategyName', { strategyName: '' }, '请输入策略名称'],
    ['targets', { targets: [] }, '请选择适用对象'],
    ['targets', { level: 'user', targets: ['nobody'] }, '内容不正确'],
    ['historyMonths', { historyMonths: 61 }, '历史月数须为1-60的整数'],
    ['historyMonths', { historyMonths: 0 }, '历史月数须为1-60的整数'],
    ['liveIntervalSec', { liveIntervalSec: 2 }, '内容不正确'],
  ])('says under %s what is wrong', async (field, wrong, message) => {
    expect(await save({ ...FORM, ...wrong })).toMatchObject({ code: 400, data: { fieldErrors: { [field]: message } } });
  });
  it('narrows by name, level and state', async () => {
    await save(FORM);
    await save({ ...FORM, strategyName: '静安中心', level: 'project', targets: ['P-1'], enabled: false });
    const names = async (filters: object) => (await list(filters)).map(({ strategyName }) => strategyName);
    expect(await names({ key: '静安' })).toEqual(['静安中心']);
    expect(await names({ level: 'tier' })).toEqual(['Lite 六个月']);
    expect(await names({ enabled: 0 })).toEqual(['静安中心']);
  });
});

describe('what holds for an account', () => {
  it('is the most specific enabled one as a whole, and says why', async () => {
    expect(await effective('customerLite')).toMatchObject({ reason: 'none', historyMonths: null, liveIntervalSec: 1 });
    await save({ ...FORM, strategyName: '默认', level: 'default', targets: [], historyMonths: 24 });
    await save(FORM);
    expect(await effective('customerLite')).toMatchObject({
      reason: 'tier',
      historyMonths: 6,
      strategyName: 'Lite 六个月',
    });
    expect(await effective('customerEssence')).toMatchObject({ reason: 'default', historyMonths: 24 });
    await save({ ...FORM, strategyName: '项目', level: 'project', targets: ['P-1'], historyMonths: 3 });
    expect(await effective('customerLite')).toMatchObject({ reason: 'project', historyMonths: 3 });
    const own = await save({
      ...FORM,
      strategyName: '本人',
      level: 'user',
      targets: ['customerLite'],
      historyMonths: null,
      dataGroups: ['live'],
    });
    expect(await effective('customerLite')).toMatchObject({
      reason: 'user',
      historyMonths: null,
      dataGroups: ['live'],
    });
    await save({
      ...FORM,
      strategyName: '本人',
      strategyId: own.data.strategyId,
      level: 'user',
      targets: ['customerLite'],
      enabled: false,
    });
    expect(await effective('customerLite')).toMatchObject({ reason: 'project' });
    expect(await call('platformAdmin', 'GET', 'user/strategy/effective/nobody')).toMatchObject({ code: 404 });
  });
  it('months of history count back by the calendar of Shanghai, from the beginning of a day', async () => {
    await save({ ...FORM, historyMonths: 6 });
    const actor = { username: 'customerLite', mappings: { projects: ['P-1'], branches: [] }, accessVersion: 0 };
    const start = async (now: string) => (await historyStart(actor, Date.parse(now)))?.toISOString();
    expect(await start('2026-08-31T00:00:00Z')).toBe('2026-02-27T16:00:00.000Z');
    expect(await start('2026-06-30T16:30:00Z')).toBe('2025-12-31T16:00:00.000Z');
    expect(await start('2026-06-30T15:30:00Z')).toBe('2025-12-29T16:00:00.000Z');
    expect((await strategyOf(actor)).historyMonths).toBe(6);
  });
});

describe('what the door leaves', () => {
  const event = (eventId: string, subType: string, code: string) =>
    db().equipmentEvent.create({
      data: { equipmentNo: 'E-1', branchCode: 'B01', eventId, subType, code, objectStatus: true, startAt: new Date() },
    });

  it('no exports where they are forbidden', async () => {
    await save({ ...FORM, exportAllowed: false });
    expect(await call('customerLite', 'POST', 'equipment/download', {})).toMatchObject({
      code: 403,
      message: '导出已被限制',
    });
    expect(await call('customerEssence', 'POST', 'equipment/download', {})).toMatchObject({ code: 200 });
  });
  it('no faults, no events, no cameras without their groups; entrapment always', async () => {
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { video: '1', dhVideo: '1' } });
    await db().gbCodeDict.createMany({
      data: [
        { gbCode: '11', text: '故障', textEn: 'fault', error: true },
        { gbCode: '12', text: '事件', textEn: 'event', error: false },
        { gbCode: '13', text: '困人', textEn: 'trapped', error: true },
      ],
      skipDuplicates: true,
    });
    await event('1', 'error', '11');
    await event('2', 'event', '12');
    await event('3', 'entrapment', '13');
    const codes = async () =>
      (
        await call<{ gbCodeShowList: GbCode[] }>('customerLite', 'POST', 'equipmentExtension/gbCodeShow', {
          equipmentNo: 'E-1',
        })
      ).data.gbCodeShowList
        .map(({ gbCode }) => gbCode)
        .sort();
    const cameras = async () =>
      (
        await call<{ records: { video: string; dhVideo: string }[] }>('customerLite', 'POST', 'equipment/query', {})
      ).data.records.map(({ video, dhVideo }) => [video, dhVideo]);
    expect(await codes()).toEqual(['11', '12', '13']);
    expect(await cameras()).toEqual([['1', '1']]);
    const {
      data: { strategyId },
    } = await save({ ...FORM, dataGroups: ['live', 'otherEvents'] });
    expect(await codes()).toEqual(['12', '13']);
    expect(await cameras()).toEqual([['0', '0']]);
    expect((await call<{ video: string }>('customerLite', 'GET', 'equipment/E-1')).data.video).toBe('0');
    await save({ ...FORM, strategyId, dataGroups: ['live'] });
    expect(await codes()).toEqual(['13']);
  });
});
