import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDay,
  filterEnums,
  filterText,
  logId,
  none,
  optionalText,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import { MAIL_KINDS, MAIL_STATES } from '@/lib/platform/mail/contract';
import { CutHistory } from '@/lib/platform/strategy/shapes';

/** The log of e-mails, a tab of the SMS log (api.md §2.23, readings 99, 185). */

export const MAIL_LOG_SORT_FIELDS = ['createDate', 'kind', 'state', 'sentDate', 'tries'] as const;
export const MAX_MAIL_DAYS = 60;

export const MailLogRow = z.object({
  id: z.string(),
  createDate: dateTimeOut,
  /** `a***@example.com`; whole for SUPER_MASTER. */
  toAddress: z.string(),
  kind: z.enum(MAIL_KINDS),
  subject: z.string(),
  content: z.string(),
  /** Names of the files that go along. */
  attachments: z.array(z.string()),
  /** The account that caused it; null: the portal itself. */
  username: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  sentDate: dateTimeOut.nullable(),
  /** Why it was not sent, or the server's answer. */
  error: z.string().nullable(),
  tries: z.number().int(),
});
export type MailLogRow = z.output<typeof MailLogRow>;

const MailFilters = z.object({
  /** Missing: M15; at most 60 days. */
  startDate: filterDay,
  endDate: filterDay,
  /** A whole address; any part for readers who see whole addresses. */
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

/**
 * Sends an e-mail again that did not arrive, as the same message. Errors: not_found, no_object_permission, conflict (it
 * did arrive).
 */
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

/** A provider reports that an e-mail came back after its server had accepted it (readings 99). Errors: not_found. */
export const bounceMail = operation({
  name: 'bounceMail',
  method: 'POST',
  path: 'mail/bounce',
  access: { kind: 'partner', scope: 'mail' },
  scope: '-',
  input: z.object({
    /** With or without its angle brackets. */
    messageId: text(200),
    reason: optionalText(500),
  }),
  output: none,
  summary: 'An e-mail that came back (api.md §2.23)',
  audit: 'update',
  isLocal: true,
});

/**
 * A file that was too large for its e-mail, by the link in it. Errors: invalid_grant (invalid or old link),
 * access_denied (data strategy).
 */
export const getMailFile = operation({
  name: 'getMailFile',
  method: 'GET',
  path: 'mail/file',
  access: SIGNED_IN,
  scope: '-',
  untrimmed: ['token'],
  input: z.object({ token: z.string({ error: 'required' }).min(1, 'required').max(512, 'tooLong') }),
  output: fileOutput,
  summary: "The file behind an e-mail's link (api.md §2.23)",
  audit: 'export',
  isLocal: true,
});

export const mailLogOperations = [queryMailLog, resendMail, bounceMail, getMailFile];
