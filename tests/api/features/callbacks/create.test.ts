import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import type { TechnicianChoice } from '@/lib/features/callbacks/technician-contract';
import { auditedChange } from '../../../support/audit';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts, FULL_MOVE } from './support/call-outs';

useFreshDatabase();
beforeAll(createDesk);
beforeEach(async () => {
  resetLimits();
  await forgetCallOuts();
});
afterAll(closePortal);

type Made = { callbackId: string; joined: boolean };
const create = (who: string, rest: object = {}) =>
  call<Made>(who, 'PUT', 'callback', { equipmentNo: 'E-1', jobDescription: '电梯不动', ...rest });
const stored = (callbackId: string) => db().callback.findUniqueOrThrow({ where: { callbackId } });
const symptom = (symptomId: string, rest: object = {}) =>
  db().symptom.create({
    data: {
      symptomId,
      symptomTitle: 'B01-故障停梯',
      symptomDefinitionId: 'B01',
      equipmentNo: 'E-1',
      branchCode: 'B01',
      equipmentText: 'x',
      category: 'B',
      symptomState: 'INIT',
      createDate: new Date(),
      ...rest,
    },
  });

describe('a new call-out', () => {
  it('takes what waits on the unit in A and B to OPEN, and nothing else', async () => {
    const due = new Date(Date.now() + 60_000);
    await symptom('W-A', { category: 'A', symptomState: 'NOT_PROCESSED' });
    await symptom('W-B', { category: 'B', dueDate: due });
    await symptom('W-C', { category: 'C', dueDate: due });
    await symptom('W-GONE', { category: 'B', symptomState: 'INACTIVE' });
    const { data } = await create('branchDispatcher');
    const rows = await db().symptom.findMany({
      where: { symptomId: { startsWith: 'W-' } },
      orderBy: { symptomId: 'asc' },
    });
    expect(rows.map((row) => [row.symptomId, row.symptomState, row.callbackId, row.cbstate, row.dueDate])).toEqual([
      ['W-A', 'OPEN', data.callbackId, 'INIT', null],
      ['W-B', 'OPEN', data.callbackId, 'INIT', null],
      ['W-C', 'INIT', null, null, due],
      ['W-GONE', 'INACTIVE', null, null, null],
    ]);
  });

  it('is a customer call that begins as a notice, with what it leaves behind', async () => {
    const { code, data } = await create('branchDispatcher', { callerName: '王女士', callerPhone: '13800000001' });
    expect(code).toBe(200);
    expect(data).toEqual({ callbackId: expect.stringMatching(/^C\d{19}$/) as string, joined: false });
    expect(await auditedChange('createCallback')).toMatchObject({ jobStatus: { before: null, after: 'INIT' } });
    const detail = (await call<CallbackDetail>('branchDispatcher', 'GET', `callback/${data.callbackId}`)).data;
    expect(detail).toMatchObject({
      callbackType: 'Customer call',
      jobStatus: 'INIT',
      callerName: '王女士',
      callerPhone: '13800000001',
      personStatus: 'normal',
      previousCallbackId: null,
      statusHistory: [{ status: 'INIT' }],
    });
    expect(detail.sla.map(({ clock, state, limitSec }) => [clock, state, limitSec])).toEqual([
      ['response', 'running', 600],
      ['arrival', 'running', 3600],
      ['restore', 'running', 28_800],
    ]);
    expect(await db().activity.findMany()).toMatchObject([{ title: '召修已建', objectId: data.callbackId }]);
    expect(await db().outbox.count({ where: { topic: 'callback', key: data.callbackId } })).toBe(1);
  });

  it('is told to each reader in their own language, and what a person wrote as it was written', async () => {
    await create('branchDispatcher');
    await create('branchDispatcher', { personTrapped: true, jobDescription: '故障停梯' });
    const told = async (language: string) => {
      const headers = { ...(await headersOf('platformAdmin')), 'accept-language': language };
      const body = { equipmentNo: 'E-1', pageIndex: 1, pageSize: 10 };
      const { data } = await callSms<{ records: { title: string; message: string }[] }>(
        'POST',
        'equipmentActivity/query',
        { body, headers },
      );
      return data.records.map(({ title, message }) => `${title} | ${message.replace(/C\d+/, 'C')}`);
    };
    const { equipmentName } = await db().equipment.findUniqueOrThrow({ where: { equipmentNo: 'E-1' } });
    expect(await told('en')).toEqual([
      `News of a call-out | ${equipmentName} (E-1): News of a call-out, no. C: somebody is trapped, Fault stop`,
      `Call-out opened | ${equipmentName} (E-1): Call-out opened, no. C: 电梯不动`,
    ]);
    expect(await told('zh-CN')).toEqual([
      `召修有新情况 | ${equipmentName}（E-1）召修有新情况，单号C：有人被困，故障停梯`,
      `召修已建 | ${equipmentName}（E-1）召修已建，单号C：电梯不动`,
    ]);
  });

  it('is not opened beside an open one; who asks gets its number, and of many at once one is made', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('branchDispatcher')));
    const made = answers.filter(({ code }) => code === 200);
    expect(made).toHaveLength(1);
    const refused = answers.filter(({ code }) => code === 409);
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({
      message: '该设备存在未完成的召修',
      data: { callbackId: made[0]?.data.callbackId },
    });
    expect(await db().callback.count()).toBe(1);
  });

  it('joins the open one when somebody is trapped or injured, and starts the clock of trapped persons', async () => {
    const id = await callOut('C-OPEN', { jobStatus: 'DISP' });
    await db().outbox.deleteMany();
    expect((await create('customer', { personTrapped: true, trappedCount: 2 })).data).toEqual({
      callbackId: id,
      joined: true,
    });
    expect((await create('branchDispatcher', { personInjured: true })).data.joined).toBe(true);
    expect(await stored(id)).toMatchObject({
      personTrapped: true,
      personInjured: true,
      trappedCount: 2,
      jobStatus: 'DISP',
    });
    const { sla } = (await call<CallbackDetail>('branchDispatcher', 'GET', `callback/${id}`)).data;
    expect(sla.map(({ clock }) => clock)).toContain('release');
    expect(await db().callback.count()).toBe(1);
    expect(await db().activity.count({ where: { objectId: id } })).toBe(2);
    // Told with the call-out and with each change of its row (readings 264).
    expect(await db().outbox.count({ where: { topic: 'callback', key: id } })).toBeGreaterThanOrEqual(2);
  });

  it('names the last closed one of the unit: a comeback', async () => {
    await callOut('C-OLD', { jobStatus: 'CLSO', createDate: new Date(Date.now() - 9 * 86_400_000) });
    await callOut('C-LAST', { jobStatus: 'CLSO', createDate: new Date(Date.now() - 2 * 86_400_000) });
    await callOut('C-GONE', { jobStatus: 'CLSC', createDate: new Date(Date.now() - 86_400_000) });
    const { data } = await create('branchDispatcher');
    expect((await stored(data.callbackId)).previousCallbackId).toBe('C-LAST');
  });

  it('from a symptom takes the symptom along, and trapped persons with it', async () => {
    await symptom('S-A', { symptomDefinitionId: 'A01', symptomTitle: 'A01-困人', category: 'A' });
    const { data } = await create('branchDispatcher', { symptomId: 'S-A' });
    expect(await stored(data.callbackId)).toMatchObject({
      callbackType: 'Telemonitoring Manual',
      personTrapped: true,
    });
    expect(await db().symptom.findUniqueOrThrow({ where: { symptomId: 'S-A' } })).toMatchObject({
      callbackId: data.callbackId,
      cbstate: 'INIT',
      symptomState: 'OPEN',
    });
    await symptom('S-2', { equipmentNo: 'E-2' });
    await symptom('S-3', { equipmentNo: 'E-3', branchCode: 'B02' });
    await symptom('S-C', { symptomState: 'CLOSED' });
    expect((await create('branchDispatcher', { symptomId: 'S-2' })).code).toBe(400);
    expect((await create('branchDispatcher', { symptomId: 'S-C' })).code).toBe(400);
    expect((await create('branchDispatcher', { symptomId: 'S-3' })).code).toBe(511);
    expect((await create('branchDispatcher', { symptomId: 'S-0' })).code).toBe(404);
    expect((await create('customer', { symptomId: 'S-A' })).code).toBe(403);
  });

  it('from a fault episode is named by it, and of trapped persons while somebody is', async () => {
    const episode = (errorId: string, rest: object = {}) =>
      db().errorInspection.create({
        data: {
          errorId,
          equipmentNo: 'E-1',
          branchCode: 'B01',
          gbCode: '02',
          text: '关门故障',
          startDate: new Date(Date.now() - 60_000),
          ...rest,
        },
      });
    await episode('ER-1', { trapped: true });
    const { code, data } = await create('branchManager', { errorId: 'ER-1' });
    expect(code).toBe(200);
    expect(await stored(data.callbackId)).toMatchObject({
      callbackType: 'Telemonitoring Manual',
      personTrapped: true,
    });
    expect(await db().errorInspection.findUniqueOrThrow({ where: { errorId: 'ER-1' } })).toMatchObject({
      callbackId: data.callbackId,
      result: 'PENDING',
    });
    // Somebody was sent for it already.
    await db().callback.updateMany({ data: { jobStatus: 'CLSO' } });
    expect((await create('branchManager', { errorId: 'ER-1' })).code).toBe(400);
    await episode('ER-FREE', { trapped: true, recoverDate: new Date() });
    const free = (await create('branchManager', { errorId: 'ER-FREE' })).data;
    expect(await stored(free.callbackId)).toMatchObject({ personTrapped: false });
    await episode('ER-2', { equipmentNo: 'E-2' });
    await episode('ER-3', { equipmentNo: 'E-3', branchCode: 'B02' });
    await episode('ER-4');
    expect((await create('branchManager', { errorId: 'ER-2' })).code).toBe(400);
    expect((await create('branchManager', { errorId: 'ER-3' })).code).toBe(511);
    expect((await create('branchManager', { errorId: 'ER-0' })).code).toBe(404);
    for (const nobody of ['branchDispatcher', 'customer'])
      expect((await create(nobody, { errorId: 'ER-4' })).code).toBe(403);
    await db().errorInspection.deleteMany();
  });

  it.each([
    [{ jobDescription: '' }, 400],
    [{ jobDescription: 'x'.repeat(201) }, 400],
    [{ callerPhone: '123' }, 400],
    [{ trappedCount: 51 }, 400],
    [{ equipmentNo: 'E-3' }, 511],
    [{ equipmentNo: 'E-0' }, 404],
  ])('with %j is refused', async (rest, code) => {
    expect((await create('branchDispatcher', rest)).code).toBe(code);
  });

  it('is opened by a customer for their own unit, by nobody without the right, and by nobody where an ERP is master', async () => {
    const { data } = await create('customer');
    expect((await stored(data.callbackId)).callbackType).toBe('Customer call');
    expect((await create('customer', { equipmentNo: 'E-2' })).code).toBe(511);
    expect((await create('customerLite')).code).toBe(403);
    await forgetCallOuts();
    await db().setting.create({ data: { key: 'callback.erpMaster', value: true } });
    expect(await create('branchDispatcher')).toMatchObject({ code: 403, message: '召修由ERP维护，不能在此操作' });
  });

  it('measures by the limits that the installation has set', async () => {
    await db().setting.create({ data: { key: 'callback.sla', value: { other: { response: 300 } } } });
    const { data } = await create('branchDispatcher');
    const { sla } = (await call<CallbackDetail>('branchDispatcher', 'GET', `callback/${data.callbackId}`)).data;
    expect(sla.map(({ limitSec, breachSec }) => [limitSec, breachSec])).toEqual([
      [300, 300],
      [3600, 7200],
      [28_800, 28_800],
    ]);
  });
});

