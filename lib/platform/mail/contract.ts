/** E-mails: value sets of the mail log (api.md §2.28 MailLogRow, readings 99). Importable everywhere. */

export const MAIL_KINDS = ['maintenance', 'project', 'biweekly', 'monthly', 'other'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_STATES = ['QUEUED', 'SENT', 'FAILED', 'SUPPRESSED'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Why an e-mail was not sent; what `MailLog.error` of a SUPPRESSED row holds. */
export const MAIL_SUPPRESS_REASONS = ['optedOut', 'noProvider', 'fileGone'] as const;
export type MailSuppressReason = (typeof MAIL_SUPPRESS_REASONS)[number];

export const MAX_ATTACHMENTS = 2;
/** Of all attachments of an e-mail (readings 99). */
export const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;
export const MAX_SUBJECT = 200;
export const MAX_CONTENT = 4000;
