import { z } from 'zod';
import { unitFilters } from '@/lib/features/equipment/unit-filters-contract';
import { ENERGY_STATUSES } from '@/lib/features/facts/shared/energy-status';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation, KEY_LIST_BYTES } from '@/lib/platform/contract/operation';
import {
  dateOut,
  filterCode,
  filterDay,
  filterText,
  key,
  none,
  optionalText,
  pageOf,
  paging,
  sorting,
} from '@/lib/platform/contract/schemas';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { ENERGY_TYPES } from './value-sets';

/** What units consume, and what crawling and standing by save (silent-screens A4, api.md §2.25). */

/** Columns by which the list may be sorted; the number ends every order, what is not known comes last. */
export const ENERGY_SORT_FIELDS = [
  'equipmentNo',
  'equipmentName',
  'energyCount',
  'operationCount',
  'operationHours',
  'fullHours',
  'crawlHours',
  'standbyHours',
  'savingShare',
  'savedCount',
] as const;
export type EnergySortField = (typeof ENERGY_SORT_FIELDS)[number];

const month = filterText(7).refine(
  (value) => value === undefined || /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value),
  'badValue',
);
const Months = z.object({ startMonth: month, endMonth: month });

const EnergyFilters = Months.extend({
  /** Part of number or name. */
  key: filterText(),
  equipmentType: filterCode(ENERGY_TYPES),
  ...unitFilters,
});
export type EnergyFilters = z.output<typeof EnergyFilters>;

/** Null: counted on no day, withheld, or not computed for such a unit. */
const figure = z.number().nullable();

export const EnergySavingRow = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  /** Code of api.md §1.11. */
  equipmentType: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  /** kWh */
  energyCount: figure,
  operationCount: figure,
  operationHours: figure,
  /** kWh; of the days that counted both. Elevators alone, and all others. */
  perThousandTrips: figure,
  perHour: figure,
  fullHours: figure,
  crawlHours: figure,
  standbyHours: figure,
  /** Percent. */
  savingShare: figure,
  monthOnMonth: figure,
  /** kWh, by the powers of each day. */
  savedCount: figure,
  energyStatus: z.enum(ENERGY_STATUSES),
  energyClass: z.string().nullable(),
  certificateDate: dateOut.nullable(),
  /** kW, those that were entered last. */
  ratedPower: figure,
  crawlPower: figure,
  standbyPower: figure,
});
export type EnergySavingRow = z.output<typeof EnergySavingRow>;

/** Errors: validation_failed (no months, reversed, in the future, more than 12), access_denied beyond the data strategy. */
export const queryEnergySaving = operation({
  name: 'queryEnergySaving',
  method: 'POST',
  path: 'energySave/query',
  access: anyOf('ENERGY_SAVING_READ'),
  scope: 'eq',
  input: paging(ENERGY_SORT_FIELDS).extend(EnergyFilters.shape),
  output: pageOf(EnergySavingRow).extend(CutHistory.shape),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Energy of units over some months (api.md §2.25)',
  audit: 'view',
});

/** The sums of the list's rows, all pages. Errors as queryEnergySaving. */
export const getEnergySummary = operation({
  name: 'getEnergySummary',
  method: 'POST',
  path: 'energySave/summary',
  access: anyOf('ENERGY_SAVING_READ'),
  scope: 'eq',
  input: EnergyFilters,
  output: z.object({
    energyCount: figure,
    perUnitDay: figure,
    standbyShare: figure,
    savingShare: figure,
    savedCount: figure,
  }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Energy of all units of the list together (api.md §2.25)',
  audit: 'view',
});

const EnergyDay = z.object({
  date: dateOut,
  energyCount: figure,
  operationCount: figure,
  /** Not rounded: the days add up to the row of the list. */
  operationHours: figure,
  fullHours: figure,
  crawlHours: figure,
  standbyHours: figure,
  savedCount: figure,
  /** A counter ran backwards, or brought several days at once. */
  flagged: z.boolean(),
});
export type EnergyDay = z.output<typeof EnergyDay>;

/** Every day of the months, up to today. Errors: as queryEnergySaving; not_found, no_object_permission. */
export const getEnergyDaily = operation({
  name: 'getEnergyDaily',
  method: 'GET',
  path: 'energySave/daily/{equipmentNo}',
  access: anyOf('ENERGY_SAVING_READ'),
  scope: 'eq',
  input: Months.extend({ equipmentNo: key }),
  output: z.array(EnergyDay),
  summary: 'Energy of a unit by day (api.md §2.25)',
  audit: 'view',
});

/** kW; what is left out is not known. Range and order are the rules of `powers.ts`, each with its own message. */
const power = z
  .union([z.literal(''), z.null(), z.coerce.number({ error: 'badValue' })], { error: 'badValue' })
  .optional()
  .transform((value) => (value === '' || value === undefined ? null : value));

export const SaveEnergyParameter = z.object({
  equipmentNo: key,
  ratedPower: power,
  crawlPower: power,
  standbyPower: power,
  energyClass: optionalText(10),
  certificateDate: filterDay,
});
export type SaveEnergyParameter = z.output<typeof SaveEnergyParameter>;

/** What is left out is cleared. Errors: validation_failed (range, order), not_found, no_object_permission. */
export const saveEnergyParameter = operation({
  name: 'saveEnergyParameter',
  method: 'POST',
  path: 'energySave/parameter',
  access: anyOf('ENERGY_SAVING_WRITE'),
  scope: 'eq',
  input: SaveEnergyParameter,
  output: none,
  summary: 'Powers and certificate of a unit (api.md §2.25)',
  audit: 'update',
});

/** The rows of the list, in its order. Errors: as queryEnergySaving; bad_request beyond the row limit. */
export const exportEnergySaving = operation({
  name: 'exportEnergySaving',
  method: 'POST',
  path: 'energySave/download',
  access: anyOf('ENERGY_SAVING_READ'),
  scope: 'eq',
  input: EnergyFilters.extend(sorting(ENERGY_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Energy of units as xlsx, same filters (api.md §2.25)',
  audit: 'export',
});

export const energySavingOperations = [
  queryEnergySaving,
  getEnergySummary,
  getEnergyDaily,
  saveEnergyParameter,
  exportEnergySaving,
];
