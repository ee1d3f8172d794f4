import { z } from 'zod';
import { dateTimeOut } from '@/lib/platform/contract/schemas';

/** Whom a branch may send (api.md §2.8). */

export const TechnicianChoice = z.object({
  technicianName: z.string(),
  technicianPhone: z.string(),
  lastUsed: dateTimeOut,
  /** The last one on this unit. */
  onUnit: z.boolean(),
  /** Call-outs of the branch that the technician was sent to and that are not over. */
  openJobs: z.number().int(),
});
export type TechnicianChoice = z.output<typeof TechnicianChoice>;
