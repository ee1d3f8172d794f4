import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { queueMail } from '@/lib/platform/mail/queue';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** The log of e-mails (api.md §2.23, readings 99, 185). */

useFreshDatabase();

const TODAY = formatDate(Date.now());
const days = { startDate: TODAY, endDate: TODAY };
interface Row {
  id: string;
  toAddress: string;
  [field: string]: unknown;
}
const ask = (name: string, more: object = {}) =>
  call<{ total: number; records: Row[] }>(name, 'POST', 'mailLog/query', { ...days, ...more });
const addressesOf = async (name: string, more?: object) =>
  (await ask(name, more)).data.records.map(({ toAddress }) => toAddress);

beforeAll(async () => {
  await createPersonas();
  for (const [to, username, branchCode] of [
    ['a.one@example.com', 'branchManager', 'B01'],
    ['b.two@example.com', 'customerElite', 'B02'],
    ['c.three@example.com', null, null],
  ] as const)
    await db().$transaction((sql) =>
      queueMail(sql, {
        kind: 'maintenance',
        to,
        subject: `主题 ${to}`,
        text: '正文',
        language: 'zh-CN',
        username,
        branchCode,
      }),
    );
});
beforeEach(resetLimits);

it('shows e-mails of accounts in scope, addresses whole to SUPER_MASTER alone', async () => {
  expect(await addressesOf('platformAdmin')).toEqual(['c.three@example.com', 'b.two@example.com', 'a.one@example.com']);
  expect(await addressesOf('branchManager')).toEqual(['a***@example.com']);
  expect((await ask('customerElite')).code).toBe(403);
});

it('is searched by a whole address where addresses are masked, by any part where they are not', async () => {
  expect(await addressesOf('platformAdmin', { toAddress: 'two' })).toEqual(['b.two@example.com']);
  expect(await addressesOf('branchManager', { toAddress: 'one' })).toEqual([]);
  expect(await addressesOf('branchManager', { toAddress: 'A.one@example.com' })).toEqual(['a***@example.com']);
});

it('needs both days, at most 60', async () => {
  expect(await ask('platformAdmin', { startDate: '' })).toMatchObject({
    code: 400,
    message: '开始日期和结束日期必须选择',
  });
  expect((await ask('platformAdmin', { startDate: formatDate(Date.now() - 61 * 86_400_000) })).code).toBe(400);
});

it('a failed one goes out again, as the same message; others do not', async () => {
  const [failed, waiting] = await db().mailLog.findMany({ orderBy: { id: 'asc' } });
  if (!failed || !waiting) throw new Error('no rows');
  await db().mailLog.update({
    where: { id: failed.id },
    data: { state: 'FAILED', error: '550 no', nextAt: null, tries: 1 },
  });
  const resend = (name: string, id: bigint) => call(name, 'POST', 'mailLog/resend', { id: String(id) });
  expect(await resend('branchManager', waiting.id)).toMatchObject({ code: 511 });
  expect(await resend('platformAdmin', waiting.id)).toMatchObject({ code: 409, message: '只能重发失败的邮件' });
  expect(await resend('branchManager', failed.id)).toMatchObject({ code: 200 });
  expect(await db().mailLog.findUniqueOrThrow({ where: { id: failed.id } })).toMatchObject({
    state: 'QUEUED',
    tries: 0,
    error: null,
    messageId: failed.messageId,
  });
});
