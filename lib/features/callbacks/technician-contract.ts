import { z } from 'zod';
import { dateTimeOut } from '@/lib/platform/contract/schemas';

/** A technician whom a branch may dispatch (api.md §2.8). */

export const TechnicianChoice = z.object({
  technicianName: z.string(),
  technicianPhone: z.string(),
  lastUsed: dateTimeOut,
  /** The last technician on this unit. */
  onUnit: z.boolean(),
  /** Open call-outs of the branch to which the technician was dispatched. */
  openJobs: z.number().int(),
});
export type TechnicianChoice = z.output<typeof TechnicianChoice>;
