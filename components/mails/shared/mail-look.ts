import type { StatusKind } from '@/components/kit/ui/status';
import type { MailState } from '@/lib/platform/mail/contract';

/** How the states of an e-mail look. */
export const MAIL_LOOK: Readonly<Record<MailState, StatusKind>> = {
  QUEUED: 'standby',
  SENT: 'normal',
  FAILED: 'fault',
  REFUSED: 'fault',
  BOUNCED: 'fault',
  SUPPRESSED: 'offline',
};
