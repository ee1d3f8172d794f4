import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { HistoryMoment } from '@/lib/features/callback-history/contract';
import { runEscalation } from '@/lib/features/escalation/internal/run';
import { db } from '@/lib/platform/db/client';
import { sendDueSms } from '@/lib/platform/texting/dispatch';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { call, resetLimits } from '../../../support/callers';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts, FULL_MOVE } from '../callbacks/support/call-outs';

useFreshDatabase();
beforeAll(async () => {
  await createDesk();
  await db().user.update({ where: { username: 'branchDispatcher' }, data: { nickName: '周敏' } });
  await db().user.update({ where: { username: 'branchManager' }, data: { nickName: '王经理' } });
});
beforeEach(async () => {
  resetLimits();
  await forgetCallOuts();
  await db().smsLog.deleteMany();
  await db().rateCounter.deleteMany();
});
afterAll(closePortal);

const ID = 'C-1';
const TECHNICIAN = FULL_MOVE.technicianName;
const history = (who = 'branchDispatcher') => call<HistoryMoment[]>(who, 'GET', `callbackHistory/${ID}`);
const move = (from: string, status: string, rest: object = {}) =>
  call('branchDispatcher', 'POST', 'callback/transition', { callbackId: ID, from, status, ...FULL_MOVE, ...rest });
const act = async (action: string, from: string, rest: object = {}) => {
  const [message] = await readOutbox({ phone: FULL_MOVE.technicianPhone });
  const token = /assignment\?k=([\w-]{24})/.exec(message?.text ?? '')?.[1];
  expect(await callSms('POST', 'assignment/act', { body: { token, action, from, ...rest } })).toMatchObject({
    code: 200,
  });
};

/** A rescue: acknowledged, given to a technician who accepts, drives, arrives and frees. */
async function rescue(): Promise<void> {
  await callOut(ID, { personTrapped: true });
  expect(await call('branchManager', 'POST', 'duty/acknowledge', { callbackId: ID })).toMatchObject({ code: 200 });
  expect(await move('INIT', 'PAGE')).toMatchObject({ code: 200 });
  await sendDueSms();
  await act('accept', 'PAGE');
  await act('onWay', 'PAGE');
  await act('arrive', 'DISP');
  await act('free', 'SITE');
}
const TECH = { kind: 'technician', name: TECHNICIAN };

describe('the history of a call-out', () => {
  it('names who acknowledged, dispatched and was sent, with the fate of the message, and who freed; newest first', async () => {
    await rescue();
    const { data } = await history();
    expect(data.filter(({ kind }) => kind !== 'told')).toMatchObject([
      { kind: 'freed', by: TECH },
      { kind: 'status', status: 'SITE', by: TECH, technician: null },
      { kind: 'status', status: 'DISP', by: TECH },
      { kind: 'accepted', by: TECH },
      {
        kind: 'status',
        status: 'PAGE',
        by: { kind: 'account', name: '周敏' },
        technician: { name: TECHNICIAN, smsState: 'DELIVERED' },
      },
      { kind: 'acknowledged', by: { kind: 'account', name: '王经理' } },
      // Of an operator who is no account: as the system that the state came from has named him.
      { kind: 'status', status: 'INIT', by: { kind: 'account', name: 'desk' } },
    ]);
    await db().smsLog.updateMany({ where: { type: 'technician' }, data: { state: 'FAILED' } });
    expect((await history()).data.find((one) => one.kind === 'status' && one.status === 'PAGE')).toMatchObject({
      technician: { smsState: 'FAILED' },
    });
  });

  it('says whom the portal told by what, and what became of each text', async () => {
    await rescue();
    await db().technicianLink.updateMany({ data: { acceptDue: new Date(Date.now() - 1000) } });
    await runEscalation(Date.now());
    const [dispatcher] = await db().user.findMany({ where: { username: 'branchDispatcher' } });
    await db().smsLog.create({
      data: {
        phone: dispatcher?.phone ?? '13800000000',
        username: 'branchDispatcher',
        type: 'entrapment',
        content: '有人被困',
        equipmentNo: 'E-1',
        state: 'FAILED',
        createDate: new Date(Date.now() - 590_000),
      },
    });
    // Of the same unit, long before: another trouble.
    await db().smsLog.create({
      data: {
        phone: '13800000000',
        username: 'branchDispatcher',
        type: 'entrapment',
        content: '有人被困（旧）',
        equipmentNo: 'E-1',
        state: 'SENT',
        createDate: new Date(Date.now() - 86_400_000),
      },
    });
    const told = (await history()).data.filter(({ kind }) => kind === 'told');
    expect(told).toContainEqual(
      expect.objectContaining({
        why: 'news',
        outcome: 'told',
        people: [{ nickName: '周敏', channels: ['sms'], smsState: 'FAILED' }],
      }),
    );
    expect(told.find((one) => one.kind === 'told' && one.why === 'notAccepted')).toMatchObject({
      outcome: 'told',
      people: expect.arrayContaining([expect.objectContaining({ nickName: '周敏' })]) as unknown,
    });
    expect(told.filter((one) => one.kind === 'told' && one.why === 'news')).toHaveLength(1);
  });

  it('says that the dispatchers were told because the technician gave the work back', async () => {
    await callOut(ID);
    await move('INIT', 'PAGE');
    await sendDueSms();
    await act('giveBack', 'PAGE', { reason: '车坏了' });
    await runEscalation(Date.now());
    const whys = (await history()).data.flatMap((one) => (one.kind === 'told' ? [one.why] : []));
    expect(whys).toContain('givenBack');
    expect(whys).not.toContain('notAccepted');
  });

  it('shows a customer what was done and the technician of the call-out, but no name of another employee', async () => {
    await rescue();
    const { data } = await history('customer');
    expect(data.map(({ kind }) => kind)).toEqual([
      'freed',
      'status',
      'status',
      'accepted',
      'status',
      'acknowledged',
      'status',
    ]);
    expect(data.find(({ kind }) => kind === 'acknowledged')).toMatchObject({ by: { name: null } });
    expect(data[0]).toMatchObject({ by: TECH });
    expect(JSON.stringify(data)).not.toMatch(/周敏|王经理|desk/);
    // Somebody else comes now: the one before is named no more.
    await db().callback.update({ where: { callbackId: ID }, data: { technicianPhone: '13900000009' } });
    expect(JSON.stringify((await history('customer')).data)).not.toContain(TECHNICIAN);
  });

  it('says that the system opened it, is hidden from another branch, and shows only days where a data strategy hides times', async () => {
    await callOut(ID, { callbackType: 'Telemonitoring Breakdown' });
    await db().callbackStatus.updateMany({ data: { operator: null } });
    expect((await history()).data).toMatchObject([{ status: 'INIT', by: { kind: 'system' } }]);
    expect((await history('otherBranch')).code).toBe(511);
    expect((await history('datesOnly')).data[0]?.at).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
