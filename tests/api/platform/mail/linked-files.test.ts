import { randomBytes } from 'node:crypto';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { findLinkedFile } from '@/lib/platform/mail/linked-files';
import { optOutToken } from '@/lib/platform/mail/opt-out-link';
import { placedAttachments } from '@/lib/platform/mail/queue';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { formatDate } from '@/lib/platform/i18n/format';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { ORIGIN } from '../../../support/sms-client';
import { createReport } from '../../features/maintenance-reports/support/jobs';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { keep, mailRow, queue, sha256, useSink } from './support/sink';

/** The files of e-mails (readings 99, 200): those that go along are the downloads; one too large is behind a link. */

useFreshDatabase();
useDataDir();
const sink = useSink();
const MB = 2 ** 20;
const DAY = 86_400_000;

beforeAll(createPersonas);
beforeEach(resetLimits);

async function fetched(name: string | null, path: string) {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      headers: { 'x-forwarded-for': '192.0.2.1', ...(name ? await headersOf(name) : {}) },
    }),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isFile = !response.headers.get('content-type')?.includes('json');
  const said = isFile ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as { code: number; message: string });
  return { headers: response.headers, bytes, said };
}

/** The links of the e-mail that arrived last. */
async function linksOf(): Promise<string[]> {
  const text = (await sink.mails()).at(-1)?.text ?? '';
  return [...text.matchAll(/https?:\S+\/mailFile\?token=\S+/g)].map(([link]) => link);
}
const tokenOf = (link = '') => new URL(link).searchParams.get('token') ?? '';
const fileBy = (name: string | null, token: string) => fetched(name, `mail/file?token=${encodeURIComponent(token)}`);

it('what goes along is byte for byte what the page of reports downloads', async () => {
  await createReport({ jobNo: 'M1', day: formatDate(Date.now() - DAY) });
  const kept = await keep(randomBytes(40_000), '维保记录M1.pdf', 'E-1');
  await db().maintenanceReport.update({ where: { jobNo: 'M1' }, data: { status: '1', filePath: kept.path } });
  await queue({ attachments: [kept] });
  await sendDueMail();
  const [mail] = await sink.mails();
  const [attached] = mail?.attachments ?? [];
  const download = await fetched('platformAdmin', 'paperless/mnt/getFile/M1?download=1');
  expect(download.bytes.byteLength).toBe(40_000);
  expect(sha256(new Uint8Array(attached?.content as ArrayBuffer))).toBe(sha256(download.bytes));
  expect(await linksOf()).toEqual([]);
});

it('two files of 20 MB together go along, the first ones first; the others are links', () => {
  const placed = (...sizes: number[]) =>
    placedAttachments(sizes.map((size) => ({ path: 'p', name: 'n', size }))).map(({ isLinked }) => isLinked);
  expect(placed(10 * MB, 10 * MB)).toEqual([false, false]);
  expect(placed(10 * MB, 10 * MB + 1)).toEqual([false, true]);
  expect(placed(1, 1, 1)).toEqual([false, false, true]);
  expect(placed(21 * MB, 1)).toEqual([true, false]);
});

it('a file over 20 MB stays here, and opens for who is signed in by a link of 7 days', async () => {
  const { path } = await keep(randomBytes(100), '项目运行报告.pdf');
  const big = { path, name: '项目运行报告.pdf', size: 21 * MB };
  await db().storedFile.update({ where: { path }, data: { size: big.size } });
  const { id } = await queue({ attachments: [big, await keep(randomBytes(50), 'b.pdf')] });
  await sendDueMail();
  const [mail] = await sink.mails();
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['b.pdf']);
  expect(mail?.text).toContain('以下文件较大，请登录后下载（7天内有效）：\n项目运行报告.pdf\n');
  expect((await sink.mails())[0]?.text?.length).toBeLessThan(2000);
  const links = await linksOf();
  expect(links).toHaveLength(1);
  const token = tokenOf(links[0]);

  const opened = await fileBy('customerLite', token);
  expect(opened.headers.get('content-disposition')).toMatch(/^attachment; .*%E9%A1%B9%E7%9B%AE/);
  expect(opened.bytes.byteLength).toBe(100);
  expect((await fileBy(null, token)).said).toMatchObject({ code: 401 });
  expect((await findLinkedFile(token, Date.now() + 7 * DAY - 60_000))?.name).toBe(big.name);
  expect(await findLinkedFile(token, Date.now() + 7 * DAY + 60_000)).toBeUndefined();

  // Neither a changed one nor a token for something else opens it, nor any file once it is gone.
  const bad = { code: 400, message: '链接已失效' };
  expect((await fileBy('customerLite', `${token.slice(0, -2)}AA`)).said).toMatchObject(bad);
  expect((await fileBy('customerLite', optOutToken(`${id}.0.${Date.now() + DAY}`))).said).toMatchObject(bad);
  await db().storedFile.update({ where: { path }, data: { deletedAt: new Date() } });
  expect((await fileBy('customerLite', token)).said).toMatchObject(bad);
});

