import { randomBytes } from 'node:crypto';
import { resetConfig } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { optOutHref } from '@/lib/platform/mail/opt-out-link';
import { callSms } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { keep, mailRow, queue, sha256, TO, useSink } from './support/sink';

/** E-mails through a real SMTP server (readings 99, 185): what arrives, what is tried again, what is not. */

useFreshDatabase();
useDataDir();
const sink = useSink();
const MINUTE = 60_000;

it('arrives as it was written: sender, receiver, subject, text, language, attachments byte for byte', async () => {
  const [one, two] = [randomBytes(3_000_000), randomBytes(500)];
  await queue({ attachments: [await keep(one, '维保记录M1.pdf'), await keep(two, 'b.pdf')] });
  expect(await sendDueMail()).toBe(1);
  const [mail] = await sink.mails();
  expect(mail).toMatchObject({
    from: { name: '电梯平台', address: 'no-reply@portal.example' },
    to: [{ address: TO }],
    subject: '维保记录 M1',
    messageId: (await mailRow()).messageId,
  });
  expect(mail?.text).toContain('您好，附件为维保记录。\n请查收。');
  expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['维保记录M1.pdf', 'application/pdf'],
    ['b.pdf', 'application/pdf'],
  ]);
  expect(mail?.attachments.map(({ content }) => sha256(Buffer.from(content as ArrayBuffer)))).toEqual(
    [one, two].map(sha256),
  );
  expect(mail?.headers.find(({ key }) => key === 'content-language')?.value).toBe('zh-CN');
  expect(await mailRow()).toMatchObject({ state: 'SENT', tries: 1, provider: 'smtp', nextAt: null, error: null });
  expect(await sendDueMail()).toBe(0);
});

it('bears the way out in its header and at its end; it works once, and then nothing more leaves for this address', async () => {
  await queue();
  await sendDueMail();
  const [mail] = await sink.mails();
  const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value.replace(/\s/g, '') ?? '';
  expect(header).toBe(`<${optOutHref(TO)}>`);
  expect(mail?.text?.replace(/\s/g, '')).toContain(optOutHref(TO));
  const waiting = await queue();
  const token = new URL(header.slice(1, -1)).searchParams.get('token');
  expect(await callSms('POST', 'mail/unsubscribe', { body: { token } })).toMatchObject({
    code: 200,
    data: { emailAddress: 'w***@example.com' },
  });
  // What waits already is looked at again before it leaves.
  await sendDueMail();
  expect(await mailRow(waiting.id)).toMatchObject({ state: 'SUPPRESSED', error: 'optedOut', nextAt: null });
  expect(await queue({ to: ' Wang.Fang@Example.com ' })).toMatchObject({ suppressed: 'optedOut' });
  await sendDueMail();
  expect(sink.raw).toHaveLength(1);
});

it('is held by who sends it for as long as a slow server takes', async () => {
  const { id } = await queue();
  let take: (() => void) | undefined;
  sink.answer = (onTake) => (take = onTake);
  let at = Date.now();
  const sending = sendDueMail(() => at, 20);
  await until(() => take !== undefined);
  for (let minutes = 0; minutes < 3; minutes += 1) {
    at += 4 * MINUTE;
    await until(async () => ((await mailRow(id)).nextAt?.getTime() ?? 0) > at + 4 * MINUTE);
    expect(await sendDueMail(() => at)).toBe(0);
  }
  take?.();
  expect(await sending).toBe(1);
  expect(await mailRow(id)).toMatchObject({ state: 'SENT', tries: 1, nextAt: null });
  expect(sink.raw).toHaveLength(1);
});

it('with the server away it waits 1, 5, 15 minutes, 1, 4 and 12 hours, and leaves when it is back', async () => {
  const start = Date.now();
  await sink.close();
  const { id } = await queue({}, start);
  let at = start;
  const waits: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    await sendDueMail(() => at);
    const { state, nextAt, error } = await mailRow(id);
    expect([state, error]).toEqual(['QUEUED', expect.stringContaining('ECONNREFUSED')]);
    waits.push(((nextAt?.getTime() ?? 0) - at) / MINUTE);
    expect(await sendDueMail(() => at)).toBe(0);
    at = nextAt?.getTime() ?? 0;
  }
  expect(waits).toEqual([1, 5, 15]);
  await sink.reopen();
  await sendDueMail(() => at);
  expect(await mailRow(id)).toMatchObject({ state: 'SENT', tries: 4 });
  expect(sink.raw).toHaveLength(1);
});

it('a server that stays away is given up after seven tries', async () => {
  await sink.close();
  const { id } = await queue();
  await db().mailLog.update({ where: { id }, data: { tries: 6 } });
  await sendDueMail();
  expect(await mailRow(id)).toMatchObject({ state: 'FAILED', tries: 7, nextAt: null });
  await sink.reopen();
});

