import { z } from 'zod';
import { dateOut, dateTimeOut } from '@/lib/platform/contract/schemas';
import { MAINTENANCE_STATUSES } from './value-sets';

/** A maintenance job as lists show it (api.md §2.28). */

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
