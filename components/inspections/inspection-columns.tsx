import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { StatusKind } from '@/components/kit/ui/status';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { InspectionRow } from '@/lib/features/inspections/contract';
import type { InspectionState } from '@/lib/features/inspections/state';
import type { Holder } from '@/lib/platform/contract/authorities';

const STATE_LOOKS: Readonly<Record<InspectionState, StatusKind>> = {
  OK: 'normal',
  DUE_SOON: 'attention',
  OVERDUE: 'fault',
  UNKNOWN: 'unknown',
};

/** The days left, or the days overdue. */
const daysText = (t: ListTexts, { daysLeft }: InspectionRow) =>
  daysLeft === null ? null : daysLeft < 0 ? t('late', { days: -daysLeft }) : t('left', { days: daysLeft });

/** The columns of a unit's inspection (silent-screens A6). */
export function inspectionColumnsOf(t: ListTexts, holder: Holder): readonly Column<InspectionRow>[] {
  const { link, text, own, day, option, status } = columnKinds<InspectionRow>(t);
  return [
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    status('state', STATE_LOOKS, { onCard: 2 }),
    day('nextInspectionDate', { onCard: 3 }),
    own('daysLeft', (row) => daysText(t, row), { onCard: 4 }),
    option('kind'),
    text('technicianName'),
    day('plannedDate'),
    day('lastInspectionDate'),
    option('result'),
    text('branchName'),
    text('buildingName', { minWidth: 110, flex: true }),
    text('governmentNo'),
    text('comments', { minWidth: 130, flex: true }),
  ];
}
