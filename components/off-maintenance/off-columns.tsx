import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { StatusKind } from '@/components/kit/ui/status';
import { detailHref } from '@/lib/features/equipment/shared/links';
import type { OffMaintenanceRow } from '@/lib/features/off-maintenance/contract';
import type { OffState } from '@/lib/features/off-maintenance/value-sets';
import type { Holder } from '@/lib/platform/contract/authorities';

const STATE_LOOKS: Readonly<Record<OffState, StatusKind>> = {
  OPEN: 'attention',
  FOLLOWING: 'service',
  RENEWED: 'normal',
  STOPPED: 'offline',
};
const ONLINE_LOOKS: Readonly<Record<number, StatusKind>> = {
  0: 'offline',
  1: 'online',
  3: 'disconnected',
  4: 'notInstalled',
};

/** What the list says of a lost unit (silent-screens A8). */
export function offColumnsOf(t: ListTexts, holder: Holder): readonly Column<OffMaintenanceRow>[] {
  const { link, text, day, count, option, status, time } = columnKinds<OffMaintenanceRow>(t);
  return [
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    status('state', STATE_LOOKS, { onCard: 2 }),
    status('onlineStatus', ONLINE_LOOKS),
    day('offDate', { onCard: 3 }),
    count('offDays'),
    option('reason', { onCard: 4 }),
    text('branchName'),
    text('projectName', { minWidth: 130, flex: true }),
    text('note', { minWidth: 130, flex: true }),
    text('buildingName'),
    text('contractNo'),
    text('follower'),
    time('lastFollow'),
    day('recoverDate'),
  ];
}
