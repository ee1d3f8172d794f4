import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetConfig } from '@/lib/config';
import { technicianStateOf } from '@/lib/features/technician-links/internal/technician-state';
import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { sendDueSms } from '@/lib/platform/texting/dispatch';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { call, resetLimits } from '../../../support/callers';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts, FULL_MOVE } from '../callbacks/support/call-outs';

useFreshDatabase();
beforeAll(createDesk);
beforeEach(async () => {
  resetLimits();
  await forgetCallOuts();
  await db().smsLog.deleteMany();
});
afterAll(closePortal);

const PHONE = FULL_MOVE.technicianPhone;
const move = (from: string, status: string, rest: object = {}) =>
  call('branchDispatcher', 'POST', 'callback/transition', { callbackId: 'C-1', from, status, ...FULL_MOVE, ...rest });
const stateOf = async () => (await technicianStateOf(['C-1'])).get('C-1')?.state;
const logged = () => db().smsLog.findMany({ where: { type: 'technician' }, orderBy: { id: 'asc' } });

describe('the message to a technician who is sent', () => {
  it('says unit, trapped or not, since when, whom to call, and bears a link that the log does not show', async () => {
    const trappedDate = new Date(Date.now() - 240_000);
    await callOut('C-1', { personTrapped: true, trappedDate });
    expect(await stateOf()).toBe('none');
    expect(await move('INIT', 'PAGE')).toMatchObject({ code: 200 });
    await sendDueSms();
    const [message] = await readOutbox({ phone: PHONE });
    const unit = await db().equipment.findUniqueOrThrow({ where: { equipmentNo: 'E-1' } });
    const branch = await db().branch.findUniqueOrThrow({ where: { branchCode: 'B01' } });
    for (const words of [
      '有人被困',
      unit.equipmentName,
      'E-1',
      'C-1',
      branch.branchName,
      `被困自${formatDateTime(trappedDate).slice(5, 16)}`,
    ])
      expect(message?.text).toContain(words);
    const token = /assignment\?k=([\w-]{24})/.exec(message?.text ?? '')?.[1] ?? 'none';
    const [row] = await logged();
    expect(row?.content).not.toContain(token);
    expect(
      JSON.stringify(await db().technicianLink.findMany(), (_, v: unknown) => (typeof v === 'bigint' ? '' : v)),
    ).not.toContain(token);
    expect(await stateOf()).toBe('told');
    expect((await technicianStateOf(['C-1', 'C-2'])).get('C-1')).toMatchObject({
      technicianName: FULL_MOVE.technicianName,
      technicianPhone: PHONE,
    });
  });

  it('a message that no provider accepts, or without a mobile number, is marked as failed', async () => {
    await callOut('C-1');
    await move('INIT', 'PAGE', { technicianPhone: '021-5550001' });
    expect(await stateOf()).toBe('failed');
    process.env.SMS_PROVIDER = 'none';
    resetConfig();
    await move('PAGE', 'REQU');
    await move('REQU', 'PAGE');
    Reflect.deleteProperty(process.env, 'SMS_PROVIDER');
    resetConfig();
    expect(await stateOf()).toBe('failed');
  });

  it('is called off with the dispatch, and never sent again from the log', async () => {
    await callOut('C-1', { jobStatus: 'REQU' });
    await move('REQU', 'PAGE');
    await db().smsLog.updateMany({ data: { state: 'QUEUED', nextAt: new Date(Date.now() + 60_000) } });
    await move('PAGE', 'REQU');
    expect(await logged()).toMatchObject([{ state: 'SUPPRESSED', error: 'linkEnded' }]);
    expect(await stateOf()).toBe('none');
    await db().smsLog.updateMany({ data: { state: 'FAILED' } });
    const { id } = await db().smsLog.findFirstOrThrow({ where: { type: 'technician' } });
    expect(await call('platformAdmin', 'POST', 'simMessage/resend', { id: String(id) })).toMatchObject({ code: 409 });
  });

  it('is news of the call-out when it was sent', async () => {
    await callOut('C-1');
    await move('INIT', 'PAGE');
    await sendDueSms();
    await db().outbox.deleteMany();
    await db().smsLog.updateMany({ where: { type: 'technician' }, data: { state: 'FAILED', error: 'HTTP 400' } });
    expect(await db().outbox.findMany({ select: { topic: true, key: true } })).toEqual([
      { topic: 'callback', key: 'C-1' },
    ]);
  });
});
