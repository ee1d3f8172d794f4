import { noticeTexts } from '@/lib/features/notifications/internal/words';
import { notifyUnanswered } from '@/lib/features/escalation/internal/unanswered-symptoms';
import { db } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { createDuty, forgetIncidents } from './support/desk';

/** Who is told of a symptom that nobody took (silent-screens F2, readings 154). */

useFreshDatabase();
beforeAll(createDuty);
beforeEach(forgetIncidents);

const NOW = Date.parse('2026-03-04T10:00:00+08:00');
let count = 0;
const symptom = (rule: string, rest: object = {}) => {
  count += 1;
  return db().symptom.create({
    data: {
      symptomId: `S${count}`,
      symptomDefinitionId: rule,
      symptomTitle: `${rule}-title`,
      equipmentNo: 'U1',
      branchCode: 'B1',
      equipmentText: 'U1',
      category: rule.slice(0, 1),
      symptomState: 'INIT',
      createDate: new Date(NOW - 3600_000),
      ruleVersion: 1,
      dueDate: new Date(NOW - 1000),
      ...rest,
    },
  });
};
const notices = async () =>
  (await db().notification.findMany({ orderBy: [{ username: 'asc' }, { notificationId: 'asc' }] })).map(
    ({ username, subType, objectId, title }) => [username, subType, objectId, title],
  );

it('those who run the branch are told by an incident notice, once, on two gateways, and it is written down', async () => {
  const { symptomId } = await symptom('B05');
  const at = new Date(NOW);
  expect((await Promise.all([notifyUnanswered(at), notifyUnanswered(at)])).sort()).toEqual([0, 1]);
  expect(await notifyUnanswered(new Date(NOW + 60_000))).toBe(0);
  expect(await notices()).toEqual([['manager', 'sla', symptomId, '征兆无人处理']]);
  expect((await db().notification.findFirstOrThrow()).message).toBe('U1（U1）的故障征兆“title”已超过10分钟无人处理。');
  expect((await noticeTexts('en'))(await db().notification.findFirstOrThrow())).toEqual({
    title: 'Nobody took the symptom',
    message: 'U1 (U1): nobody has taken the symptom "No trips at busy time" for 10 minutes.',
  });
  // The notice leads to the symptom.
  expect((await db().notification.findFirstOrThrow()).payload).toMatchObject({ symptomId });
  const [step, ...others] = await db().escalationStep.findMany({ include: { told: true } });
  expect(others).toEqual([]);
  expect(step).toMatchObject({
    symptomId,
    level: 0,
    outcome: 'told',
    told: [{ username: 'manager', channel: 'notice' }],
  });
  expect(await db().smsLog.count()).toBe(0);
  expect((await db().symptom.findUniqueOrThrow({ where: { symptomId } })).symptomState).toBe('NOT_PROCESSED');
});

it('where nobody runs the branch the head office is told', async () => {
  await db().user.update({ where: { username: 'manager' }, data: { enabled: false } });
  try {
    await symptom('D08');
    await notifyUnanswered(new Date(NOW));
    expect((await notices()).map(([who]) => who)).toEqual(['head']);
  } finally {
    await db().user.update({ where: { username: 'manager' }, data: { enabled: true } });
  }
});

it('of trapped persons by text message too', async () => {
  await symptom('A02');
  await notifyUnanswered(new Date(NOW));
  const [sms] = await db().smsLog.findMany();
  expect(sms).toMatchObject({ username: 'manager', type: 'entrapment', equipmentNo: 'U1', phone: '13800000002' });
});

it('many symptoms of a category and branch make one notice; each entrapment and each stop makes its own', async () => {
  for (let index = 0; index < 7; index += 1) await symptom('D08');
  for (let index = 0; index < 2; index += 1) await symptom('F01');
  for (let index = 0; index < 2; index += 1) await symptom('B05');
  expect(await notifyUnanswered(new Date(NOW))).toBe(11);
  expect((await notices()).map(([, , , title]) => title).sort()).toEqual([
    '2个征兆无人处理',
    '7个征兆无人处理',
    '征兆无人处理',
    '征兆无人处理',
  ]);
});

it('a symptom that somebody took is not notified; one that is a day old notifies nobody and is recorded', async () => {
  await symptom('C03', { symptomState: 'OPEN' });
  const old = await symptom('C03', { dueDate: new Date(NOW - 24 * 3600_000 - 1000) });
  expect(await notifyUnanswered(new Date(NOW))).toBe(1);
  expect(await notices()).toEqual([]);
  expect(await db().escalationStep.findMany()).toEqual([
    expect.objectContaining({ symptomId: old.symptomId, outcome: 'late' }),
  ]);
  expect(await db().symptom.count({ where: { dueDate: { not: null } } })).toBe(0);
});

it('who has call-outs switched off is not told', async () => {
  await db().notificationSwitch.create({ data: { username: 'manager', notificationType: 'callback', enable: false } });
  await symptom('C03');
  await notifyUnanswered(new Date(NOW));
  expect((await notices()).map(([who]) => who)).toEqual(['head']);
});
