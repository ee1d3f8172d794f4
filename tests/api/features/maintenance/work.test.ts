import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { formatDate, formatDateTime } from '@/lib/platform/i18n/format';
import { jobOnPaper } from '@/lib/features/maintenance/internal/job-on-paper';
import { ABNORMAL, ITEM_RESULTS } from '@/lib/features/maintenance/value-sets';
import type { MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { createPersona, createPersonas, persona } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

type Name = 'platformAdmin' | 'branchManager' | 'maintenanceSigner' | 'customerElite' | 'guestSigner' | 'datesOnly';
const DAY = 86_400_000;
const NOW = Date.now();
const dayOf = (days: number) => formatDate(NOW + days * DAY);
const PHONE = '13912345678';
const STROKES = [
  [
    [100, 300, 0],
    [400, 100, 120],
    [700, 350, 260],
  ],
  [
    [200, 400, 900],
    [800, 420, 1200],
  ],
];

const job = (jobNo: string, equipmentNo: string, days: number, rest: object = {}) => ({
  jobNo,
  equipmentNo,
  branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
  jobStatus: 'PLAN',
  maintenanceType: 'YAE_ELE_BI',
  planDate: new Date(dayOf(days)),
  ...rest,
});

beforeAll(async () => {
  await createPersonas();
  const signer = persona('maintenanceSigner');
  // Sees a unit elsewhere; a report of E-1 was sent to their own phone.
  await createPersona({ ...signer, username: 'guestSigner', projects: ['P-3'], branchCode: 'B02' }, 'x');
  await createPersona(
    {
      ...persona('branchManager'),
      username: 'datesOnly',
      authorities: ['MAINTENANCE_READ', 'DISABLE_MAINTENANCE_HH_MM_SS'],
    },
    'x',
  );
  await db().user.update({ where: { username: 'guestSigner' }, data: { phone: PHONE } });
  await db().user.update({ where: { username: 'maintenanceSigner' }, data: { phone: '13900001111' } });
});
beforeEach(async () => {
  resetLimits();
  await db().maintenanceSignature.deleteMany();
  await db().reportReceiver.deleteMany();
  await db().maintenanceReport.deleteMany();
  await db().maintenanceJob.deleteMany();
  await db().maintenanceItemTemplate.deleteMany();
  await db().setting.deleteMany({ where: { key: { endsWith: 'erpMaster' } } });
  await db().maintenanceItemTemplate.createMany({
    data: [1, 2, 3].map((no) => ({
      maintenanceType: 'YAE_ELE_BI',
      displayType: 'EV' as const,
      no,
      item: `item ${no}`,
      requirement: `rule ${no}`,
    })),
  });
  await db().maintenanceJob.createMany({
    data: [
      job('M-LAST', 'E-1', -13, {
        jobStatus: 'CONFIRM',
        doneDate: new Date(NOW - 13 * DAY),
        actualTechnician1Name: 'A',
        actualTechnician2Name: 'B',
        planTechnician1Name: 'P',
      }),
      job('M-1', 'E-1', 0),
      job('M-NEXT', 'E-1', 14),
      job('M-3', 'E-3', 0),
    ],
  });
});
afterAll(closePortal);

const post = (name: Name, path: string, body: object) =>
  call<MaintenanceDetail>(name, 'POST', `maintenance/${path}`, body);
const detail = (name: Name, jobNo = 'M-1') => call<MaintenanceDetail>(name, 'GET', `maintenance/${jobNo}`);
const lock = (name: Name = 'branchManager') => post(name, 'lock', { jobNo: 'M-1', lock: true });
const filled = [
  { no: 1, result: ITEM_RESULTS[0] },
  { no: 2, result: ITEM_RESULTS[2], remark: 'new roller' },
  { no: 3, result: ITEM_RESULTS[3] },
];
const complete = (items?: object[], rest: object = {}) =>
  post('branchManager', 'complete', {
    jobNo: 'M-1',
    doneDate: formatDateTime(Date.now()),
    actualTechnician1Name: 'Zhang',
    actualTechnician2Name: 'Li',
    ...(items ? { items } : {}),
    ...rest,
  });
const finish = async () => {
  await lock();
  expect((await complete(filled)).code).toBe(200);
};
const sign = (name: Name, rest: object = {}) =>
  post(name, 'sign', { jobNo: 'M-1', name: 'Wang', strokes: STROKES, ...rest });

describe('the life of a job', () => {
  it('[MAINT-015] goes from PLAN over LOCK and DONE to CONFIRM, and an item without result is refused', async () => {
    expect((await detail('branchManager')).data).toMatchObject({
      jobStatus: 'PLAN',
      items: [],
      moves: ['assign', 'reschedule', 'lock'],
    });
    expect((await complete(filled)).code).toBe(409);
    const locked = await lock();
    expect(locked.data).toMatchObject({ jobStatus: 'LOCK', moves: ['assign', 'unlock', 'items', 'complete'] });
    expect(locked.data.items.map(({ no, item, result }) => [no, item, result])).toEqual([
      [1, 'item 1', null],
      [2, 'item 2', null],
      [3, 'item 3', null],
    ]);
    expect((await lock()).code).toBe(409);

    const part = await complete(filled.slice(0, 2));
    expect(part).toMatchObject({ code: 400, message: '第3项未填写结果' });
    expect((await detail('branchManager')).data).toMatchObject({ jobStatus: 'LOCK' });
    // What was refused as a whole has written nothing.
    expect((await detail('branchManager')).data.items.map(({ result }) => result)).toEqual([null, null, null]);
    expect(await complete([...filled.slice(0, 2), { no: 3, result: ABNORMAL }])).toMatchObject({ code: 400 });

    expect((await complete(filled)).data).toMatchObject({
      jobStatus: 'DONE',
      actualTechnician1Name: 'Zhang',
      reportStatus: '3',
    });
    expect((await post('branchManager', 'lock', { jobNo: 'M-1', lock: false, reason: 'x' })).code).toBe(409);
    expect((await sign('maintenanceSigner')).data).toMatchObject({
      jobStatus: 'CONFIRM',
      customerName: 'Wang',
      reportStatus: '2',
      strokes: STROKES,
      moves: [],
    });
    expect((await sign('maintenanceSigner')).code).toBe(409);
    const { steps } = (await detail('branchManager')).data;
    expect(steps.map(({ step, operator }) => [step, operator])).toEqual([
      ['LOCK', 'branchManager'],
      ['DONE', 'branchManager'],
      ['CONFIRM', 'maintenanceSigner'],
    ]);
    // A customer does not read the accounts of those in charge.
    expect((await detail('maintenanceSigner')).data.steps.map(({ operator }) => operator)).toEqual([null, null, null]);
  });

  it('keeps for the paper what was signed: strokes, name, account, phone, moment', async () => {
    await finish();
    await sign('maintenanceSigner');
    const paper = await jobOnPaper('M-1');
    expect(paper).toMatchObject({
      jobStatus: 'CONFIRM',
      signature: { signerName: 'Wang', username: 'maintenanceSigner', phone: '13900001111', strokes: STROKES },
      report: { status: '2' },
      items: [
        { result: ITEM_RESULTS[0] },
        { result: ITEM_RESULTS[2], remark: 'new roller' },
        { result: ITEM_RESULTS[3] },
      ],
    });
    expect(paper?.signature?.signDate).toEqual(paper?.signDate);
    const report = await db().maintenanceReport.findUniqueOrThrow({
      where: { jobNo: 'M-1' },
      include: { receivers: true },
    });
    expect(report).toMatchObject({ mntType: 'YAE_ELE_BI', mntDate: new Date(formatDate(Date.now())) });
    expect(report.receivers.map(({ phone }) => phone)).toEqual(['13900001111']);
  });

  it('leaves a document that is made as it is', async () => {
    await finish();
    await db().maintenanceReport.update({ where: { jobNo: 'M-1' }, data: { status: '1' } });
    expect((await sign('maintenanceSigner')).data).toMatchObject({ jobStatus: 'CONFIRM', reportStatus: '1' });
  });

  it('is signed by who sees the unit or has it on their own phone; a foreign phone is 511', async () => {
    await finish();
    expect((await sign('guestSigner')).code).toBe(511);
    expect((await detail('guestSigner')).code).toBe(511);
    await db().reportReceiver.create({ data: { jobNo: 'M-1', phone: PHONE } });
    expect((await detail('guestSigner')).data).toMatchObject({ jobStatus: 'DONE', moves: ['sign'] });
    expect((await sign('guestSigner')).data).toMatchObject({ jobStatus: 'CONFIRM' });
  });

  it('tells nobody of the jobs beside it who may not open them', async () => {
    await finish();
    await db().reportReceiver.create({ data: { jobNo: 'M-1', phone: PHONE } });
    expect((await detail('guestSigner')).data).toMatchObject({
      jobNo: 'M-1',
      previousJobNo: null,
      nextJobNo: null,
    });
  });

  it('a signature needs a name and more than a dot, and signing an authority', async () => {
    await finish();
    expect(await sign('maintenanceSigner', { name: ' ' })).toMatchObject({ code: 400, message: '请输入签字人姓名' });
    expect((await sign('maintenanceSigner', { strokes: [[[1, 1, 0]]] })).code).toBe(400);
    expect((await sign('maintenanceSigner', { strokes: [] })).code).toBe(400);
    expect((await sign('maintenanceSigner', { strokes: [[[1001, 1, 0]]] })).code).toBe(400);
    expect((await sign('customerElite')).code).toBe(403);
    expect((await detail('branchManager')).data.jobStatus).toBe('DONE');
  });

  it('is worked on by those in charge only, in scope, and by nobody where an ERP does it', async () => {
    expect((await lock('maintenanceSigner')).code).toBe(403);
    expect((await post('branchManager', 'lock', { jobNo: 'M-3', lock: true })).code).toBe(511);
    expect((await post('branchManager', 'lock', { jobNo: 'M-0', lock: true })).code).toBe(404);
    await db().setting.create({ data: { key: 'maintenance.erpMaster', value: true } });
    expect(await lock()).toMatchObject({ code: 403, message: '维保任务由ERP维护，不能在此操作' });
    expect((await detail('branchManager')).data.moves).toEqual([]);
  });

  it('[MAINT-018] without MAINTENANCE_WRITE a page offers no move of those in charge, and the server takes none', async () => {
    const moves = async (name: Name) => (await detail(name)).data.moves;
    expect(await moves('branchManager')).toEqual(['assign', 'reschedule', 'lock']);
    expect(await moves('datesOnly')).toEqual([]);
    // A customer's write authority is to look on; what is the customer's is the signature.
    expect(await moves('maintenanceSigner')).toEqual([]);
    const item = { no: 1, result: ITEM_RESULTS[0] };
    const technician = { planTechnician1Name: 'x', planTechnician1Phone: '1' };
    const refused = [
      ['lock', { lock: true }],
      ['assign', technician],
      ['reschedule', { planDate: dayOf(1), reason: 'x' }],
      ['items', { items: [item] }],
      ['complete', { doneDate: formatDateTime(NOW), actualTechnician1Name: 'x' }],
      ['sign', { name: 'x', strokes: STROKES }],
    ] as const;
    for (const [path, body] of refused)
      expect([path, (await post('datesOnly', path, { jobNo: 'M-1', ...body })).code]).toEqual([path, 403]);
    await finish();
    expect(await moves('datesOnly')).toEqual([]);
    expect(await moves('maintenanceSigner')).toEqual(['sign']);
  });

  it('keeps results while the work goes on, and gives a job back with a reason', async () => {
    await lock();
    const saved = await post('branchManager', 'items', { jobNo: 'M-1', items: filled.slice(0, 1) });
    expect(saved.data.items.map(({ result }) => result)).toEqual([ITEM_RESULTS[0], null, null]);
    expect(
      (await post('branchManager', 'items', { jobNo: 'M-1', items: [{ no: 9, result: ITEM_RESULTS[0] }] })).code,
    ).toBe(400);
    expect(
      (await post('branchManager', 'items', { jobNo: 'M-1', items: [], parts: [{ name: 'roller', quantity: 2 }] })).data
        .parts,
    ).toEqual([{ name: 'roller', quantity: 2 }]);
    expect((await post('branchManager', 'lock', { jobNo: 'M-1', lock: false })).code).toBe(400);
    const back = await post('branchManager', 'lock', { jobNo: 'M-1', lock: false, reason: 'rain' });
    expect(back.data).toMatchObject({ jobStatus: 'PLAN', departureDate: null });
    // What was found already stays.
    expect((await lock()).data.items[0]).toMatchObject({ result: ITEM_RESULTS[0] });
  });

  it('of many who begin at once one wins', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => lock().then(({ code }) => code)));
    expect(codes.sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe('the plan', () => {
  it('moves a half-month job beyond 15 days after the last only when that is confirmed', async () => {
    const move = (days: number, rest: object = {}) =>
      post('branchManager', 'reschedule', { jobNo: 'M-1', planDate: dayOf(days), reason: 'holiday', ...rest });
    expect((await move(2)).data).toMatchObject({ planDate: dayOf(2), daysSinceLast: 15, overdueDays: null });
    expect(await move(5)).toMatchObject({ code: 409, data: { confirm: true, overdueDays: 3 } });
    expect((await move(5, { confirm: true })).data).toMatchObject({ planDate: dayOf(5), overdueDays: 3 });
    expect((await move(-1)).code).toBe(400);
    expect((await post('branchManager', 'reschedule', { jobNo: 'M-1', planDate: dayOf(1), reason: '' })).code).toBe(
      400,
    );
    const { steps } = (await detail('branchManager')).data;
    expect(steps.map(({ reason }) => reason)).toEqual([
      `${dayOf(0)} → ${dayOf(2)}: holiday`,
      `${dayOf(2)} → ${dayOf(5)}: holiday`,
    ]);
    await lock();
    expect((await move(3)).code).toBe(409);
  });

  it('assigns one or two technicians, who are offered the next time', async () => {
    const assigned = await post('branchManager', 'assign', {
      jobNo: 'M-1',
      planTechnician1Name: 'Zhang',
      planTechnician1Phone: '13800000001',
      planTechnician2Name: 'Li',
    });
    expect(assigned.data).toMatchObject({ planTechnician1Name: 'Zhang', planTechnician2Name: 'Li' });
    const offered = await callSms<{ technicianName: string; onUnit: boolean }[]>('POST', 'maintenance/technicians', {
      body: { jobNo: 'M-1', key: 'zh' },
      headers: await headersOf('branchManager'),
    });
    expect(offered.data.map(({ technicianName }) => technicianName)).toEqual(['Zhang']);
    await finish();
    expect(
      (await post('branchManager', 'assign', { jobNo: 'M-1', planTechnician1Name: 'x', planTechnician1Phone: '1' }))
        .code,
    ).toBe(409);
  });

  it('[API-080] one job knows its neighbours, its unit and the days since the last', async () => {
    expect((await detail('branchManager')).data).toMatchObject({
      jobNo: 'M-1',
      equipmentNo: 'E-1',
      previousJobNo: 'M-LAST',
      nextJobNo: 'M-NEXT',
      lastDay: dayOf(-13),
      daysSinceLast: 13,
      overdueDays: null,
    });
    expect((await detail('branchManager', 'M-3')).code).toBe(511);
    expect((await detail('branchManager', 'M-0')).code).toBe(404);
    await finish();
    expect((await detail('datesOnly')).data.doneDate).toBe(formatDate(Date.now()));
  });
});
