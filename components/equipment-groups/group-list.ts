import { choiceFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { GROUP_SORT_FIELDS, queryGroups } from '@/lib/features/equipment-groups/contract';

export const ENABLED = [1, 0] as const;

/** Start and stop groups (silent-screens A10). */
export const groupList = defineList({
  name: 'equipmentGroups',
  rowKey: 'groupId',
  operation: queryGroups,
  filters: {
    key: textFilter(),
    projectId: textFilter(),
    enabled: choiceFilter(),
    branchCode: textFilter(),
  },
  sortFields: GROUP_SORT_FIELDS,
  choices: { enabled: ENABLED },
  lists: ['projectId', 'branchCode'],
});
