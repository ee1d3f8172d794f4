import { z } from 'zod';
import { operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { dateOut, key } from '@/lib/platform/contract/schemas';
import { INSPECTION_STATES } from './state';

/** Statutory inspection of units (api.md §2.9, §2.22). */

export const InspectionRow = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  buildingName: z.string().nullable(),
  governmentNo: z.string().nullable(),
  lastInspectionDate: dateOut.nullable(),
  nextInspectionDate: dateOut.nullable(),
  branchCode: z.string(),
  branchName: z.string(),
  technicianName: z.string().nullable(),
  comments: z.string().nullable(),
  kind: z.enum(['inspection', 'test']).nullable(),
  result: z.enum(['pass', 'repass', 'fail']).nullable(),
  plannedDate: dateOut.nullable(),
  state: z.enum(INSPECTION_STATES),
  /** Negative: so many days overdue. */
  daysLeft: z.number().int().nullable(),
});
export type InspectionRow = z.output<typeof InspectionRow>;

/** One unit's; state UNKNOWN where nothing is registered. Errors: not_found, no_object_permission. */
export const getInspection = operation({
  name: 'getInspection',
  method: 'GET',
  path: 'equipmentInspection/{equipmentNo}',
  access: SIGNED_IN,
  scope: 'eq',
  input: z.object({ equipmentNo: key }),
  output: InspectionRow,
  summary: 'Last and next inspection of one equipment (api.md §2.9)',
});

export const inspectionOperations = [getInspection];