it.each([
  [450, 'QUEUED'],
  [421, 'QUEUED'],
  [550, 'REFUSED'],
  [552, 'REFUSED'],
])('a receiver refused with %i: %s, with what the server said', async (responseCode, state) => {
  sink.rcpt = (_address, _session, callback) => callback(Object.assign(new Error('mailbox says no'), { responseCode }));
  const { id } = await queue();
  await sendDueMail();
  const held = await mailRow(id);
  expect(held).toMatchObject({ state, tries: 1, error: expect.stringContaining(`${responseCode} mailbox says no`) });
  expect(held.nextAt === null).toBe(state === 'REFUSED');
});

it.each([
  [451, 'QUEUED'],
  [554, 'REFUSED'],
])('an e-mail refused at its end with %i: %s', async (code, state) => {
  sink.answer = (_take, refuse) => refuse(code);
  const { id } = await queue();
  await sendDueMail();
  expect(await mailRow(id)).toMatchObject({ state, error: expect.stringContaining(String(code)) });
});

it('broken off before its end it arrives once; after its end at most once more, under the same Message-ID', async () => {
  const start = Date.now();
  const { id } = await queue({ attachments: [await keep(randomBytes(2_000_000), 'a.pdf')] }, start);
  sink.breakAfter = 500_000;
  await sendDueMail(() => start);
  expect(sink.raw).toHaveLength(0);
  expect(await mailRow(id)).toMatchObject({ state: 'QUEUED', tries: 1 });
  sink.breakAfter = undefined;
  // Taken whole, and the answer never arrives.
  sink.answer = (take) => {
    sink.dropAll();
    take();
  };
  await sendDueMail(() => start + 2 * MINUTE);
  expect(sink.raw).toHaveLength(1);
  expect(await mailRow(id)).toMatchObject({ state: 'QUEUED', tries: 2 });
  sink.answer = undefined;
  await sendDueMail(() => start + 10 * MINUTE);
  expect(await mailRow(id)).toMatchObject({ state: 'SENT', tries: 3 });
  const mails = await sink.mails();
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
});

it('two senders at once send one', async () => {
  await queue();
  expect((await Promise.all([sendDueMail(), sendDueMail()])).sort()).toEqual([0, 1]);
  expect(sink.raw).toHaveLength(1);
});

it('a claim of a sender that died runs out, and the next one sends', async () => {
  const now = Date.now();
  await queue({}, now);
  await pool().query(`UPDATE mail_log SET tries = 1, next_at = to_timestamp($1 / 1000.0)`, [now + 5 * MINUTE]);
  expect(await sendDueMail(() => now)).toBe(0);
  expect(await sendDueMail(() => now + 5 * MINUTE)).toBe(1);
  expect(sink.raw).toHaveLength(1);
});

it('no header can be written by a subject, and no second receiver by an address', async () => {
  const { id } = await queue({ subject: 'a\r\nBcc: evil@example.com\r\n\r\nbody' });
  const strange = [
    await queue({ to: 'x@example.com\r\nBcc: evil@example.com' }),
    await queue({ to: 'a@example.com, evil@example.com' }),
  ];
  await sendDueMail();
  const mails = await sink.mails();
  expect(mails.map(({ subject, to, bcc }) => [subject, to?.map(({ address }) => address), bcc])).toEqual([
    ['a Bcc: evil@example.com body', [TO], undefined],
  ]);
  expect(await mailRow(id)).toMatchObject({ state: 'SENT' });
  for (const one of strange) expect(await mailRow(one.id)).toMatchObject({ state: 'REFUSED' });
});

it('a file that is gone keeps the e-mail back', async () => {
  const file = await keep(randomBytes(100), 'a.pdf');
  const { id } = await queue({ attachments: [file] });
  await db().storedFile.update({ where: { path: file.path }, data: { deletedAt: new Date() } });
  await sendDueMail();
  expect(await mailRow(id)).toMatchObject({ state: 'SUPPRESSED', error: 'fileGone' });
});

it('a password that the server does not take is tried again: the message is not at fault', async () => {
  const { port } = sink;
  process.env.SMTP_URL = `smtp://user:wrong@127.0.0.1:${port}`;
  resetConfig();
  const { id } = await queue();
  await sendDueMail();
  expect(await mailRow(id)).toMatchObject({ state: 'QUEUED', tries: 1 });
  process.env.SMTP_URL = `smtp://127.0.0.1:${port}`;
  resetConfig();
});

describe('without a server', () => {
  afterEach(() => {
    delete process.env.MAIL_PROVIDER;
    resetConfig();
  });
  it.each([
    ['outbox', 'SENT', null],
    ['none', 'SUPPRESSED', 'noProvider'],
  ])('%s: %s', async (provider, state, error) => {
    process.env.MAIL_PROVIDER = provider;
    resetConfig();
    const { id } = await queue();
    await sendDueMail();
    expect(await mailRow(id)).toMatchObject({ state, error });
    expect(sink.raw).toHaveLength(0);
  });
});
