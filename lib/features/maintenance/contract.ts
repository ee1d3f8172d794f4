import { z } from 'zod';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import type { Guarded } from '@/lib/platform/contract/access';
import { anyOf, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  dateOut,
  dateTimeOut,
  filterDay,
  filterEnum,
  filterText,
  key,
  optionalKey,
  pageOf,
  paging,
} from '@/lib/platform/contract/schemas';
import { MAINTENANCE_STATUSES } from './value-sets';

/** Maintenance jobs (api.md §2.13); shapes of api.md §2.28. */

/** Columns the list may be sorted by; the job number always ends the order. */
export const MAINTENANCE_SORT_FIELDS = ['planDate', 'doneDate', 'jobStatus', 'maintenanceType', 'equipmentNo'] as const;

const person = z.string().nullable();
export const MaintenanceRow = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  jobNo: z.string(),
  jobStatus: z.enum(MAINTENANCE_STATUSES),
  /** Code of api.md §1.11, `YAE_ELE_BI` … */
  maintenanceType: z.string(),
  jobType: z.string().nullable(),
  planEndDate: dateTimeOut.nullable(),
  departureDate: dateTimeOut.nullable(),
  planTechnician1Name: person,
  planTechnician1Phone: person,
  planTechnician2Name: person,
  planTechnician2Phone: person,
  actualTechnician1Name: person,
  actualTechnician1Phone: person,
  actualTechnician2Name: person,
  actualTechnician2Phone: person,
  planDate: dateOut,
  doneDate: dateTimeOut.nullable(),
});
export type MaintenanceRow = z.output<typeof MaintenanceRow>;

const MaintenanceFilters = z.object({
  /** Part of equipment number or name; without MAINTENANCE_READ the whole number of one equipment. */
  key: filterText(),
  /** This unit alone. */
  equipmentNo: optionalKey,
  maintenanceType: filterText(20),
  /** PLAN also finds LOCK, DONE also CONFIRM. */
  jobStatus: filterEnum(MAINTENANCE_STATUSES),
  /** A day of the calendar. */
  planDate: filterDay,
  startDate: filterDay,
  endDate: filterDay,
});
export type MaintenanceFilters = z.output<typeof MaintenanceFilters>;

/** Beyond one unit's own jobs: the list itself. */
export const anyMaintenance: Guarded = { access: anyOf('MAINTENANCE_READ') };

/** The list; signed in, also the jobs of one equipment in scope. Errors: access_denied, not_found, no_object_permission. */
export const queryMaintenance = operation({
  name: 'queryMaintenance',
  method: 'POST',
  path: 'maintenance/query',
  access: SIGNED_IN,
  scope: 'eq',
  input: paging(MAINTENANCE_SORT_FIELDS).extend(MaintenanceFilters.shape),
  output: pageOf(MaintenanceRow).extend(CutHistory.shape),
  summary: 'Maintenance jobs with filters and exact total (api.md §2.13)',
  audit: 'view',
});

/** When a unit was maintained last, and when it will be next. Errors: not_found, no_object_permission. */
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

export const maintenanceOperations = [queryMaintenance, getLastMaintenance];
