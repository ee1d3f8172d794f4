import { remindAhead } from '@/lib/features/reminders/internal/due-notices';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { useFreshDatabase } from '../../support/database';
import { bearer, callSms } from '../../../support/sms-client';
import { signIn } from '../../live/realtime/support/rtc';
import type { Person } from '../../live/realtime/support/rtc';
import { createBox } from '../../live/telemetry/world';

/** Notices on what falls due (silent-screens F8). */

useFreshDatabase();

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-04T08:00:00+08:00');
const day = (ahead: number) => new Date(Date.UTC(2026, 2, 4) + ahead * DAY_MS);
const told = async () =>
  (
    await db().notification.findMany({
      where: { username: { not: null } },
      orderBy: [{ username: 'asc' }, { notificationId: 'asc' }],
    })
  ).map(({ username, notificationType, message }) => `${username} ${notificationType} ${message}`);

let customer: Person;

beforeAll(async () => {
  for (const no of ['1', '2', '3']) await createBox(`C${no}`, `U${no}`);
  await db().project.create({
    data: {
      projectId: 'P1',
      branchCode: 'B1',
      projectName: 'Project P1',
      equipment: { create: ['U1', 'U2'].map((equipmentNo) => ({ equipmentNo })) },
    },
  });
  customer = await signIn('customer', ['EQUIPMENT_READ'], { projects: ['P1'] });
  await signIn('branch', ['EQUIPMENT_READ'], { branches: ['B1'] });
  await signIn('foreign', ['EQUIPMENT_READ'], { branches: ['B2'] });
  await db().user.updateMany({ data: { inspection: 30, contract: 60 } });
  await db().user.update({ where: { username: 'branch' }, data: { inspection: 10, contract: 0 } });
}, 60_000);
beforeEach(async () => {
  await db().notification.deleteMany();
  await db().reminderSent.deleteMany();
  await db().inspection.deleteMany();
  await db().contract.deleteMany();
});

it('each account is reminded by its own number of days, in one notice per project, once per step', async () => {
  await db().inspection.createMany({
    data: [
      { equipmentNo: 'U1', branchCode: 'B1', nextInspectionDate: day(30) },
      { equipmentNo: 'U2', branchCode: 'B1', nextInspectionDate: day(9) },
    ],
  });
  expect(await remindAhead(NOW)).toBe(2);
  expect(await remindAhead(NOW)).toBe(0);
  expect(await remindAhead(NOW + DAY_MS)).toBe(0);
  expect(await told()).toEqual([
    'branch inspection Project P1有1台设备将于2026-03-13前年检到期',
    'customer inspection Project P1有2台设备将于2026-04-03前年检到期',
  ]);
});

it('there is no reminder any more after a contract was renewed or an inspection got a new date', async () => {
  const contract = (contractNo: string, from: number, until: number) => ({
    contractNo,
    equipmentNo: 'U1',
    branchCode: 'B1',
    contractStartDate: day(from),
    contractEndDate: day(until),
    effectiveEnd: day(until),
  });
  await db().contract.create({ data: contract('A', -300, 60) });
  expect(await remindAhead(NOW)).toBe(1);
  expect(await told()).toEqual(['customer contract Project P1有1台设备的维保合同将于2026-05-03前到期']);
  await db().contract.create({ data: contract('B', 61, 425) });
  expect(await remindAhead(NOW + 30 * DAY_MS)).toBe(0);
});

it('over 400 days each account is told each step once; a date that is corrected late gives the nearest only', async () => {
  await db().inspection.createMany({
    data: [
      { equipmentNo: 'U1', branchCode: 'B1', nextInspectionDate: day(380) },
      { equipmentNo: 'U2', branchCode: 'B1', nextInspectionDate: day(250) },
    ],
  });
  await db().contract.create({
    data: {
      contractNo: 'A',
      equipmentNo: 'U1',
      branchCode: 'B1',
      contractStartDate: day(-30),
      contractEndDate: day(390),
      effectiveEnd: day(390),
    },
  });
  for (let after = 0; after <= 400; after += 1) {
    if (after === 150)
      await db().inspection.update({ where: { equipmentNo: 'U2' }, data: { nextInspectionDate: day(155) } });
    await remindAhead(NOW + after * DAY_MS);
  }
  const heard = await db().notification.findMany({ where: { username: { not: null } }, orderBy: { eventDate: 'asc' } });
  const daysOf = (name: string, kind: string) =>
    heard
      .filter(({ username, notificationType }) => username === name && notificationType === kind)
      .map(({ eventDate }) => ((eventDate?.getTime() ?? 0) - NOW) / DAY_MS);
  expect({
    customer: [daysOf('customer', 'inspection'), daysOf('customer', 'contract')],
    branch: [daysOf('branch', 'inspection'), daysOf('branch', 'contract')],
    foreign: [daysOf('foreign', 'inspection'), daysOf('foreign', 'contract')],
  }).toEqual({
    customer: [
      [150, 154, 155, 350, 373, 379, 380],
      [330, 360, 383, 390],
    ],
    branch: [[150, 154, 155, 370, 373, 379, 380], [390]],
    foreign: [[], []],
  });
}, 120_000);

it('says as many as the list of its reader shows', async () => {
  const today = Date.parse(`${formatDate(Date.now())}T08:00:00+08:00`);
  const ahead = (days: number) => new Date(Date.parse(formatDate(today)) + days * DAY_MS);
  await db().inspection.createMany({
    data: [
      { equipmentNo: 'U1', branchCode: 'B1', nextInspectionDate: ahead(7) },
      { equipmentNo: 'U2', branchCode: 'B1', nextInspectionDate: ahead(29) },
      { equipmentNo: 'U3', branchCode: 'B1', nextInspectionDate: ahead(5) },
    ],
  });
  await remindAhead(today);
  const list = await callSms<{ total: number }>('POST', 'equipmentInspection/queryApproachingInspection', {
    body: { pageIndex: 1, pageSize: 15 },
    headers: bearer(customer.accessToken),
  });
  expect(list.data.total).toBe(2);
  const [notice] = await db().notification.findMany({ where: { username: 'customer' } });
  expect(notice?.message).toContain(`有${list.data.total}台设备`);
});

it('accounts whose names begin alike are each told', async () => {
  const project = '7d0c4b5e-52f0-4f7e-9c64-0a1b2c3d4e5f';
  await db().project.create({
    data: { projectId: project, branchCode: 'B1', projectName: 'Long', equipment: { create: [{ equipmentNo: 'U3' }] } },
  });
  for (const name of ['customer01', 'customer02']) await signIn(name, ['EQUIPMENT_READ'], { projects: [project] });
  await db().user.updateMany({ where: { username: { in: ['customer01', 'customer02'] } }, data: { inspection: 30 } });
  await db().inspection.create({ data: { equipmentNo: 'U3', branchCode: 'B1', nextInspectionDate: day(30) } });
  await remindAhead(NOW);
  const heard = await db().notification.findMany({ where: { objectId: project }, orderBy: { username: 'asc' } });
  expect(heard.map(({ username }) => username)).toEqual(['customer01', 'customer02']);
});
