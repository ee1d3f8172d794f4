import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { config } from '@/lib/config';
import type { Language } from '@/lib/platform/i18n/languages';
import type { Transaction } from '@/lib/platform/db/transaction';
import { LOST_STATES, MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, MAX_CONTENT, MAX_FILES, MAX_SUBJECT } from './contract';
import type { MailKind, MailSuppressReason } from './contract';
import { takeMail } from './limits';
import { addressKey } from './opt-out-link';
import { oneLine } from './rules';

/** Putting an e-mail into the log (readings 99, 185). What may not be sent is written down too, with the reason. */

const MAX_REASON = 500;

/** A kept file of an e-mail: its path in StoredFile and the name that the receiver sees. */
export const Attachment = z.object({
  path: z.string(),
  name: z.string(),
  size: z.number().int(),
  /** Too large to go along: the text carries a link to it. */
  isLinked: z.boolean().default(false),
});
export type Attachment = z.output<typeof Attachment>;

export interface NewMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  /** Plain text; the foot with the opt-out is put below it. */
  readonly text: string;
  readonly language: Language;
  /** Who has it sent; null: the portal itself. */
  readonly username: string | null;
  readonly branchCode: string | null;
  /** At most 20. What goes along and what becomes a link is decided here. */
  readonly attachments?: readonly Omit<Attachment, 'isLinked'>[];
}

/** Two files, 20 MB together, go along, the first ones first; each one beyond becomes a link (readings 99). */
export function placedAttachments(files: NonNullable<NewMail['attachments']>): Attachment[] {
  let room = MAX_ATTACHED_BYTES;
  let left = MAX_ATTACHMENTS;
  return files.map(({ path, name, size }) => {
    const isLinked = left === 0 || size > room;
    if (!isLinked) {
      room -= size;
      left -= 1;
    }
    return { path, name, size, isLinked };
  });
}

/**
 * Queues an e-mail in the caller's transaction; it leaves after the commit, by the gateway's clock within seconds.
 * @returns its number in the log, and why it will not be sent (null: it will)
 * @throws RangeError for more than 20 attachments; rate_limited when `username` had too many sent
 */
export async function queueMail(
  sql: Transaction,
  { to, subject, text, attachments = [], ...mail }: NewMail,
  now = Date.now(),
): Promise<{ id: bigint; suppressed: MailSuppressReason | null }> {
  if (attachments.length > MAX_FILES) throw new RangeError('too many attachments for one e-mail');
  if (mail.username !== null) await takeMail(mail.username, now);
  const address = oneLine(to, 200);
  const optedOut = await sql.mailOptOut.count({ where: { emailAddress: addressKey(address) } });
  const suppressed = optedOut > 0 ? 'optedOut' : config().mail.provider === 'none' ? 'noProvider' : null;
  const { id } = await sql.mailLog.create({
    data: {
      ...mail,
      toAddress: address,
      subject: oneLine(subject, MAX_SUBJECT),
      content: text.slice(0, MAX_CONTENT),
      attachments: placedAttachments(attachments).map((attachment) => ({ ...attachment })),
      state: suppressed ? 'SUPPRESSED' : 'QUEUED',
      error: suppressed,
      nextAt: suppressed ? null : new Date(now),
      messageId: `<${randomUUID()}@${new URL(config().publicUrl).hostname}>`,
      createDate: new Date(now),
    },
    select: { id: true },
  });
  return { id, suppressed };
}

/** Queues an e-mail that did not arrive again, as the same message. @returns false when it is none of these */
export async function requeueMail(sql: Pick<Transaction, 'mailLog'>, id: bigint, now = Date.now()): Promise<boolean> {
  const { count } = await sql.mailLog.updateMany({
    where: { id, state: { in: [...LOST_STATES] } },
    data: { state: 'QUEUED', tries: 0, error: null, nextAt: new Date(now) },
  });
  return count === 1;
}

/** What a provider tells of an e-mail that was taken and came back later. @returns false when we sent no such message */
export async function noteBounce(
  sql: Pick<Transaction, 'mailLog'>,
  { messageId, reason }: { readonly messageId: string; readonly reason: string },
): Promise<boolean> {
  const written = `<${messageId.replace(/^<|>$/g, '')}>`;
  const { count } = await sql.mailLog.updateMany({
    where: { messageId: written, state: { in: ['SENT', 'BOUNCED'] } },
    data: { state: 'BOUNCED', error: oneLine(reason, MAX_REASON), nextAt: null },
  });
  return count > 0;
}
