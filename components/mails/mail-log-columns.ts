import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import { resendMail, type MailLogRow } from '@/lib/features/mails/contract';
import { isLost } from '@/lib/platform/mail/contract';
import { MAIL_LOOK } from './shared/mail-look';

export const MAIL_TASKS: readonly RowTask<MailLogRow, 'view' | 'resend'>[] = [
  { kind: 'view' },
  { kind: 'resend', operation: resendMail, isOffered: ({ state }) => isLost(state) },
];

/** @param actions of the rows */
export function mailColumnsOf(t: ListTexts, actions: readonly Column<MailLogRow>[]): readonly Column<MailLogRow>[] {
  const { time, text, option, status, count, own } = columnKinds<MailLogRow>(t);
  return [
    time('createDate'),
    text('toAddress', { minWidth: 150, flex: true, onCard: 2 }),
    status('state', MAIL_LOOK, { onCard: 1 }),
    option('kind', { onCard: 3 }),
    text('subject', { minWidth: 160, flex: true, onCard: 4 }),
    own('attachments', ({ attachments }) => attachments.join(t('separator')) || null, { minWidth: 130, flex: true }),
    time('sentDate'),
    text('error', { minWidth: 110, flex: true }),
    text('username'),
    count('tries'),
    ...actions,
  ];
}
