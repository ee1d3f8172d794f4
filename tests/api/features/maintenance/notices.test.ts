import { askForSignatures, settleSignature, notifyPlans } from '@/lib/features/maintenance/internal/notices';
import { noticeTexts } from '@/lib/features/notifications/internal/words';
import { db } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { signIn } from '../../live/realtime/support/rtc';
import { createBox } from '../../live/telemetry/world';

/** Notices of maintenance jobs: tomorrow, overdue, to sign (silent-screens F4, readings 195, 196). */

useFreshDatabase();

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-04T09:00:00+08:00');
const day = (ahead: number) => new Date(Date.UTC(2026, 2, 4) + ahead * DAY_MS);
const rows = () => db().notification.findMany({ orderBy: [{ username: 'asc' }, { notificationId: 'asc' }] });
const told = async () => (await rows()).map(({ username, title, message }) => `${username ?? '*'} ${title} ${message}`);
const job = (jobNo: string, ahead: number, rest: object = {}) => ({
  jobNo,
  equipmentNo: 'U1',
  branchCode: 'B1',
  jobStatus: 'PLAN',
  maintenanceType: 'YAE_ELE_BI',
  planDate: day(ahead),
  ...rest,
});

beforeAll(async () => {
  for (const no of ['1', '2']) await createBox(`C${no}`, `U${no}`);
  await db().equipment.updateMany({ data: { equipmentName: '客梯' } });
  await db().project.create({
    data: { projectId: 'P1', branchCode: 'B1', projectName: 'P1', equipment: { create: [{ equipmentNo: 'U1' }] } },
  });
  await signIn('customer', ['E_SIGN_READ', 'E_SIGN_WRITE'], { projects: ['P1'] });
  await signIn('reader', ['E_SIGN_READ'], { projects: ['P1'] });
  await signIn('guest', ['E_SIGN_READ', 'E_SIGN_WRITE'], { projects: [] });
  await db().user.update({ where: { username: 'guest' }, data: { phone: '13912345678' } });
}, 60_000);
beforeEach(async () => {
  await db().notificationRead.deleteMany();
  await db().notification.deleteMany();
  await db().reportReceiver.deleteMany();
  await db().maintenanceReport.deleteMany();
  await db().maintenanceJob.deleteMany();
  await db().equipment.updateMany({ data: { serviceStopped: false } });
});

it('what is planned for tomorrow is told once, and again for another day', async () => {
  await db().maintenanceJob.createMany({
    data: [
      job('J1', 1, { planTechnician1Name: '王工', planTechnician2Name: '李工' }),
      job('J2', 2),
      job('J3', 1, { jobStatus: 'DONE' }),
    ],
  });
  expect([await notifyPlans(NOW), await notifyPlans(NOW), await notifyPlans(NOW + 3_600_000)]).toEqual([1, 0, 0]);
  expect(await told()).toEqual(['* 明日维保 客梯（U1）计划于2026-03-05进行半月保，技术员王工、李工']);
  await db().maintenanceJob.update({ where: { jobNo: 'J1' }, data: { planDate: day(2) } });
  expect(await notifyPlans(NOW + DAY_MS)).toBe(2);
  const [first] = await rows();
  expect(first && (await noticeTexts('en'))(first)).toEqual({
    title: 'Maintenance tomorrow',
    message: '客梯 (U1): half-month maintenance is planned for 2026-03-05 with 王工、李工',
  });
});

it('an overdue job is notified on the first day after its date and after each week, for four weeks', async () => {
  await db().maintenanceJob.create({ data: job('J1', 0) });
  const days: number[] = [];
  for (let ahead = 0; ahead <= 60; ahead += 1)
    if ((await notifyPlans(NOW + ahead * DAY_MS)) + (await notifyPlans(NOW + ahead * DAY_MS + 60_000)) > 0)
      days.push(ahead);
  expect(days).toEqual([1, 8, 15, 22]);
  expect((await told())[0]).toBe('* 维保已超期 客梯（U1）计划于2026-03-04的半月保尚未完成');
});

it('a unit out of service is silent', async () => {
  await db().equipment.update({ where: { equipmentNo: 'U1' }, data: { serviceStopped: true } });
  await db().maintenanceJob.createMany({
    data: [job('J1', 1), job('J2', -1), job('J3', 0, { jobStatus: 'DONE', doneDate: new Date(NOW - 60_000) })],
  });
  expect([await notifyPlans(NOW), await askForSignatures(NOW)]).toEqual([0, 0]);
});

it('whoever may sign is asked once a job; a signature by anybody ends the asking', async () => {
  await db().maintenanceJob.createMany({
    data: [
      job('J1', 0, { jobStatus: 'DONE', doneDate: new Date(NOW - 60_000) }),
      job('OLD', -9, { jobStatus: 'DONE', doneDate: new Date(NOW - 9 * DAY_MS) }),
    ],
  });
  await db().maintenanceReport.create({
    data: {
      jobNo: 'J1',
      equipmentNo: 'U1',
      branchCode: 'B1',
      equipmentDesc: '客梯',
      mntDate: day(0),
      mntType: 'YAE_ELE_BI',
      status: '3',
      receivers: { create: [{ phone: '13912345678' }] },
    },
  });
  expect([await askForSignatures(NOW), await askForSignatures(NOW + 300_000)]).toEqual([2, 0]);
  expect(await told()).toEqual(
    ['customer', 'guest'].map((who) => `${who} 维保待签字 客梯（U1）的半月保已于2026-03-04完成，请签字确认`),
  );
  await db().$transaction((sql) => settleSignature(sql, 'J1'));
  expect(
    (await db().notificationRead.findMany({ orderBy: { username: 'asc' } })).map(({ username }) => username),
  ).toEqual(['customer', 'guest']);
});
