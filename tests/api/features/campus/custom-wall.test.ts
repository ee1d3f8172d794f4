import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { ContextKeeper } from '@/lib/features/detector/internal/context';
import { actOnFindings } from '@/lib/features/detector/internal/finding-queue';
import { tick } from '@/lib/features/detector/internal/clock';
import { db } from '@/lib/platform/db/client';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import type { FaultCounts } from '@/lib/features/campus/contract';
import type { NoticeItem } from '@/lib/live/realtime/shared/notices';
import { call } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

beforeAll(async () => {
  await createPersonas();
  await db().authority.createMany({ data: [{ authority: 'CAMPUS_VIEW_CALLBACK_READ' }], skipDuplicates: true });
  await db().roleAuthority.create({ data: { role: 'role-airportCustomer', authority: 'CAMPUS_VIEW_CALLBACK_READ' } });
  await db().equipment.createMany({
    data: [
      ['S-1', 'YAE_ESC', 'ES'],
      ['W-1', 'YAE_ESC', 'WW'],
      ['O-1', 'YAE_TEL', 'OTHER'],
    ].map(([equipmentNo = '', equipmentType = '', displayType]) => ({
      equipmentNo,
      equipmentName: equipmentNo,
      equipmentType,
      displayType: displayType as 'ES',
      branchCode: 'B01',
    })),
  });
  const states = [
    ['E-1', 1, 0],
    ['E-2', 1, 1],
    ['S-1', 1, 0],
    ['W-1', 1, 1],
    ['O-1', 1, 1],
  ] as const;
  for (const [equipmentNo, onlineStatus, errorStatus] of states)
    await db().equipmentStatus.upsert({
      where: { equipmentNo },
      update: { onlineStatus, errorStatus },
      create: { equipmentNo, onlineStatus, errorStatus },
    });
  const callback = (callbackId: string, equipmentNo: string, jobUpdateDate: Date, createDate = jobUpdateDate) => ({
    callbackId,
    equipmentNo,
    branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
    callbackType: 'Customer call',
    jobStatus: 'PAGE',
    jobDescription: `about ${callbackId}`,
    createDate,
    jobUpdateDate,
  });
  await db().callback.createMany({
    data: [
      callback('C-1', 'E-4', ago(5)),
      callback('C-2', 'E-4', ago(30)),
      callback('C-3', 'E-3', ago(1)),
      callback('C-OLD', 'E-4', ago(1), ago(60 * 24 * 91)),
    ],
  });
  const symptom = (symptomId: string, equipmentNo: string, createDate: Date) => ({
    symptomId,
    equipmentNo,
    branchCode: 'B01',
    symptomTitle: `A02-${symptomId}`,
    equipmentText: equipmentNo,
    category: 'A',
    symptomState: 'INIT',
    createDate,
  });
  await db().symptom.createMany({ data: [symptom('S-1', 'E-1', ago(3)), symptom('S-4', 'E-4', ago(10))] });
});
beforeEach(resetRateLimits);
afterAll(closePortal);

const warn = (who: PersonaName, equipmentNo: string) =>
  call<{ warnId: string }>(who, 'PUT', 'equipmentWarn/save', { equipmentNo, warnDesc: '疑似困人' });

describe('a warning of the wall', () => {
  it('[CAMP-059] [API-072] is one row an episode: within ten minutes the open one is answered, also to walls that tell it at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => warn('airportCustomer', 'E-4')));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.warnId)).size).toBe(1);
    expect(
      await db().equipmentWarn.findMany({
        select: { equipmentNo: true, branchCode: true, username: true, warnDesc: true },
      }),
    ).toEqual([{ equipmentNo: 'E-4', branchCode: 'B01', username: 'airportCustomer', warnDesc: '疑似困人' }]);
    await db().equipmentWarn.updateMany({ data: { createDate: ago(11) } });
    expect((await warn('airportCustomer', 'E-4')).data.warnId).not.toBe(answers[0]?.data.warnId);
  });

  it('is refused for units of others, unknown ones, without the wall, and without words', async () => {
    expect((await warn('airportCustomer', 'E-1')).code).toBe(511);
    expect((await warn('airportCustomer', 'E-99')).code).toBe(404);
    expect((await warn('customerLite', 'E-1')).code).toBe(403);
    expect(
      await call('airportCustomer', 'PUT', 'equipmentWarn/save', { equipmentNo: 'E-4', warnDesc: '' }),
    ).toMatchObject({ code: 400, data: { fieldErrors: { warnDesc: expect.any(String) } } });
  });
});

