import { z } from 'zod';
import { unitFilters } from '@/lib/features/equipment/unit-filters-contract';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import type { Guarded } from '@/lib/platform/contract/access';
import { anyOf, operation, SIGNED_IN, KEY_LIST_BYTES } from '@/lib/platform/contract/operation';
import {
  dateOut,
  dateTimeOut,
  day,
  filterDay,
  filterEnum,
  filterText,
  key,
  optionalKey,
  pageOf,
  paging,
} from '@/lib/platform/contract/schemas';
import { CALENDAR_STATUSES, FOUND_STATUSES } from './value-sets';
import { MaintenanceRow } from './row-contract';
import { workOperations } from './work-contract';

/** Maintenance jobs (api.md §2.13); shapes of api.md §2.28. */

/** Columns the list may be sorted by; the job number always ends the order. */
export const MAINTENANCE_SORT_FIELDS = [
  'planDate',
  'doneDate',
  'jobStatus',
  'maintenanceType',
  'equipmentNo',
  'turn',
] as const;

const JobFilters = {
  /** Part of equipment number or name; without MAINTENANCE_READ one complete equipment number. */
  key: filterText(),
  maintenanceType: filterText(20),
  /** PLAN includes LOCK, DONE includes CONFIRM; OVERDUE: planned for an earlier day and not done. */
  jobStatus: filterEnum(FOUND_STATUSES),
};
const MaintenanceFilters = z.object({
  ...JobFilters,
  /** Only this unit. */
  equipmentNo: optionalKey,
  /** A day of the calendar. */
  planDate: filterDay,
  startDate: filterDay,
  endDate: filterDay,
  ...unitFilters,
});
export type MaintenanceFilters = z.output<typeof MaintenanceFilters>;

/** The list itself, not only the jobs of one unit. */
export const anyMaintenance: Guarded = { access: anyOf('MAINTENANCE_READ') };

/**
 * The list; any signed-in user may see the jobs of one unit in scope. Errors: access_denied, not_found,
 * no_object_permission.
 */
export const queryMaintenance = operation({
  name: 'queryMaintenance',
  method: 'POST',
  path: 'maintenance/query',
  access: SIGNED_IN,
  scope: 'eq',
  input: paging(MAINTENANCE_SORT_FIELDS).extend(MaintenanceFilters.shape),
  output: pageOf(MaintenanceRow).extend(CutHistory.shape),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Maintenance jobs with filters and exact total (api.md §2.13)',
  audit: 'view',
});

/** The last and the next maintenance of a unit. Errors: not_found, no_object_permission. */
export const getLastMaintenance = operation({
  name: 'getLastMaintenance',
  method: 'GET',
  path: 'maintenance/last/{equipmentNo}',
  access: SIGNED_IN,
  scope: 'eq',
  input: z.object({ equipmentNo: key }),
  output: z.object({
    maintenanceDate: dateTimeOut.nullable(),
    jobNo: z.string().nullable(),
    maintenanceType: z.string().nullable(),
    nextPlanDate: dateOut.nullable(),
  }),
  summary: 'Last maintenance of one equipment (api.md §2.13)',
});

/**
 * The days with planned or finished jobs, by the planned day (doc3 §2.6): `CONFIRM` counts as `DONE`, days without jobs
 * are absent. Errors: validation_failed for a range of more than 92 days.
 */
export const maintenanceCalendar = operation({
  name: 'maintenanceCalendar',
  method: 'POST',
  path: 'maintenance/getMaintenanceStatus',
  access: anyOf('MAINTENANCE_READ'),
  scope: 'eq',
  input: z.object({ from: day, to: day, ...JobFilters }),
  output: z.record(z.string(), z.array(z.enum(CALENDAR_STATUSES))),
  summary: 'Days of a span with the states of their maintenance jobs (api.md §2.13)',
  audit: 'view',
});

/** How many jobs of each day are still open, and how many are done; days without jobs are absent. Errors: validation_failed. */
export const countMaintenanceDays = operation({
  name: 'countMaintenanceDays',
  method: 'POST',
  path: 'maintenance/dayCounts',
  access: anyOf('MAINTENANCE_READ'),
  scope: 'eq',
  input: z.object({ from: day, to: day, ...JobFilters }),
  output: z.record(z.string(), z.object({ open: z.number().int(), done: z.number().int() })),
  summary: 'Open and finished maintenance jobs by day (api.md §2.13)',
  audit: 'view',
});

export const maintenanceOperations = [
  queryMaintenance,
  maintenanceCalendar,
  countMaintenanceDays,
  getLastMaintenance,
  ...workOperations,
];
