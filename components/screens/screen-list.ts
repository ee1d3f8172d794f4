import { defineList, textFilter } from '@/components/kit/list/list-query';
import { queryScreens, SCREEN_SORT_FIELDS } from '@/lib/features/screens/contract';
import { SCREEN_STATES } from '@/lib/features/screens/value-sets';

/** Screens in cars and at landings (silent-screens A9). */
export const screenList = defineList({
  name: 'screens',
  rowKey: 'screenNo',
  operation: queryScreens,
  filters: {
    screenNo: textFilter(),
    equipmentNo: textFilter(),
    key: textFilter(),
    state: textFilter(),
    branchCode: textFilter(),
  },
  sortFields: SCREEN_SORT_FIELDS,
  choices: { state: ['', ...SCREEN_STATES] },
  lists: ['branchCode'],
  // A screen comes and goes by itself.
  refreshMs: 30_000,
});