describe('the technicians to choose from', () => {
  const find = (key?: string) =>
    call<TechnicianChoice[]>('branchDispatcher', 'POST', 'callback/technicians', { callbackId: 'C-NEW', key });
  const namesOf = async (key?: string) => (await find(key)).data.map(({ technicianName }) => technicianName);
  const crew = (technicianName: string, technicianPhone: string) => ({ technicianName, technicianPhone });

  it('are those of the branch, the last used first, and the last one of the unit is marked', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await callOut('C-NEW');
    await callOut('C-A', { ...crew('阿一', '13900000001'), jobStatus: 'CLSO', createDate: days(20) });
    await callOut('C-B', {
      ...crew('阿二', '13900000002'),
      equipmentNo: 'E-2',
      jobStatus: 'CLSO',
      createDate: days(3),
    });
    await callOut('C-C', { ...crew('阿三', '13900000003'), jobStatus: 'CLSO', createDate: days(190) });
    await callOut('C-D', {
      ...crew('阿四', '13900000004'),
      equipmentNo: 'E-3',
      branchCode: 'B02',
      jobStatus: 'CLSO',
      createDate: days(1),
    });
    await db().maintenanceJob.create({
      data: {
        jobNo: 'J-1',
        equipmentNo: 'E-2',
        branchCode: 'B01',
        jobStatus: 'DONE',
        maintenanceType: 'YAE_M_1',
        planDate: new Date(`${formatDate(days(5))}T00:00:00Z`),
        doneDate: days(5),
        planTechnician1Name: '阿五',
        planTechnician1Phone: '13900000005',
        actualTechnician2Name: '阿六',
        actualTechnician2Phone: '13900000006',
      },
    });
    expect(await namesOf()).toEqual(['阿二', '阿五', '阿六', '阿一']);
    expect((await find()).data.filter(({ onUnit }) => onUnit)).toMatchObject([{ technicianName: '阿一' }]);
    expect(await namesOf('0002')).toEqual(['阿二']);
    expect(await namesOf('%')).toEqual([]);
    expect((await call('otherBranch', 'POST', 'callback/technicians', { callbackId: 'C-NEW' })).code).toBe(511);
    expect((await call('customer', 'POST', 'callback/technicians', { callbackId: 'C-NEW' })).code).toBe(403);
  });

  it('are those first who hold no call-out, each with the number that the branch has sent them to', async () => {
    await callOut('C-NEW');
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const rested = crew('闲', '13900000001');
    const busy = crew('忙', '13900000002');
    await callOut('C-OLD', { ...rested, jobStatus: 'CLSO', createDate: days(9) });
    await callOut('C-OVER', { ...busy, jobStatus: 'CLSC', createDate: days(1) });
    await callOut('C-BACK', { ...busy, jobStatus: 'REQU' });
    for (const jobStatus of ['PAGE', 'DISP', 'SITE', 'INTR'])
      await callOut(`C-${jobStatus}`, { ...busy, jobStatus, equipmentNo: 'E-2' });
    // Another branch has sent the same phone: that is not this branch's to know.
    await callOut('C-AWAY', { ...rested, jobStatus: 'SITE', equipmentNo: 'E-3', branchCode: 'B02' });
    expect((await find()).data.map(({ technicianName, openJobs }) => [technicianName, openJobs])).toEqual([
      ['闲', 0],
      ['忙', 4],
    ]);
    // A unit that is gone takes its call-outs along.
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { deletedAt: new Date() } });
    expect((await find('忙')).data).toMatchObject([{ openJobs: 0 }]);
    await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { deletedAt: null } });
  });

  it('are also those once entered, whom no call-out names any more', async () => {
    await callOut('C-NEW');
    const move = (from: string, status: string, rest: object = {}) =>
      call('branchDispatcher', 'POST', 'callback/transition', {
        ...FULL_MOVE,
        callbackId: 'C-NEW',
        from,
        status,
        ...rest,
      });
    await move('INIT', 'PAGE', crew('阿七', '13900000007'));
    await move('PAGE', 'REQU');
    await move('REQU', 'PAGE', crew('阿八', '13900000008'));
    expect(await namesOf()).toEqual(['阿七', '阿八']);
  });
});

describe('the dictionaries', () => {
  it('[API-053] are read by one call, in their order', async () => {
    expect((await call('customerLite', 'GET', 'option/scsb')).data).toEqual([
      { value: '1', label: '门系统', labelEn: 'Door system' },
      { value: '2', label: '曳引驱动', labelEn: 'Drive' },
    ]);
    expect((await call('customerLite', 'GET', 'option/secrets')).code).toBe(400);
  });
});
