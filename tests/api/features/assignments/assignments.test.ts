import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { Assignment } from '@/lib/features/assignments/contract';
import { runEscalation } from '@/lib/features/escalation/internal/run';
import { technicianStateOf } from '@/lib/features/technician-links/internal/technician-state';
import { db } from '@/lib/platform/db/client';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { call, resetLimits } from '../../../support/callers';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts, FULL_MOVE } from '../callbacks/support/call-outs';

useFreshDatabase();
beforeAll(createDesk);
beforeEach(async () => {
  resetLimits();
  await forgetCallOuts();
  await db().smsLog.deleteMany();
  await db().rateCounter.deleteMany();
});
afterAll(closePortal);

const move = (from: string, status: string, id = 'C-1', rest: object = {}) =>
  call('branchDispatcher', 'POST', 'callback/transition', { callbackId: id, from, status, ...FULL_MOVE, ...rest });
/** Sends a technician. @returns the token of the newest message */
async function send(id = 'C-1', from = 'INIT'): Promise<string> {
  expect(await move(from, 'PAGE', id)).toMatchObject({ code: 200 });
  const [message] = await readOutbox({ phone: FULL_MOVE.technicianPhone });
  return /assignment\?k=([\w-]{24})/.exec(message?.text ?? '')?.[1] ?? 'none';
}
const read = (token: string) => callSms<Assignment | null>('POST', 'assignment/query', { body: { token } });
const act = (token: string, action: string, from: string, rest: object = {}) =>
  callSms<Assignment | null>('POST', 'assignment/act', { body: { token, action, from, ...rest } });
const stateOf = async (id = 'C-1') => (await technicianStateOf([id])).get(id)?.state;
const statusOf = async (id = 'C-1') => (await db().callback.findUniqueOrThrow({ where: { callbackId: id } })).jobStatus;
const ENDED = { code: 400, error: 'invalid_grant', message: '链接已失效', data: null };
const CLOSE = { scsa: '2', jobTechRemark: '运行正常', equipmentRunning: true };

