import { recentDays } from '@/components/kit/list/date-presets';
import { choiceFilter, dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { OFF_SORT_FIELDS, queryOffMaintenance } from '@/lib/features/off-maintenance/contract';
import { DEFAULT_DAYS, OFF_REASONS, OFF_STATES } from '@/lib/features/off-maintenance/value-sets';

/** Units that were lost in the last 90 days, newest first (silent-screens A8). */
export const offList = defineList({
  name: 'offMaintenance',
  rowKey: 'id',
  operation: queryOffMaintenance,
  filters: {
    startDate: dayFilter(),
    endDate: dayFilter(),
    key: textFilter(),
    branchCodes: textFilter(),
    reason: textFilter(),
    state: textFilter(),
    sending: choiceFilter(),
  },
  choices: { reason: ['', ...OFF_REASONS], state: ['', ...OFF_STATES], sending: [0, 1] },
  lists: ['branchCodes'],
  sortFields: OFF_SORT_FIELDS,
  defaults: () => recentDays(DEFAULT_DAYS),
  defaultSort: { field: 'offDate', order: 'desc' },
});
