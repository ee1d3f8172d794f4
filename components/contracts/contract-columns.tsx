import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { ContractRow } from '@/lib/features/contracts/contract';
import { URGENT_DAYS } from '@/lib/features/contracts/value-sets';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { Holder } from '@/lib/platform/contract/authorities';

/** Days until the end. A small number also has words and a mark. */
function daysLeft(t: ListTexts, { daysLeft: days, endsSoon }: ContractRow) {
  if (days === null) return null;
  if (days < 0) return t('over', { days: -days });
  const text = t('left', { days });
  if (days > URGENT_DAYS && !endsSoon) return text;
  return (
    <StatusPill status={days <= URGENT_DAYS ? 'fault' : 'attention'} look="plain">
      {`${text} · ${t('endsSoon')}`}
    </StatusPill>
  );
}

/** The columns of a contract (silent-screens A5). Customers do not see the follow-up. */
export function contractColumnsOf(
  t: ListTexts,
  holder: Holder,
  { showsFollowUp }: { readonly showsFollowUp: boolean },
): readonly Column<ContractRow>[] {
  const { link, text, own, day } = columnKinds<ContractRow>(t);
  return [
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    text('contractNo'),
    own('effectiveEnd', (row) => row.contractActualEndDate ?? row.contractEndDate, { onCard: 3 }),
    own('daysLeft', (row) => daysLeft(t, row), { onCard: 2 }),
    ...(showsFollowUp
      ? [
          own(
            'followUp',
            ({ followUp }) => followUp && [followUp.note, followUp.nextDate].filter(Boolean).join(' · '),
            { minWidth: 150, flex: true },
          ),
        ]
      : []),
    text('projectName', { minWidth: 130, flex: true }),
    text('branchName'),
    text('buildingName'),
    day('contractStartDate'),
    day('contractEndDate'),
    day('contractActualEndDate'),
    day('plannedDate'),
    text('originContractNo'),
    text('frameContractNo'),
  ];
}
