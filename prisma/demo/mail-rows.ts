import type pg from 'pg';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import type { Language } from '@/lib/platform/i18n/languages';
import type { MailKind, MailState } from '@/lib/platform/mail/contract';
import type { Row } from './rows';

/** Rows of the log of e-mails, as sending leaves them. */

const HOUR_MS = 3_600_000;
/** From the queue to the server. */
const SENT_MS = 5000;
/** An e-mail that waits is tried again after the presentation. */
const WAITING_HOURS = 12;

export interface MailLine {
  readonly id: number;
  readonly kind: MailKind;
  readonly toAddress: string;
  /** Null: the portal itself. */
  readonly username: string | null;
  readonly branchCode: string | null;
  readonly language: Language;
  readonly subject: string;
  readonly content: string;
  readonly attachments?: readonly object[];
  readonly state: MailState;
  readonly error: string | null;
  readonly tries: number;
  readonly made: Date;
}

/** What stands beside the states that need a reason. */
export const MAIL_ERRORS: Readonly<Partial<Record<MailState, string>>> = {
  QUEUED: '451 4.7.1 Greylisted, try again later',
  FAILED: 'connect ETIMEDOUT',
  REFUSED: '550 5.1.1 The mailbox does not exist',
  BOUNCED: '552 5.2.2 Mailbox full',
  SUPPRESSED: 'optedOut',
};

export async function newMailIds(client: pg.ClientBase, total: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence('mail_log', 'id')) AS id FROM generate_series(1, $1::int)`,
    [total],
  );
  return rows.map(({ id }) => Number(id));
}

const COLUMNS = [
  'id',
  'kind',
  'to_address',
  'username',
  'branch_code',
  'language',
  'subject',
  'content',
  'attachments',
  'state',
  'error',
  'tries',
  'next_at',
  'provider',
  'message_id',
  'create_date',
  'sent_date',
];

export async function copyMails(client: pg.ClientBase, mails: readonly MailLine[], now: Date): Promise<void> {
  await copyRows(
    client,
    'mail_log',
    COLUMNS,
    mails.map((mail): Row => [
      mail.id,
      mail.kind,
      mail.toAddress,
      mail.username,
      mail.branchCode,
      mail.language,
      mail.subject,
      mail.content,
      JSON.stringify(mail.attachments ?? []),
      mail.state,
      mail.error,
      mail.tries,
      mail.state === 'QUEUED' ? new Date(now.getTime() + WAITING_HOURS * HOUR_MS) : null,
      mail.state === 'SUPPRESSED' ? null : 'outbox',
      `<demo-${mail.id}@example.com>`,
      mail.made,
      mail.state === 'SENT' || mail.state === 'BOUNCED' ? new Date(mail.made.getTime() + SENT_MS) : null,
    ]),
  );
}
