import { z } from 'zod';
import { anyOf } from '@/lib/platform/contract/operation';
import { filterDay } from '@/lib/platform/contract/schemas';
import { INTERVAL_DAYS, MAX_PROJECTS } from './value-sets';

/** What a report on projects is asked with (api.md §2.15). */

export const READERS = anyOf('HEALTHREPORT_READ');

/** A comma list of keys, each once. */
export const projectIds = z
  .string({ error: 'required' })
  .max(MAX_PROJECTS * 41)
  .transform((value) => [...new Set(value.split(',').flatMap((id) => id.trim() || []))])
  .pipe(z.array(z.string().max(40)).min(1, 'required').max(MAX_PROJECTS, 'tooMany'));

/** Days as lists write them, or with slashes as documents do. */
const reportDay = z.preprocess((value) => (typeof value === 'string' ? value.replaceAll('/', '-') : value), filterDay);

export const ReportInput = z.object({
  projectId: projectIds,
  startDate: reportDay,
  endDate: reportDay,
  intervalDays: z.coerce.number().int().min(1).max(366).default(INTERVAL_DAYS),
});
export type ReportInput = z.output<typeof ReportInput>;
