import { z } from 'zod';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDay,
  filterEnums,
  filterText,
  logId,
  none,
  pageOf,
  paging,
} from '@/lib/platform/contract/schemas';
import { MAIL_KINDS, MAIL_STATES } from '@/lib/platform/mail/contract';
import { CutHistory } from '@/lib/platform/strategy/shapes';

/** The log of e-mails, a tab of the SMS log (api.md §2.23, readings 99, 185). */

export const MAIL_LOG_SORT_FIELDS = ['createDate', 'kind', 'state', 'sentDate', 'tries'] as const;
export const MAX_MAIL_DAYS = 60;

export const MailLogRow = z.object({
  id: z.string(),
  createDate: dateTimeOut,
  /** `a***@example.com`, whole for SUPER_MASTER. */
  toAddress: z.string(),
  kind: z.enum(MAIL_KINDS),
  subject: z.string(),
  content: z.string(),
  /** Names of the files that go along. */
  attachments: z.array(z.string()),
  /** Who had it sent; null: the portal itself. */
  username: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  sentDate: dateTimeOut.nullable(),
  /** Why not, in words, or what the server said. */
  error: z.string().nullable(),
  tries: z.number().int(),
});
export type MailLogRow = z.output<typeof MailLogRow>;

const MailFilters = z.object({
  /** Missing: M15; at most 60 days. */
  startDate: filterDay,
  endDate: filterDay,
  /** A whole address; any part for who is shown whole ones. */
  toAddress: filterText(),
  kind: filterEnums(MAIL_KINDS),
  state: filterEnums(MAIL_STATES),
  username: filterText(64),
});
export type MailFilters = z.output<typeof MailFilters>;

export const queryMailLog = operation({
  name: 'queryMailLog',
  method: 'POST',
  path: 'mailLog/query',
  access: anyOf('SIM_MESSAGE_READ'),
  scope: 'usr',
  input: paging(MAIL_LOG_SORT_FIELDS).extend(MailFilters.shape),
  output: pageOf(MailLogRow).extend(CutHistory.shape),
  summary: 'E-mails of at most 60 days (api.md §2.23)',
  audit: 'view',
});

/** Sends a failed e-mail again, as the same message. Errors: not_found, no_object_permission, conflict (not failed). */
export const resendMail = operation({
  name: 'resendMail',
  method: 'POST',
  path: 'mailLog/resend',
  access: anyOf('SIM_MESSAGE_WRITE'),
  scope: 'usr',
  input: z.object({ id: logId }),
  output: none,
  summary: 'Sends a failed e-mail again (api.md §2.23)',
  audit: 'update',
});

export const mailLogOperations = [queryMailLog, resendMail];
