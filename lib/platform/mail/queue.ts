import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { config } from '@/lib/config';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, MAX_CONTENT, MAX_SUBJECT } from './contract';
import type { MailKind, MailSuppressReason } from './contract';
import { addressKey } from './opt-out-link';
import { oneLine } from './rules';

/** Putting an e-mail into the log (readings 99, 185). What may not be sent is written down too, with the reason. */

type Transaction = Prisma.TransactionClient;

/** A kept file that goes along: its path in StoredFile and the name that the receiver sees. */
export const Attachment = z.object({ path: z.string(), name: z.string(), size: z.number().int() });
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
  readonly attachments?: readonly Attachment[];
}

/** Attachments that are too many or too large go as a link; who writes the text has to decide that. */
export const fitsAttached = (attachments: readonly Pick<Attachment, 'size'>[]): boolean =>
  attachments.length <= MAX_ATTACHMENTS && attachments.reduce((sum, { size }) => sum + size, 0) <= MAX_ATTACHED_BYTES;

/**
 * Queues an e-mail in the caller's transaction; it leaves after the commit, by the gateway's clock within seconds.
 * @returns its number in the log, and why it will not be sent (null: it will)
 * @throws RangeError for attachments that do not fit
 */
export async function queueMail(
  sql: Transaction,
  { to, subject, text, attachments = [], ...mail }: NewMail,
  now = Date.now(),
): Promise<{ id: bigint; suppressed: MailSuppressReason | null }> {
  if (!fitsAttached(attachments)) throw new RangeError('the attachments do not fit into one e-mail');
  const address = oneLine(to, 200);
  const optedOut = await sql.mailOptOut.count({ where: { emailAddress: addressKey(address) } });
  const suppressed = optedOut > 0 ? 'optedOut' : config().mail.provider === 'none' ? 'noProvider' : null;
  const { id } = await sql.mailLog.create({
    data: {
      ...mail,
      toAddress: address,
      subject: oneLine(subject, MAX_SUBJECT),
      content: text.slice(0, MAX_CONTENT),
      attachments: attachments.map(({ path, name, size }) => ({ path, name, size })),
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

/** Queues a failed e-mail again, as the same message. @returns false when it is no failed one */
export async function requeueMail(sql: Pick<Transaction, 'mailLog'>, id: bigint, now = Date.now()): Promise<boolean> {
  const { count } = await sql.mailLog.updateMany({
    where: { id, state: 'FAILED' },
    data: { state: 'QUEUED', tries: 0, error: null, nextAt: new Date(now) },
  });
  return count === 1;
}
