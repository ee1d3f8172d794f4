import { z } from 'zod';
import { unitFilters } from '@/lib/features/equipment/unit-filters-contract';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation, KEY_LIST_BYTES } from '@/lib/platform/contract/operation';
import {
  dateOut,
  filterCode,
  filterDays,
  filterText,
  key,
  pageOf,
  paging,
  sorting,
} from '@/lib/platform/contract/schemas';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { REPORT_TYPES } from './value-sets';

/** What units did over some days, a row a unit (doc3 §2.14, api.md §2.18). */

/** Columns by which the report may be sorted; the number ends every order. */
export const OPERATION_SORT_FIELDS = [
  'equipmentNo',
  'equipmentName',
  'runTimeCount',
  'runCount',
  'openDoorCount',
  'normalTimeCount',
  'errorTimeCount',
  'passengersCount',
] as const;
export type OperationSortField = (typeof OPERATION_SORT_FIELDS)[number];

const count = z.number().int().nullable();
const hours = z.number().nullable();

/** Null: counted on no day, seen on no day, or withheld. */
export const OperationRow = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  /** Code of api.md §1.11. */
  equipmentType: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  /** Hours with two decimals. */
  runTimeCount: hours,
  runCount: count,
  openDoorCount: count,
  /** Of the days on which somebody saw the unit: neither a fault nor unknown. */
  normalTimeCount: hours,
  errorTimeCount: hours,
  passengersCount: count,
});
export type OperationRow = z.output<typeof OperationRow>;

const OperationFilters = z.object({
  ...filterDays,
  /** Part of number or name. */
  keyword: filterText(),
  equipmentType: filterCode(REPORT_TYPES),
  ...unitFilters,
});
export type OperationFilters = z.output<typeof OperationFilters>;

/**
 * Errors: validation_failed (M15; a range that is reversed, in the future or longer than 366 days; sums of more than 31
 * days and 5,000 units are not sorted), access_denied beyond the data strategy.
 */
export const queryRunCount = operation({
  name: 'queryRunCount',
  method: 'POST',
  path: 'equipment/equipmentRunCount',
  access: anyOf('EQUIPMENT_RUN_STATISTICS'),
  scope: 'eq',
  input: paging(OPERATION_SORT_FIELDS).extend(OperationFilters.shape),
  output: pageOf(OperationRow).extend(CutHistory.shape),
  maxBytes: KEY_LIST_BYTES,
  summary: 'What units did over some days (api.md §2.18)',
  audit: 'view',
});

const RunDay = z.object({
  date: dateOut,
  /** Hours, not rounded: the days add up to the row. */
  runTimeCount: hours,
  runCount: count,
  openDoorCount: count,
  normalTimeCount: hours,
  errorTimeCount: hours,
  passengersCount: count,
  /** A counter ran backwards, or brought several days at once. */
  flagged: z.boolean(),
});
export type RunDay = z.output<typeof RunDay>;

/** The days that a row of the report adds up, each day of the range. Errors: as queryRunCount; not_found, no_object_permission. */
export const getRunDaily = operation({
  name: 'getRunDaily',
  method: 'GET',
  path: 'equipment/equipmentRunCount/daily/{equipmentNo}',
  access: anyOf('EQUIPMENT_RUN_STATISTICS'),
  scope: 'eq',
  input: z.object({ equipmentNo: key, ...filterDays }),
  output: z.array(RunDay),
  summary: 'What a unit did by day (api.md §2.18)',
  audit: 'view',
});

/** The rows of the list, in its order. Errors: as queryRunCount; bad_request beyond the row limit. */
export const exportRunCount = operation({
  name: 'exportRunCount',
  method: 'POST',
  path: 'equipment/equipmentRunCount/download',
  access: anyOf('EQUIPMENT_RUN_STATISTICS'),
  scope: 'eq',
  input: OperationFilters.extend(sorting(OPERATION_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'The operation report as xlsx, same filters (api.md §2.18)',
  audit: 'export',
});

export const operationReportOperations = [queryRunCount, getRunDaily, exportRunCount];