describe('callback and symptom messages', () => {
  const list = async (who: PersonaName, body: object = {}) =>
    await call<{ total: number; records: NoticeItem[]; historyMonths?: number }>(
      who,
      'POST',
      'notification/webDiagnose/list',
      body,
    );
  const keys = (answer: { data: { records: NoticeItem[] } }) => answer.data.records.map(({ key }) => key);

  it('[NOTI-007] come newest first, each kind with its own authority, of the last 90 days, in scope', async () => {
    expect(keys(await list('airportCustomer'))).toEqual(['CBK-C-1', 'CBK-C-2']);
    expect(keys(await list('customerEssence'))).toEqual(['SYMPTOM-S-1']);
    expect(keys(await list('branchManager'))).toEqual(['SYMPTOM-S-1', 'CBK-C-1', 'SYMPTOM-S-4', 'CBK-C-2']);
    expect((await list('platformAdmin')).data.total).toBe(5);
    expect((await list('customerLite')).code).toBe(403);
  });

  it('[NOTI-013] carry key, type, status, time, unit, technician, phone and message; the rule number is for SUPER_MASTER', async () => {
    expect((await list('airportCustomer')).data.records[0]).toEqual({
      key: 'CBK-C-1',
      type: 'CBK',
      status: 'PAGE',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      equipmentName: '国际机场1号梯',
      equipmentNo: 'E-4',
      technician: null,
      phoneNumber: null,
      message: 'about C-1',
      objectId: 'C-1',
    });
    expect((await list('customerEssence')).data.records[0]).toMatchObject({
      type: 'SYMPTOM',
      message: 'S-1',
      objectId: 'S-1',
    });
    expect((await list('platformAdmin')).data.records.find(({ objectId }) => objectId === 'S-1')?.message).toBe(
      'A02-S-1',
    );
  });

  it('say to how many months a data strategy cut them, and nothing where it leaves all that is kept', async () => {
    const strategy = {
      level: 'user' as const,
      dataGroups: ['diagnostics'],
      symptomCategories: ['A'],
      liveIntervalSec: 1,
      maskTime: false,
      exportAllowed: true,
      enabled: true,
    };
    expect((await list('customerEssence')).data).not.toHaveProperty('historyMonths');
    await db().userStrategy.create({
      data: {
        ...strategy,
        strategyId: 'one',
        strategyName: 'one',
        historyMonths: 1,
        targets: { create: [{ level: 'user', value: 'customerEssence' }] },
      },
    });
    await db().symptom.create({
      data: {
        symptomId: 'S-40',
        equipmentNo: 'E-1',
        branchCode: 'B01',
        symptomTitle: 'A05-S-40',
        equipmentText: 'E-1',
        category: 'A',
        symptomState: 'INIT',
        createDate: ago(60 * 24 * 40),
      },
    });
    try {
      forgetStrategies();
      const cut = await list('customerEssence');
      expect([keys(cut), cut.data.historyMonths]).toEqual([['SYMPTOM-S-1'], 1]);
      await db().userStrategy.update({ where: { strategyId: 'one' }, data: { historyMonths: 6 } });
      forgetStrategies();
      const whole = await list('customerEssence');
      expect(keys(whole)).toEqual(['SYMPTOM-S-1', 'SYMPTOM-S-40']);
      expect(whole.data).not.toHaveProperty('historyMonths');
    } finally {
      await db().symptom.delete({ where: { symptomId: 'S-40' } });
      await db().userStrategy.deleteMany();
      forgetStrategies();
    }
  });

  it('are paged over both kinds together', async () => {
    expect(keys(await list('branchManager', { pageIndex: 2, pageSize: 2 }))).toEqual(['SYMPTOM-S-4', 'CBK-C-2']);
    expect(keys(await list('branchManager', { pageIndex: 3, pageSize: 2 }))).toEqual([]);
  });
});

it('[CAMP-018] each count by kind is the total of the list it opens, to the unit', async () => {
  const counts = (await call<FaultCounts>('branchManager', 'GET', 'equipmentExtension/error')).data;
  const total = async (errorStatus: number, equipmentType: number) =>
    (await call<{ total: number }>('branchManager', 'POST', 'equipment/query', { errorStatus, equipmentType })).data
      .total;
  expect(counts).toEqual({ elevatorNormal: 1, elevatorStop: 1, escalatorNormal: 1, escalatorStop: 1 });
  expect([await total(0, 1), await total(1, 1), await total(0, 2), await total(1, 2)]).toEqual(Object.values(counts));
});

describe('what the rules make of a warning (silent-screens F2)', () => {
  it('is symptom A02 with its card, once an episode, and called out by the rule’s own clock', async () => {
    await db().symptom.deleteMany({ where: { equipmentNo: 'E-4', symptomDefinitionId: 'A02' } });
    await db().equipmentWarn.deleteMany();
    await db().detectorEffect.deleteMany();
    await db().equipmentStatus.upsert({
      where: { equipmentNo: 'E-4' },
      update: { detector: {}, live: {} },
      create: { equipmentNo: 'E-4', detector: {}, live: {} },
    });
    await Promise.all([1, 2, 3].map(() => warn('airportCustomer', 'E-4')));
    const now = Date.now();
    await actOnFindings(new Date(now + 1000));
    const found = await db().symptom.findMany({ where: { equipmentNo: 'E-4', symptomDefinitionId: 'A02' } });
    expect(found).toEqual([
      expect.objectContaining({ category: 'A', symptomState: 'INIT', occurrences: 1, symptomTitle: 'A02-疑似困人' }),
    ]);
    expect(
      await db().notification.count({
        where: {
          equipmentNo: 'E-4',
          notificationType: 'entrapment',
          objectId: found[0]?.symptomId ?? '',
          objectStatus: true,
        },
      }),
    ).toBe(1);
    const context = await new ContextKeeper().context();
    await tick(now + 170_000, context);
    expect((await db().symptom.findFirstOrThrow({ where: { symptomDefinitionId: 'A02' } })).callbackId).toBeNull();
    await tick(now + 181_000, context);
    expect(
      (await db().symptom.findFirstOrThrow({ where: { symptomId: found[0]?.symptomId ?? '' } })).callbackId,
    ).not.toBeNull();
  });
});
