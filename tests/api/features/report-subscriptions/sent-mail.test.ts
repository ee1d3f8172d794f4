import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { getMonthly } from '@/lib/features/unit-reports/monthly-contract';
import type { ReportDelivery } from '@/lib/features/report-subscriptions/contract';
import { sendDueReports } from '@/lib/features/report-subscriptions/internal/send-due-reports';
import type { ReportKind } from '@/lib/features/report-subscriptions/report-kind';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { ORIGIN } from '../../../support/sms-client';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { startSender } from '../../platform/mail/support/sender-process';
import { mailRow, sha256, TO, useSink } from '../../platform/mail/support/sink';

/** The e-mail of a subscription on its way: its sender is killed, its zip is too large (readings 185, 200). */

useFreshDatabase();
useDataDir();
const sink = useSink();

const OWNER = 'internalStaff';
const MB = 2 ** 20;
const CLAIM_MS = 5 * 60_000;
let subscriptionId = '';

beforeAll(createPersonas);
afterEach(resetLimits);

/** A report whose zip has so many bytes, that come as they are made. */
function kindOf(megabytes: number) {
  const chunks = Array.from({ length: megabytes }, () => randomBytes(MB));
  const kind: ReportKind = {
    operation: getMonthly,
    isByDay: true,
    mailKind: 'monthly',
    check: () => Promise.resolve(),
    make: ({ dueDate }) => {
      async function* parts() {
        for (const chunk of chunks) yield await Promise.resolve(chunk);
      }
      return Promise.resolve({
        subject: dueDate,
        text: 'x',
        files: [{ name: '设备月报.zip', type: 'zip' as const, parts: parts() }],
      });
    },
  };
  return { kinds: { monthly: kind }, bytes: Buffer.concat(chunks) };
}

beforeEach(async () => {
  await db().reportSubscription.deleteMany();
  const saved = await call<{ subscriptionId: string }>(OWNER, 'POST', 'report/subscription/save', {
    kind: 'monthly',
    projectIds: ['P-1'],
    emailAddress: TO,
    language: 'zh-CN',
    day: 5,
    enabled: true,
  });
  ({ subscriptionId } = saved.data);
  await db().reportSubscription.updateMany({ data: { nextAt: new Date(Date.now() - 60_000) } });
});

const log = async () =>
  (await call<{ records: ReportDelivery[] }>(OWNER, 'POST', 'report/subscription/deliveries', { subscriptionId })).data
    .records;
const states = async () => (await log()).map(({ state }) => state);

/** Both gateways look again and again for what is due, long after the claim of the dead one is over. */
async function goOn(kinds: Parameters<typeof sendDueReports>[1]) {
  for (const later of [CLAIM_MS, 2 * CLAIM_MS])
    await Promise.all([
      sendDueReports(Date.now() + later, kinds),
      sendDueReports(Date.now() + later, kinds),
      sendDueMail(() => Date.now() + later),
      sendDueMail(() => Date.now() + later),
    ]);
}

it('killed before the final dot: it arrives once, and the log says so', async () => {
  const { kinds, bytes } = kindOf(3);
  await sendDueReports(Date.now(), kinds);
  expect(await states()).toEqual(['QUEUED']);
  const sender = startSender();
  const gone = once(sender, 'exit');
  sink.onBytes = (size) => {
    if (size > MB) sender.kill('SIGKILL');
  };
  expect((await gone)[1]).toBe('SIGKILL');
  sink.onBytes = undefined;
  expect(sink.raw).toHaveLength(0);
  expect(await states()).toEqual(['QUEUED']);
  await goOn(kinds);
  const mails = await sink.mails();
  expect(mails).toHaveLength(1);
  expect(sha256(new Uint8Array(mails[0]?.attachments[0]?.content as ArrayBuffer))).toBe(sha256(bytes));
  expect(await states()).toEqual(['SENT']);
}, 60_000);

it('killed after it, before the answer came: at most once more, as the same message, and the log has one line', async () => {
  const { kinds } = kindOf(1);
  await sendDueReports(Date.now(), kinds);
  const sender = startSender();
  const gone = once(sender, 'exit');
  sink.answer = (take) => {
    sender.once('exit', take);
    sender.kill('SIGKILL');
  };
  expect((await gone)[1]).toBe('SIGKILL');
  sink.answer = undefined;
  await goOn(kinds);
  const mails = await sink.mails();
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ messageId }) => messageId))).toEqual(new Set([(await mailRow()).messageId]));
  expect(await db().mailLog.count()).toBe(1);
  expect(await states()).toEqual(['SENT']);
}, 60_000);

it('a zip over 20 MB goes as a link, behind which it is whole', async () => {
  const { kinds, bytes } = kindOf(21);
  await sendDueReports(Date.now(), kinds);
  await sendDueMail();
  const [mail] = await sink.mails();
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).toContain('以下文件较大，请登录后下载（7天内有效）：\n设备月报.zip\n');
  const [link = ''] = /https?:\S+\/mailFile\?token=\S+/.exec(mail?.text ?? '') ?? [];
  const token = new URL(link).searchParams.get('token') ?? '';
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/mail/file?token=${encodeURIComponent(token)}`, { headers: await headersOf(OWNER) }),
  );
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(bytes));
  expect((await log())[0]).toMatchObject({ state: 'SENT', files: ['设备月报.zip'] });
}, 60_000);

it('of 20 MB it goes along', async () => {
  const { kinds, bytes } = kindOf(20);
  await sendDueReports(Date.now(), kinds);
  await sendDueMail();
  const [mail] = await sink.mails();
  expect(sha256(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer))).toBe(sha256(bytes));
}, 60_000);

it('a zip that cannot be finished leaves nothing behind, and is tried again', async () => {
  const { kinds } = kindOf(1);
  const failing: ReportKind = {
    ...kinds.monthly,
    make: () => {
      async function* parts() {
        yield await Promise.resolve(randomBytes(10));
        throw new Error('the gateway went away');
      }
      return Promise.resolve({
        subject: 'x',
        text: 'x',
        files: [{ name: 'a.zip', type: 'zip' as const, parts: parts() }],
      });
    },
  };
  const kept = await db().storedFile.count();
  expect(await sendDueReports(Date.now(), { monthly: failing })).toBe(0);
  expect([await db().mailLog.count(), await states(), await db().storedFile.count()]).toEqual([0, [], kept]);
  expect(await sendDueReports(Date.now() + 600_000, kinds)).toBe(1);
  expect(await states()).toEqual(['QUEUED']);
});
