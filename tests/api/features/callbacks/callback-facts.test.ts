import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { db } from '@/lib/platform/db/client';
import { call, resetLimits } from '../../../support/callers';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts, FULL_MOVE } from './support/call-outs';

/** What became of call-outs, as rows that reports count. */

useFreshDatabase();
beforeAll(createDesk);
beforeEach(async () => {
  resetLimits();
  await forgetCallOuts();
});
afterAll(closePortal);

const move = (callbackId: string, from: string, status: string, rest: object = {}) =>
  call<CallbackDetail>('branchDispatcher', 'POST', 'callback/transition', {
    callbackId,
    from,
    status,
    ...FULL_MOVE,
    ...rest,
  });
const factOf = (callbackId: string) => db().callbackFact.findUnique({ where: { callbackId } });
const DAY_MS = 86_400_000;
/** A call-out of the past that was mended after two hours. */
const past = async (callbackId: string, daysAgo: number, scsa = '1') => {
  const createDate = new Date(Date.now() - daysAgo * DAY_MS);
  const after = (minutes: number) => new Date(createDate.getTime() + minutes * 60_000);
  await callOut(callbackId, { createDate, jobStatus: 'CLSO', scsa, jobUpdateDate: after(120), closeDate: after(120) });
  await db().callbackStatus.createMany({
    data: [
      { callbackId, status: 'INIT', updateTime: createDate },
      { callbackId, status: 'PAGE', updateTime: after(5) },
      { callbackId, status: 'SITE', updateTime: after(50) },
    ],
  });
};

describe('what became of a call-out', () => {
  it('is written with every move of it', async () => {
    const id = await callOut('F-1');
    await move(id, 'INIT', 'PAGE');
    const paged = await factOf(id);
    expect(paged).toMatchObject({ isClosed: false, siteDate: null, equipmentNo: 'E-1', branchCode: 'B01' });
    expect(paged?.responseSec).toBeGreaterThanOrEqual(599);
    await move(id, 'PAGE', 'DISP');
    await move(id, 'DISP', 'SITE');
    await move(id, 'SITE', 'CLSO', { scsa: '1', scsb: '1' });
    const closed = await factOf(id);
    expect(closed).toMatchObject({ isClosed: true, scsa: '1', responseLimitSec: 600 });
    expect(closed?.restoreSec).toBeGreaterThanOrEqual(closed?.arrivalSec ?? Infinity);
  });

  it('is not written by a move that is refused', async () => {
    const id = await callOut('F-2');
    expect((await move(id, 'INIT', 'SITE')).code).toBe(409);
    expect(await factOf(id)).toBeNull();
  });

  it('is written by night for whatever came in beside the portal, once, with who came back within 30 days', async () => {
    await past('F-A', 100);
    await past('F-B', 80);
    await past('F-C', 75, '4');
    await past('F-D', 40);
    expect(await keepCallbackFacts(Date.now())).toBe(4);
    expect(await factOf('F-A')).toMatchObject({
      responseSec: 300,
      arrivalSec: 3000,
      restoreSec: 7200,
      comebackDate: (await factOf('F-B'))?.createDate,
    });
    // The next one of the machine's own came after 40 days.
    expect((await factOf('F-B'))?.comebackDate).toBeNull();
    expect((await factOf('F-C'))?.comebackDate).toBeNull();
    const before = await db().callbackFact.findMany({ orderBy: { callbackId: 'asc' } });
    await keepCallbackFacts(Date.now());
    expect(await db().callbackFact.findMany({ orderBy: { callbackId: 'asc' } })).toEqual(before);
    await db().callback.delete({ where: { callbackId: 'F-D' } });
    expect(await factOf('F-D')).toBeNull();
  });
});
