import { SECRET_TYPES } from '@/lib/platform/texting/contract';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import type { StatusKind } from '@/components/kit/ui/status';
import { resendSms, type SmsLogRow } from '@/lib/features/text-messages/contract';
import type { SmsState } from '@/lib/platform/texting/contract';

export const SMS_LOOK: Readonly<Record<SmsState, StatusKind>> = {
  QUEUED: 'standby',
  SENT: 'service',
  DELIVERED: 'normal',
  FAILED: 'fault',
  SUPPRESSED: 'offline',
};

/** Codes are never sent again. */
export const isResendable = ({ state, type }: SmsLogRow) => state === 'FAILED' && !SECRET_TYPES.includes(type);

export const SMS_TASKS: readonly RowTask<SmsLogRow>[] = [
  { kind: 'view' },
  { kind: 'resend', operation: resendSms, isOffered: isResendable },
];

/** @param unitHref the unit's page, for users who may open it; @param actions of the rows */
export function smsColumnsOf(
  t: ListTexts,
  unitHref: (equipmentNo: string) => string | undefined,
  actions: readonly Column<SmsLogRow>[],
): readonly Column<SmsLogRow>[] {
  const { time, phone, text, option, link, status, count } = columnKinds<SmsLogRow>(t);
  return [
    time('createDate'),
    ...actions,
    phone('phone', { onCard: 3 }),
    text('receiver', { minWidth: 88, flex: true, onCard: 1 }),
    status('state', SMS_LOOK, { onCard: 2 }),
    option('type', { onCard: 4 }),
    text('content', { minWidth: 150, flex: true }),
    link('equipmentNo', {
      href: ({ equipmentNo }) => (equipmentNo === null ? undefined : unitHref(equipmentNo)),
      title: ({ equipmentNo }) => t('openEquipment', { no: equipmentNo ?? '' }),
    }),
    text('projectName', { minWidth: 90, flex: true }),
    time('deliverDate'),
    text('error', { minWidth: 96, flex: true }),
    count('tries'),
    count('parts'),
  ];
}
