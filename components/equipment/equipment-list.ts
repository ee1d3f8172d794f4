import { choiceFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { UNIT_STATES } from '@/lib/live/units/condition';
import { EQUIPMENT_SORT_FIELDS, queryEquipment } from '@/lib/features/equipment/contract';

/** The equipment list: its filters and what their choices may be (doc2 §2.2, §9). */

export const EQUIPMENT_CHOICES = {
  equipmentType: [2, 1],
  onlineStatus: [1, 2, 4],
  errorStatus: [0, 1, 2],
  floorMappingConfiged: [0, 1, 2, 3],
  inContract: [1, 0],
  unhealthy: [1, 0],
} as const;

export const equipmentList = defineList({
  name: 'equipment',
  rowKey: 'equipmentNo',
  operation: queryEquipment,
  filters: {
    key: textFilter(),
    cubeNo: textFilter(),
    equipmentType: choiceFilter(),
    onlineStatus: choiceFilter(),
    errorStatus: choiceFilter(),
    floorMappingConfiged: choiceFilter(),
    displayType: textFilter(),
    inContract: choiceFilter(),
    unhealthy: choiceFilter(),
    state: textFilter(),
    unitType: textFilter(),
    projectId: textFilter(),
    branchCode: textFilter(),
    city: textFilter(),
    place: textFilter(),
    building: textFilter(),
  },
  sortFields: EQUIPMENT_SORT_FIELDS,
  choices: {
    ...EQUIPMENT_CHOICES,
    displayType: ['', ...DISPLAY_TYPES],
    state: ['', ...UNIT_STATES],
    unitType: ['', ...UNIT_TYPES],
  },
  lists: ['projectId', 'branchCode'],
});

/** `?type=` of links from dashboards: 1 offline, 2 not installed, 3 normal, 4 faulty (doc2 §2.2). */
const PRESETS: Readonly<Record<string, Record<string, number>>> = {
  1: { onlineStatus: 2 },
  2: { onlineStatus: 4 },
  3: { errorStatus: 0 },
  4: { errorStatus: 1 },
};

type Params = Readonly<Record<string, string | string[] | undefined>>;

/** The parameters that a preset stands for, undefined without one: the page then says what it shows in its own words. */
export function presetParams({ type, ...rest }: Params): Record<string, string | number> | undefined {
  if (typeof type !== 'string') return undefined;
  const others = Object.entries(rest).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return { ...Object.fromEntries(others), ...(Object.hasOwn(PRESETS, type) ? PRESETS[type] : {}) };
}
