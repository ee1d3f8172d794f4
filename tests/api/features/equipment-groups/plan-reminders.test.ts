import { remindOfPlans } from '@/lib/features/equipment-groups/internal/plan-reminders';
import type { ServiceNotice } from '@/lib/features/notifications/contract';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** Who is reminded of a start or stop, when, and how often (silent-screens A10). */

useFreshDatabase();
const at = (time: string) => Date.parse(`2026-11-26T${time}:00+08:00`);

beforeAll(async () => {
  await createPersonas();
  await db().equipment.create({
    data: {
      equipmentNo: 'RU-1',
      equipmentName: '一号梯',
      equipmentType: 'YAE_ESC',
      displayType: 'ES',
      branchCode: 'B01',
      projects: { create: { projectId: 'P-1' } },
    },
  });
  await db().project.update({ where: { projectId: 'P-1' }, data: { isMessage: '1' } });
  await db().user.updateMany({ where: { username: 'branchManager' }, data: { phone: '13900000001' } });
});
beforeEach(async () => {
  await resetLimits();
  await db().notification.deleteMany();
  await db().smsLog.deleteMany();
  await db().notificationSwitch.deleteMany();
  await db().equipmentGroup.deleteMany();
});
afterAll(closePortal);

const create = (responsible: string[], more: object = {}) =>
  db().equipmentGroup.create({
    data: {
      groupId: 'G-1',
      groupName: '西厅',
      projectId: 'P-1',
      branchCode: 'B01',
      responsible,
      exceptions: [],
      items: { create: [{ equipmentNo: 'RU-1' }] },
      week: {
        create: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startTime: '05:20', stopTime: '00:40' })),
      },
      ...more,
    },
  });
const told = async () =>
  (await db().notification.findMany({ orderBy: { notificationId: 'asc' } })).map(({ username, message }) => [
    username,
    message,
  ]);

it('those responsible are reminded ten minutes before, once, whoever runs it and however often', async () => {
  await create(['branchManager']);
  expect(await remindOfPlans(at('05:09'))).toBe(0);
  const counts = await Promise.all([remindOfPlans(at('05:10')), remindOfPlans(at('05:10'))]);
  expect(counts.sort()).toEqual([0, 1]);
  expect(await remindOfPlans(at('05:14'))).toBe(0);
  expect(await told()).toEqual([['branchManager', '05:20请启动“西厅”的1台设备：一号梯。启动前请确认梯上无人。']]);
  expect(await db().smsLog.findMany()).toMatchObject([{ username: 'branchManager', type: 'other' }]);
});

it('the reminder is the list of the units to go to; a text message leaves out what it has no room for', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `西厅扶梯${index + 10}号`);
  await db().equipment.createMany({
    data: names.map((equipmentName, index) => ({
      equipmentNo: `RW-${index + 10}`,
      equipmentName,
      equipmentType: 'YAE_ESC',
      displayType: 'ES' as const,
      branchCode: 'B01',
    })),
  });
  await db().projectEquipment.createMany({
    data: names.map((_, index) => ({ projectId: 'P-1', equipmentNo: `RW-${index + 10}` })),
  });
  await create(['branchManager'], {
    items: { create: names.map((_, index) => ({ equipmentNo: `RW-${index + 10}` })) },
  });
  await remindOfPlans(at('05:10'));
  const [[, message] = []] = await told();
  expect(names.filter((name) => !message?.includes(name))).toEqual([]);
  const [text] = await db().smsLog.findMany();
  expect(text?.content).toContain('60台设备：');
  expect(text?.content).toContain(`${names[8]}, `);
  expect(text?.content).toContain('…。启动前请确认梯上无人。');
});

it('a unit that has left the project is not told; a group without another one reminds nobody', async () => {
  await db().equipment.create({
    data: {
      equipmentNo: 'RX-1',
      equipmentName: '别家扶梯',
      equipmentType: 'YAE_ESC',
      displayType: 'ES',
      branchCode: 'B01',
    },
  });
  await create(['branchManager'], { items: { create: [{ equipmentNo: 'RU-1' }, { equipmentNo: 'RX-1' }] } });
  await remindOfPlans(at('05:10'));
  expect(await told()).toEqual([['branchManager', '05:20请启动“西厅”的1台设备：一号梯。启动前请确认梯上无人。']]);
  await db().notification.deleteMany();
  await db().equipmentGroupItem.deleteMany({ where: { equipmentNo: 'RU-1' } });
  expect(await remindOfPlans(at('05:10'))).toBe(0);
});

it('one group that fails takes no reminder from the others', async () => {
  await create(['branchManager']);
  await create(['branchManager'], {
    groupId: 'G-0',
    groupName: '坏',
    exceptions: 'none',
    items: { create: [{ equipmentNo: 'RX-1' }] },
  });
  await expect(remindOfPlans(at('05:10'))).rejects.toThrow();
  expect(await told()).toHaveLength(1);
});

it('after an outage a start that is over is not told, one that is near is', async () => {
  await create(['branchManager']);
  expect(await remindOfPlans(at('05:20'))).toBe(0);
  expect(await remindOfPlans(at('05:19'))).toBe(1);
  expect(await remindOfPlans(at('00:35'))).toBe(1);
});

it('a switched-off kind sends no text message; a disabled group reminds nobody', async () => {
  await create(['branchManager']);
  await db().notificationSwitch.create({
    data: { username: 'branchManager', notificationType: 'maintenance', enable: false },
  });
  await remindOfPlans(at('05:10'));
  expect(await db().smsLog.findMany()).toMatchObject([{ state: 'SUPPRESSED', error: 'switchOff' }]);
  await db().notification.deleteMany();
  await db().equipmentGroup.update({ where: { groupId: 'G-1' }, data: { enabled: false } });
  expect(await remindOfPlans(at('05:10'))).toBe(0);
});

it('where nobody responsible is left, the branch is reminded', async () => {
  await create(['customerElite', 'gone']);
  await remindOfPlans(at('05:10'));
  expect((await told()).map(([username]) => username)).toEqual(['branchManager']);
});

it('the reminder is read in their own language, and by nobody else', async () => {
  await create(['branchManager']);
  await remindOfPlans(at('05:10'));
  await db().notification.updateMany({ data: { notificationDate: new Date(), eventDate: new Date() } });
  const read = async (who: string) =>
    (await call<{ records: ServiceNotice[] }>(who, 'POST', 'notification/webService/list', { subType: 'schedule' }))
      .data.records;
  expect(await read('branchManager')).toMatchObject([{ subType: 'schedule', objectId: 'G-1', title: '启动提醒' }]);
  expect(await read('platformAdmin')).toEqual([]);
});
