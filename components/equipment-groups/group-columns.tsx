import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import {
  deleteGroup,
  executeGroup,
  queryGroupLog,
  saveGroup,
  type EquipmentGroupRow,
} from '@/lib/features/equipment-groups/contract';
import type { GroupResult } from '@/lib/features/equipment-groups/value-sets';

export const RESULT_LOOKS: Readonly<Record<GroupResult, StatusKind>> = {
  SUCCESS: 'normal',
  SKIPPED: 'attention',
  FAILED: 'fault',
};

export const GROUP_TASKS = [
  { kind: 'execute', operation: executeGroup },
  { kind: 'log', operation: queryGroupLog },
  { kind: 'edit', operation: saveGroup, isFurther: true },
  { kind: 'enable', operation: saveGroup, isFurther: true, isOffered: ({ enabled }) => !enabled },
  { kind: 'disable', operation: saveGroup, isFurther: true, isOffered: ({ enabled }) => enabled },
  { kind: 'delete', operation: deleteGroup, isFurther: true },
] as const satisfies readonly RowTask<EquipmentGroupRow>[];
export type GroupTask = (typeof GROUP_TASKS)[number]['kind'];

/** What the list says of a group (silent-screens A10); states stand first, where a desk of 1280 px sees them. */
export function groupColumnsOf(t: ListTexts): readonly Column<EquipmentGroupRow>[] {
  const { text, count, own, option, status, time } = columnKinds<EquipmentGroupRow>(t);
  return [
    text('groupName', { minWidth: 140, flex: true }),
    own(
      'enabled',
      ({ enabled }) => (
        <StatusPill status={enabled ? 'normal' : 'offline'} look="plain">
          {t(`enabled.${enabled ? 1 : 0}`)}
        </StatusPill>
      ),
      { onCard: 4 },
    ),
    own(
      'mismatchTotal',
      ({ enabled, equipmentTotal, mismatchTotal, unknownTotal }) =>
        !enabled || equipmentTotal === 0 ? null : mismatchTotal > 0 ? (
          <StatusPill status="attention" look="plain">
            {t('mismatchOf', { count: mismatchTotal })}
          </StatusPill>
        ) : unknownTotal > 0 ? (
          <StatusPill status="unknown" look="plain">
            {t('unknownOf', { count: unknownTotal })}
          </StatusPill>
        ) : (
          <StatusPill status="normal" look="plain">
            {t('noMismatch')}
          </StatusPill>
        ),
      { onCard: 3 },
    ),
    status('lastResult', RESULT_LOOKS, { group: 'result' }),
    text('projectName', { minWidth: 140, flex: true, onCard: 2 }),
    count('equipmentTotal'),
    text('summary', { minWidth: 230, flex: true, onCard: 1 }),
    option('mode'),
    time('lastRun'),
    count('version'),
    text('remark', { minWidth: 110, flex: true }),
  ];
}
