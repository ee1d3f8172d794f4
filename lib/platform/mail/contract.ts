import { z } from 'zod';
import { text } from '@/lib/platform/contract/schemas';

/** E-mails: value sets of the mail log (api.md §2.28 MailLogRow, readings 99). Importable everywhere. */

export const MAIL_KINDS = ['maintenance', 'project', 'biweekly', 'monthly', 'other'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** FAILED: given up after the last try; REFUSED: the server's last word; BOUNCED: taken by the server and returned later. */
export const MAIL_STATES = ['QUEUED', 'SENT', 'FAILED', 'REFUSED', 'BOUNCED', 'SUPPRESSED'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Did not arrive, and may be sent again. */
export const LOST_STATES = ['FAILED', 'REFUSED', 'BOUNCED'] as const satisfies readonly MailState[];
export const isLost = (state: MailState): boolean => LOST_STATES.some((lost) => lost === state);

/** Why an e-mail was not sent; what `MailLog.error` of a SUPPRESSED row holds. */
export const MAIL_SUPPRESS_REASONS = ['optedOut', 'noProvider', 'fileGone'] as const;
export type MailSuppressReason = (typeof MAIL_SUPPRESS_REASONS)[number];

export const MAX_ATTACHMENTS = 2;
/** Of all attachments that go along with an e-mail; what is beyond goes as a link (readings 99, 200). */
export const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;
/** Attached and linked. */
export const MAX_FILES = 20;
export const MAX_SUBJECT = 200;
export const MAX_CONTENT = 4000;

/** An address to which a report is sent (M18). */
export const mailAddress = text(200, 'emailRequired').min(1, 'emailRequired').pipe(z.email('badApplyEmail'));