describe('the link of a technician', () => {
  it('takes the work from accepting to closing, each step with its moment, and ends with it', async () => {
    await callOut('C-1', { personTrapped: true, trappedCount: 1 });
    const token = await send();
    expect(await read(token)).toMatchObject({
      code: 200,
      data: { callbackId: 'C-1', actions: ['accept', 'onWay', 'free', 'giveBack'] },
    });
    expect(await act(token, 'accept', 'PAGE')).toMatchObject({ code: 200, data: { jobStatus: 'PAGE' } });
    expect(await stateOf()).toBe('accepted');
    await act(token, 'onWay', 'PAGE');
    expect(await stateOf()).toBe('onWay');
    await act(token, 'arrive', 'DISP');
    expect(await act(token, 'close', 'SITE', CLOSE)).toMatchObject({ code: 409 });
    expect(await act(token, 'free', 'SITE')).toMatchObject({ data: { isTrapped: false, actions: ['close'] } });
    expect(await act(token, 'close', 'SITE', { ...CLOSE, jobTechRemark: '' })).toMatchObject({ code: 400 });
    expect(await act(token, 'close', 'SITE', CLOSE)).toMatchObject({ code: 200, data: null });
    expect(await statusOf()).toBe('CLSO');
    const steps = await db().callbackStatus.findMany({ where: { callbackId: 'C-1' }, orderBy: { id: 'asc' } });
    expect(steps.slice(2).map(({ status, operator }) => [status, operator])).toEqual(
      ['DISP', 'SITE', 'CLSO'].map((status) => [status, `technician:${FULL_MOVE.technicianPhone}`]),
    );
    for (const again of [
      read(token),
      act(token, 'close', 'SITE', CLOSE),
      act(token, 'giveBack', 'DISP', { reason: 'x' }),
    ])
      expect(await again).toMatchObject(ENDED);
  });

  it('gives the work back with a reason, and the dispatchers hear of it', async () => {
    await callOut('C-1');
    const token = await send();
    expect(await act(token, 'giveBack', 'PAGE')).toMatchObject({ code: 400, message: '请填写原因' });
    expect(await act(token, 'giveBack', 'PAGE', { reason: '车坏了' })).toMatchObject({ code: 200, data: null });
    expect([await statusOf(), await stateOf()]).toEqual(['REQU', 'givenBack']);
    const notices = await db().notification.findMany({ where: { subType: 'sla', objectId: 'C-1' } });
    expect(notices.map(({ username }) => username)).toContain('branchDispatcher');
    expect(notices[0]?.message).toContain('车坏了');
    expect(await read(token)).toMatchObject(ENDED);
  });

  it('the link opens nothing after another technician was sent, and a link moves only its own call-out', async () => {
    await callOut('C-1');
    const first = await send();
    await move('PAGE', 'REQU');
    expect(await act(first, 'accept', 'PAGE')).toMatchObject(ENDED);
    const second = await send('C-1', 'REQU');
    expect(second).not.toBe(first);
    expect(await read(first)).toMatchObject(ENDED);
    await db().callback.update({ where: { callbackId: 'C-1' }, data: { jobStatus: 'PAGE' } });
    await callOut('C-2');
    const other = await send('C-2');
    expect(await act(other, 'onWay', 'PAGE', { callbackId: 'C-1' })).toMatchObject({ data: { callbackId: 'C-2' } });
    expect([await statusOf('C-1'), await statusOf('C-2')]).toEqual(['PAGE', 'DISP']);
  });

  it('opens nothing when the unit is deleted', async () => {
    await callOut('C-1');
    const token = await send();
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { deletedAt: new Date() } });
    expect(await read(token)).toMatchObject(ENDED);
    expect(await act(token, 'accept', 'PAGE')).toMatchObject(ENDED);
    await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { deletedAt: null } });
  });

  it('that was never given out is refused like an ended one, and trying many is stopped', async () => {
    for (const token of ['x', 'A'.repeat(24), '../../etc', "' OR 1=1 --", 'A'.repeat(64)])
      expect(await read(token)).toMatchObject(ENDED);
    expect(await read('A'.repeat(65))).toMatchObject({ code: 400, error: 'validation_failed' });
    const codes = new Set<number>();
    for (let n = 0; n < 60; n += 1) codes.add((await read(`${String(n).padStart(24, 'B')}`)).code);
    expect(codes).toEqual(new Set([400, 429]));
  });

  it('changes nothing by being read, and asked by GET there is no such call', async () => {
    await callOut('C-1');
    const token = await send();
    const before = await db().technicianLink.findMany();
    await read(token);
    expect(await callSms('GET', `assignment/act?token=${token}&action=accept&from=PAGE`)).toMatchObject({ code: 405 });
    expect(await db().technicianLink.findMany()).toEqual(before);
  });

  it('tapped ten times at once in two browsers has one effect, and the others see the truth', async () => {
    await callOut('C-1');
    const token = await send();
    const taps = await Promise.all(Array.from({ length: 10 }, () => act(token, 'onWay', 'PAGE')));
    expect(taps.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(new Set(taps.map(({ code }) => code))).toEqual(new Set([200, 409]));
    expect(await db().callbackStatus.count({ where: { callbackId: 'C-1', status: 'DISP' } })).toBe(1);
    expect((await read(token)).data).toMatchObject({ jobStatus: 'DISP' });
  });

  it('moves nothing where an ERP has become master', async () => {
    await callOut('C-1');
    const token = await send();
    await db().setting.create({ data: { key: 'callback.erpMaster', value: true } });
    expect((await read(token)).data?.actions).toEqual([]);
    expect(await act(token, 'onWay', 'PAGE')).toMatchObject({ code: 409 });
    expect(await statusOf()).toBe('PAGE');
  });
});

describe('an acceptance that does not come', () => {
  it.each([
    [true, 3],
    [false, 15],
  ])(
    'is told to the dispatchers once (somebody trapped: %s) after %i minutes, and nothing goes back',
    async (personTrapped, min) => {
      const startAt = new Date();
      await callOut('C-1', {
        personTrapped,
        ...(personTrapped ? { entrapments: { create: { equipmentNo: 'E-1', startAt, startSource: 'person' } } } : {}),
      });
      await send();
      const told = async () =>
        (await db().notification.findMany({ where: { objectId: 'C-1', subType: 'sla', title: '派工未接单' } })).map(
          ({ username }) => username,
        );
      await runEscalation(Date.now() + (min - 1) * 60_000);
      expect(await told()).toEqual([]);
      for (let run = 0; run < 2; run += 1) await runEscalation(Date.now() + min * 60_000 + 1000);
      expect(await told()).toContain('branchDispatcher');
      expect(await db().escalationStep.count({ where: { level: 2, linkId: { not: null } } })).toBe(1);
      expect((await db().smsLog.count({ where: { type: 'entrapment', content: { contains: '未接单' } } })) > 0).toBe(
        personTrapped,
      );
      expect(await statusOf()).toBe('PAGE');
    },
  );

  it('nobody is notified after the technician accepted or the dispatcher made the next step', async () => {
    await callOut('C-1');
    await act(await send(), 'accept', 'PAGE');
    await callOut('C-2');
    await send('C-2');
    await move('PAGE', 'DISP', 'C-2');
    await runEscalation(Date.now() + 20 * 60_000);
    expect(await db().escalationStep.count({ where: { level: 2 } })).toBe(0);
  });
});
