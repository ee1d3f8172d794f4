import { filterEnum, filterKeys, filterText } from '@/lib/platform/contract/schemas';

/** Kinds of units as statistics tell them apart (doc3 §2.9, readings 220): elevators and other units, escalators and moving walks. */
export const UNIT_TYPES = ['NonESC', 'ESC'] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

/** What every list of units, or of facts of units, is narrowed by beside its own filters: where a number of a report leads. */
export const unitFilters = {
  unitType: filterEnum(UNIT_TYPES),
  projectId: filterKeys,
  branchCode: filterKeys,
  city: filterText(100),
};

/** What a bubble of the map holds: a place of `map-place.ts`, the key of a building. */
export const placeFilters = { place: filterText(200), building: filterText(500) };
