import type { StatusKind } from '@/components/kit/ui/status';
import { MAIL_LOOK } from '@/components/mails/shared/mail-look';
import type { DeliveryState } from '@/lib/features/report-subscriptions/contract';

/** How the results of a due date look: those of its e-mail, or nothing was sent. */
export const RESULT_LOOK: Readonly<Record<DeliveryState, StatusKind>> = { ...MAIL_LOOK, NOT_SENT: 'offline' };
