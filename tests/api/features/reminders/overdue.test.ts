import { textOverdue } from '@/lib/features/reminders/internal/overdue-messages';
import { db } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { signIn } from '../../live/realtime/support/rtc';
import { createBox } from '../../live/telemetry/world';

/** Text messages on what is overdue (silent-screens F4, F8, B7; readings 155). */

useFreshDatabase();

const DAY_MS = 86_400_000;
/** 8 o'clock. */
const NOW = Date.parse('2026-03-04T08:00:00+08:00');
const day = (back: number) => new Date(Date.UTC(2026, 2, 4) - back * DAY_MS);
const SERVICE = ['CAMPUS_VIEW_SERVICE_READ'];

const inspection = (equipmentNo: string, back: number, rest: object = {}) =>
  db().inspection.create({ data: { equipmentNo, branchCode: 'B1', nextInspectionDate: day(back), ...rest } });
const job = (jobNo: string, equipmentNo: string, back: number, jobStatus = 'PLAN') =>
  db().maintenanceJob.create({
    data: { jobNo, equipmentNo, branchCode: 'B1', jobStatus, maintenanceType: 'BI', planDate: day(back) },
  });
/** `customer inspection QUEUED`, with the reason of what is not sent. */
const sent = async () =>
  (await db().smsLog.findMany({ orderBy: [{ username: 'asc' }, { id: 'asc' }] })).map(
    ({ username, type, state, error }) => [username, type, state, error].filter(Boolean).join(' '),
  );

beforeAll(async () => {
  for (const no of ['1', '2', '3', '4', '5']) await createBox(`C${no}`, `U${no}`);
  for (const [projectId, isMessage, units] of [
    ['P1', '1', ['U1', 'U2', 'U3', 'U4', 'U5']],
    ['P2', '0', ['U2']],
  ] as const)
    await db().project.create({
      data: {
        projectId,
        branchCode: 'B1',
        projectName: `Project ${projectId}`,
        isMessage,
        equipment: { create: units.map((equipmentNo) => ({ equipmentNo })) },
      },
    });
  const phones = { customer: '13800000001', silent: '13800000002', branch: '13800000003', foreign: '13800000004' };
  await signIn('customer', SERVICE, { projects: ['P1'] });
  await signIn('silent', SERVICE, { projects: ['P2'] });
  await signIn('branch', SERVICE, { branches: ['B1'] });
  await signIn('foreign', SERVICE, { branches: ['B2'] });
  await signIn('untold', ['EQUIPMENT_READ'], { projects: ['P1'] });
  await signIn('head', SERVICE);
  for (const [username, phone] of Object.entries(phones))
    await db().user.update({ where: { username }, data: { phone } });
}, 60_000);
beforeEach(async () => {
  await db().smsLog.deleteMany();
  await db().reminderSent.deleteMany();
  await db().inspection.deleteMany();
  await db().maintenanceJob.deleteMany();
  await db().notificationSwitch.deleteMany();
});

it('a customer is told of all overdue inspections of a project in one message, again after each week', async () => {
  await inspection('U1', 1);
  await inspection('U2', 9);
  await inspection('U3', 0);
  await inspection('U4', -30, { result: 'fail', lastInspectionDate: day(3) });
  await textOverdue(NOW);
  await textOverdue(NOW);
  expect(await sent()).toEqual(['customer inspection QUEUED', 'silent inspection SUPPRESSED projectOff']);
  const [sms] = await db().smsLog.findMany({ where: { username: 'customer' } });
  expect(sms).toMatchObject({ projectId: 'P1', phone: '13800000001' });
  expect(sms?.content).toBe('Project P1有3台设备年检已超期，最早为2026-02-23：U2, U4, U1。');
  await db().smsLog.deleteMany();
  for (let later = 1; later <= 6; later += 1) await textOverdue(NOW + later * DAY_MS);
  // U3 came in, U2 began another week, U4 and U1 have not had theirs.
  expect((await sent()).filter((one) => one.startsWith('customer'))).toHaveLength(3);
  await db().smsLog.deleteMany();
  await textOverdue(NOW + 7 * DAY_MS);
  expect((await sent()).filter((one) => one.startsWith('customer'))).toEqual(['customer inspection QUEUED']);
});

it('the branch hears of an inspection when two weeks have passed, of maintenance at once', async () => {
  await inspection('U1', 14);
  await textOverdue(NOW);
  expect(await sent()).toEqual(['customer inspection QUEUED']);
  await db().smsLog.deleteMany();
  await textOverdue(NOW + DAY_MS);
  expect(await sent()).toEqual(['branch inspection QUEUED', 'customer inspection QUEUED']);
  await db().smsLog.deleteMany();
  await job('J1', 'U1', 1);
  await job('J2', 'U1', 2, 'LOCK');
  await job('J3', 'U1', 2, 'DONE');
  await job('J4', 'U3', 0);
  await textOverdue(NOW);
  expect(await sent()).toEqual(['branch maintenance QUEUED', 'customer maintenance QUEUED']);
  expect((await db().smsLog.findFirstOrThrow()).content).toBe('Project P1有1台设备维保已超期，最早为2026-03-02：U1。');
});

it('no reminder comes when its switch is off, or when the unit is out of service or deleted', async () => {
  await inspection('U1', 1);
  await inspection('U5', 30);
  await db().equipment.update({ where: { equipmentNo: 'U5' }, data: { serviceStopped: true } });
  await db().notificationSwitch.create({
    data: { username: 'customer', notificationType: 'inspection', enable: false },
  });
  await textOverdue(NOW);
  expect(await sent()).toEqual([]);
  await db().equipment.update({ where: { equipmentNo: 'U5' }, data: { serviceStopped: false } });
});

it('no text message is sent at night: it comes the next morning; the same above twenty messages a day', async () => {
  await inspection('U1', 1);
  await textOverdue(NOW + 14.5 * 3600_000);
  expect(await sent()).toEqual(['customer inspection SUPPRESSED quietHours']);
  await db().smsLog.deleteMany();
  await db().smsLog.createMany({
    data: Array.from({ length: 20 }, () => ({
      phone: '13800000001',
      type: 'contract',
      content: 'x',
      state: 'SENT' as const,
      createDate: new Date(NOW + DAY_MS - 3600_000),
    })),
  });
  await textOverdue(NOW + DAY_MS);
  expect((await sent()).filter((one) => one.startsWith('customer'))).toEqual([
    'customer inspection SUPPRESSED dailyCap',
  ]);
  await db().smsLog.deleteMany();
  await textOverdue(NOW + 2 * DAY_MS);
  expect(await sent()).toEqual(['customer inspection QUEUED']);
});
