import { choiceFilter, defineList, monthFilter, textFilter } from '@/components/kit/list/list-query';
import { ENERGY_SORT_FIELDS, queryEnergySaving } from '@/lib/features/energy-saving/contract';
import { lastMonth } from '@/lib/features/energy-saving/months';
import { ENERGY_TYPES } from '@/lib/features/energy-saving/value-sets';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';

/** Energy of the month before this one, by number (silent-screens A4). */
export const energyList = defineList({
  name: 'energySaving',
  rowKey: 'equipmentNo',
  operation: queryEnergySaving,
  filters: {
    startMonth: monthFilter(),
    endMonth: monthFilter(),
    key: textFilter(),
    equipmentType: choiceFilter(),
    unitType: textFilter(),
    projectId: textFilter(),
    branchCode: textFilter(),
    city: textFilter(),
  },
  sortFields: ENERGY_SORT_FIELDS,
  choices: { equipmentType: ENERGY_TYPES, unitType: ['', ...UNIT_TYPES] },
  lists: ['projectId', 'branchCode'],
  defaults: () => {
    const month = lastMonth(Date.now());
    return { startMonth: month, endMonth: month };
  },
  defaultSort: { field: 'equipmentNo', order: 'asc' },
});
