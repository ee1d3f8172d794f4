import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { auditedChange } from '../../../support/audit';
import { PAIRS } from '../../../support/callback-moves';
import { call, resetLimits } from '../../../support/callers';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts, FULL_MOVE } from './support/call-outs';

useFreshDatabase();
beforeAll(createDesk);
beforeEach(async () => {
  resetLimits();
  await forgetCallOuts();
});
afterAll(closePortal);

const move = (who: string, callbackId: string, from: string, status: string, rest: object = FULL_MOVE) =>
  call<CallbackDetail>(who, 'POST', 'callback/transition', { callbackId, from, status, ...rest });
const historyOf = async (callbackId: string) =>
  (await db().callbackStatus.findMany({ where: { callbackId }, orderBy: { updateTime: 'asc' } })).map(
    ({ status }) => status,
  );

describe('moving a call-out', () => {
  it.each([
    ['branchDispatcher', 200, 409],
    ['otherBranch', 511, 511],
    ['customer', 403, 403],
    ['internal', 403, 403],
  ])('%s makes exactly the moves of the table, or none', async (who, allowed, forbidden) => {
    const found: unknown[] = [];
    for (const { from, to } of PAIRS) {
      const id = await callOut(`C-${from}-${to}`, { jobStatus: from });
      resetLimits();
      const { code, message } = await move(who, id, from, to);
      found.push([from, to, code]);
      if (code === 409) expect(message).toBe('当前状态不允许该操作');
      expect((await db().callback.findUniqueOrThrow({ where: { callbackId: id } })).jobStatus).toBe(
        code === 200 ? to : from,
      );
    }
    expect(found).toEqual(PAIRS.map(({ from, to, isAllowed }) => [from, to, isAllowed ? allowed : forbidden]));
  });

  it('is refused to everybody where an ERP is master', async () => {
    await db().setting.create({ data: { key: 'callback.erpMaster', value: true } });
    for (const { from, to } of PAIRS) {
      const id = await callOut(`C-${from}-${to}`, { jobStatus: from });
      resetLimits();
      expect(await move('branchDispatcher', id, from, to)).toMatchObject({
        code: 403,
        message: '召修由ERP维护，不能在此操作',
      });
    }
    const { data } = await call<CallbackDetail>('branchDispatcher', 'GET', 'callback/C-INIT-PAGE');
    expect(data.moves).toEqual([]);
  });

  it('lets one of fifty at once win; the others hear that the state has changed, and one line of history is written', async () => {
    const id = await callOut('C-RACE');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        move('branchDispatcher', id, 'INIT', 'PAGE', { ...FULL_MOVE, technicianName: `T${index}` }),
      ),
    );
    const won = answers.filter(({ code }) => code === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ code, message }) => code === 409 && message === '状态已变更，请刷新');
    expect(lost).toHaveLength(49);
    expect(lost[0]?.data).toEqual({ jobStatus: 'PAGE' });
    expect(await historyOf(id)).toEqual(['INIT', 'PAGE']);
    expect(await db().activity.count({ where: { objectId: id } })).toBe(1);
    expect((await db().callback.findUniqueOrThrow({ where: { callbackId: id } })).technicianName).toBe(
      won[0]?.data.technicianName,
    );
  }, 60_000);

  it('answers whoever sees dates only without a time of day, whatever was written', async () => {
    const id = await callOut('C-1', { personTrapped: true });
    const { expectedReturnDate, ...rest } = FULL_MOVE;
    for (const [from, to, more] of [
      ['INIT', 'PAGE', {}],
      ['PAGE', 'DISP', {}],
      ['DISP', 'SITE', {}],
      ['SITE', 'INTR', { expectedReturnDate }],
    ] as const) {
      const { code, data } = await move('datesOnly', id, from, to, { ...rest, ...more });
      expect([to, code]).toEqual([to, 200]);
      expect(JSON.stringify(data)).toMatch(/\d{4}-\d{2}-\d{2}/);
      expect(JSON.stringify(data)).not.toMatch(/\d{1,2}:\d{2}/);
    }
  });

  it.each([
    ['INIT', 'PAGE', { technicianPhone: '' }, '请填写技术员姓名和电话'],
    ['PAGE', 'REQU', { reason: '' }, '请填写原因'],
    ['SITE', 'INTR', { expectedReturnDate: '' }, '请填写预计返回时间'],
    ['SITE', 'INTR', { expectedReturnDate: '2020-01-01 00:00:00' }, '预计返回时间必须晚于中断时间'],
    ['SITE', 'CLSO', { scsa: '' }, '请选择关闭原因'],
    ['SITE', 'CLSO', { scsb: '' }, '请选择设备问题部位'],
    ['SITE', 'CLSO', { scsb: '99' }, '内容不正确'],
    ['SITE', 'CLSO', { jobTechRemark: '' }, '请填写处理情况'],
    ['SITE', 'CLSO', { equipmentRunning: null }, '请选择设备是否恢复运行'],
    ['DISP', 'SITE', { time: '2099-01-01 00:00:00' }, '时间不能晚于现在'],
    ['DISP', 'SITE', { time: '2020-01-01 00:00:00' }, '时间不能早于上一状态'],
  ])('%s to %s without what it needs (%j) says what is missing', async (from, to, change, message) => {
    const id = await callOut('C-1', { jobStatus: from });
    expect(await move('branchDispatcher', id, from, to, { ...FULL_MOVE, ...change })).toMatchObject({
      code: 400,
      message,
    });
    expect(await historyOf(id)).toEqual([from]);
  });

  it('closes a call-out of trapped persons with the time of their release, and never cancels it before', async () => {
    await db().equipmentStatus.create({
      data: { equipmentNo: 'E-1', onlineStatus: 1, errorStatus: 0, entrapmentStatus: 1 },
    });
    const waiting = await callOut('C-WAIT', { jobStatus: 'PAGE', personTrapped: true });
    expect(await move('branchDispatcher', waiting, 'PAGE', 'CLSC')).toMatchObject({
      code: 409,
      message: '困人未解除，不能取消',
    });
    await db().callback.delete({ where: { callbackId: waiting } });
    const id = await callOut('C-TRAP', { jobStatus: 'SITE', personTrapped: true });
    expect(await move('branchDispatcher', id, 'SITE', 'CLSO')).toMatchObject({
      code: 400,
      message: '请填写解困时间',
    });
    const early = { ...FULL_MOVE, releaseDate: formatDateTime(Date.now() - 3_600_000) };
    expect(await move('branchDispatcher', id, 'SITE', 'CLSO', early)).toMatchObject({
      code: 400,
      message: '解困时间不能早于召修创建时间',
    });
    const releaseDate = formatDateTime(Date.now() - 60_000);
    expect(await move('branchDispatcher', id, 'SITE', 'CLSO', { ...FULL_MOVE, releaseDate })).toMatchObject({
      code: 200,
      data: { jobStatus: 'CLSO', releaseDate },
    });
    expect((await db().equipmentStatus.findUniqueOrThrow({ where: { equipmentNo: 'E-1' } })).entrapmentStatus).toBe(0);
    await db().equipmentStatus.deleteMany();
  });

  it('goes through all states and writes history, activity, notice, channel item and audit line', async () => {
    const id = await callOut('C-1');
    await db().symptom.create({
      data: {
        symptomId: 'S-1',
        symptomTitle: 'B01-故障停梯',
        callbackId: id,
        equipmentNo: 'E-1',
        branchCode: 'B01',
        equipmentText: '静安中心1号梯',
        category: 'B',
        symptomState: 'OPEN',
        createDate: new Date(),
      },
    });
    await db().outbox.deleteMany();
    await move('branchDispatcher', id, 'INIT', 'PAGE');
    expect(await auditedChange('moveCallback')).toMatchObject({
      jobStatus: { before: 'INIT', after: 'PAGE' },
      technicianName: { before: null, after: '李师傅' },
    });
    await move('branchDispatcher', id, 'PAGE', 'DISP');
    await move('branchDispatcher', id, 'DISP', 'SITE');
    const { arrivalDate } = await db().callback.findUniqueOrThrow({ where: { callbackId: id } });
    await move('branchDispatcher', id, 'SITE', 'INTR');
    expect(await db().symptom.findUniqueOrThrow({ where: { symptomId: 'S-1' } })).toMatchObject({
      cbstate: 'INTR',
      symptomState: 'OPEN',
    });
    const stopped = await call<CallbackDetail>('branchDispatcher', 'GET', `callback/${id}`);
    expect(stopped.data).toMatchObject({ expectedReturnDate: '2099-01-01 08:00:00', moves: ['SITE', 'DISP', 'REQU'] });
    expect(stopped.data.sla.find(({ clock }) => clock === 'restore')?.state).toBe('paused');
    await move('branchDispatcher', id, 'INTR', 'SITE');
    const { data } = await move('branchDispatcher', id, 'SITE', 'CLSO');
    expect(data).toMatchObject({
      jobStatus: 'CLSO',
      scsa: '1',
      scsaText: '设备问题',
      scsb: '1',
      scsbText: '门系统',
      jobTechRemark: '更换门锁',
      equipmentRunning: true,
      moves: [],
      expectedReturnDate: null,
    });
    // Coming back after a pause is no second arrival.
    expect(await db().callback.findUniqueOrThrow({ where: { callbackId: id } })).toMatchObject({ arrivalDate });
    expect(data.statusHistory.map(({ status }) => status)).toEqual([
      'INIT',
      'PAGE',
      'DISP',
      'SITE',
      'INTR',
      'SITE',
      'CLSO',
    ]);
    expect(await db().activity.findMany({ where: { objectId: id }, orderBy: { notificationDate: 'asc' } })).toEqual(
      [
        '召修已通知技术员',
        '召修技术员已出发',
        '召修技术员已到场',
        '召修维修中断',
        '召修技术员已到场',
        '召修已完成',
      ].map((title) => expect.objectContaining({ title, subType: 'callback', equipmentNo: 'E-1' })),
    );
    expect(await db().notification.count({ where: { objectId: id, notificationType: 'callback' } })).toBe(6);
    // What became of the technician's message is news besides.
    expect(await db().outbox.count({ where: { topic: 'callback', key: id } })).toBeGreaterThanOrEqual(6);
    expect(await db().symptom.findUniqueOrThrow({ where: { symptomId: 'S-1' } })).toMatchObject({
      cbstate: 'CLSO',
      symptomState: 'CLOSED',
      closedDate: expect.any(Date) as Date,
    });
  });

  it('[CALL-012] keeps each state with its time, which never runs backwards', async () => {
    const id = await callOut('C-1');
    const departed = formatDateTime(Date.now() - 300_000);
    await move('branchDispatcher', id, 'INIT', 'PAGE', { ...FULL_MOVE, time: formatDateTime(Date.now() - 400_000) });
    await move('branchDispatcher', id, 'PAGE', 'DISP', { time: departed });
    // The arrival in the same second stands behind it.
    expect((await move('branchDispatcher', id, 'DISP', 'SITE', { time: departed })).code).toBe(200);
    const { data } = await call<{ status: string; updateTime: string }[]>(
      'branchDispatcher',
      'GET',
      `callbackStatus/${id}`,
    );
    expect(data.map(({ status }) => status)).toEqual(['INIT', 'PAGE', 'DISP', 'SITE']);
    expect(data.slice(2).map(({ updateTime }) => updateTime)).toEqual([departed, departed]);
  });

  it('gives the symptoms of a cancelled call-out back to the desk', async () => {
    const id = await callOut('C-1');
    await db().symptom.create({
      data: {
        symptomId: 'S-1',
        symptomTitle: 'B01-故障停梯',
        callbackId: id,
        equipmentNo: 'E-1',
        branchCode: 'B01',
        equipmentText: 'x',
        category: 'B',
        symptomState: 'OPEN',
        createDate: new Date(),
      },
    });
    await move('branchDispatcher', id, 'INIT', 'CLSC');
    expect(await db().symptom.findUniqueOrThrow({ where: { symptomId: 'S-1' } })).toMatchObject({
      cbstate: 'CLSC',
      symptomState: 'NOT_PROCESSED',
    });
  });
});
