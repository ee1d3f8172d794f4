import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { startSender } from './support/sender-process';
import { keep, mailRow, queue, useSink } from './support/sink';

/** A process that sends e-mails and is killed in the middle of one (readings 99, 185). */

useFreshDatabase();
useDataDir();
const sink = useSink();
const CLAIM_MS = 5 * 60_000;

const big = async () => queue({ attachments: [await keep(randomBytes(3_000_000), '维保记录M1.pdf')] });

it('killed before the final dot: one e-mail, from the next sender', async () => {
  const { id } = await big();
  const sender = startSender();
  const gone = once(sender, 'exit');
  sink.onBytes = (size) => {
    if (size > 500_000) sender.kill('SIGKILL');
  };
  expect((await gone)[1]).toBe('SIGKILL');
  sink.onBytes = undefined;
  expect(sink.raw).toHaveLength(0);
  expect(await mailRow(id)).toMatchObject({ state: 'QUEUED', tries: 1 });
  // Still claimed by the dead one.
  expect(await sendDueMail()).toBe(0);
  expect(await sendDueMail(() => Date.now() + CLAIM_MS)).toBe(1);
  expect(sink.raw).toHaveLength(1);
  expect(await mailRow(id)).toMatchObject({ state: 'SENT', tries: 2 });
}, 60_000);

it('killed after it, before the answer came: at most one more, under the same Message-ID', async () => {
  const { id } = await big();
  const sender = startSender();
  const gone = once(sender, 'exit');
  sink.answer = (take) => {
    sender.once('exit', take);
    sender.kill('SIGKILL');
  };
  expect((await gone)[1]).toBe('SIGKILL');
  sink.answer = undefined;
  await sendDueMail(() => Date.now() + CLAIM_MS);
  await sendDueMail(() => Date.now() + 2 * CLAIM_MS);
  expect(await mailRow(id)).toMatchObject({ state: 'SENT', tries: 2 });
  const mails = await sink.mails();
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ messageId }) => messageId))).toEqual(new Set([(await mailRow(id)).messageId]));
}, 60_000);