it('is kept back by a data strategy that keeps files back', async () => {
  const { path } = await keep(randomBytes(100), 'a.pdf');
  await queue({ attachments: [{ path, name: 'a.pdf', size: 21 * MB }] });
  await sendDueMail();
  const token = tokenOf((await linksOf())[0]);
  await db().userStrategy.create({
    data: {
      strategyId: 'S1',
      strategyName: 'no files',
      level: 'user',
      dataGroups: [],
      symptomCategories: [],
      exportAllowed: false,
      enabled: true,
      targets: { create: [{ level: 'user', value: 'customerElite' }] },
    },
  });
  forgetStrategies();
  expect((await fileBy('customerElite', token)).said).toMatchObject({ code: 403, message: '导出已被限制' });
  expect((await fileBy('customerLite', token)).said).toBeUndefined();
});

describe('what one account may have sent', () => {
  const asked = (username: string | null) => queue({ username });
  const limited = (message?: string) => ({ id: 'rate_limited', ...(message ? { messageKey: message } : {}) });

  it('is 10 a minute; the portal itself and others are not held up by it', async () => {
    for (let index = 0; index < 10; index += 1) await asked('branchManager');
    await expect(asked('branchManager')).rejects.toMatchObject(limited());
    await asked('customerElite');
    await asked(null);
    expect(await db().mailLog.count()).toBe(12);
  });

  it('is 100 a day, and what was refused is not counted', async () => {
    await db().rateCounter.updateMany({ where: { key: 'report-mail:customerLite' }, data: { count: 0 } });
    for (let index = 0; index < 100; index += 1) {
      if (index % 10 === 0) resetLimits();
      await asked('customerLite');
    }
    resetLimits();
    await expect(asked('customerLite')).rejects.toMatchObject(limited('mailQuota'));
    const { count } = await db().rateCounter.findFirstOrThrow({ where: { key: 'report-mail:customerLite' } });
    expect(count).toBe(100);
  });
});

describe('an e-mail that came back', () => {
  it('is told by a partner of its own scope, stands in the log with the reason, and may be sent again', async () => {
    const { id } = await queue({ username: 'branchManager', branchCode: 'B01' });
    await sendDueMail();
    const { messageId } = await mailRow(id);
    const told = (partner: string, body: object) =>
      handleSms(
        new Request(`${ORIGIN}/sms/mail/bounce`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': '192.0.2.1',
            authorization: `Basic ${Buffer.from(`${partner}:a secret`).toString('base64')}`,
          },
          body: JSON.stringify(body),
        }),
      ).then(async (response) => (await response.json()) as { code: number });
    const reason = '5.1.1 no such user\r\nX: y';
    expect((await told('erp', { messageId, reason })).code).toBe(403);
    expect((await told('nobody', { messageId, reason })).code).toBe(401);
    expect((await told('mailer', { messageId: '<x@y>', reason })).code).toBe(404);
    expect((await told('mailer', { messageId: messageId.slice(1, -1), reason })).code).toBe(200);
    expect(await mailRow(id)).toMatchObject({ state: 'BOUNCED', error: '5.1.1 no such user X: y', nextAt: null });

    const days = { startDate: formatDate(Date.now()), endDate: formatDate(Date.now()) };
    const log = await call<{ records: { id: string; error: string }[] }>('branchManager', 'POST', 'mailLog/query', {
      ...days,
      state: ['BOUNCED'],
    });
    expect(log.data.records).toMatchObject([{ id: String(id), error: '5.1.1 no such user X: y' }]);
    expect(await call('branchManager', 'POST', 'mailLog/resend', { id: String(id) })).toMatchObject({ code: 200 });
    await sendDueMail();
    expect(await mailRow(id)).toMatchObject({ state: 'SENT', messageId });
    expect(sink.raw).toHaveLength(2);
  });

  beforeAll(async () => {
    const { hashPassword } = await import('@/lib/platform/auth/accounts/password');
    const secretHash = await hashPassword('a secret');
    await db().partner.createMany({
      data: [
        { partnerId: 'erp', name: 'ERP', secretHash, scopes: ['import'] },
        { partnerId: 'mailer', name: 'Mailer', secretHash, scopes: ['mail'] },
      ],
    });
  });
});
