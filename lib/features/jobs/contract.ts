import { z } from 'zod';
import { operation } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import { dateTimeOut, filterEnum, logId, none, pageOf, paging } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Background jobs of the portal (api.md §2.23): those that wait, run, failed and were given up. */

/** DEAD: given up after its last attempt. RETRYING: failed, and will be tried again. */
export const JOB_STATES = ['DEAD', 'RETRYING', 'RUNNING', 'WAITING'] as const;
export const JOB_SORT_FIELDS = ['createDate', 'runAt', 'name'] as const;

export const JobRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  createDate: dateTimeOut,
  /** When it will run; for one that was given up, when it would have run. */
  runAt: dateTimeOut,
  lastError: z.string().nullable(),
  /** Its progress and total; null when it reports none. */
  done: z.number().int().nullable(),
  total: z.number().int().nullable(),
});
export type JobRow = z.output<typeof JobRow>;

/** Only the head office's administrators: failures here are their task. */
const ACCESS: Access = { kind: 'authority', anyOf: ['SUPER_MASTER'], userTypes: OFFICE_TYPES };

export const queryJobs = operation({
  name: 'queryJobs',
  method: 'POST',
  path: 'job/query',
  access: ACCESS,
  scope: '-',
  input: paging(JOB_SORT_FIELDS).extend({ state: filterEnum(JOB_STATES) }),
  output: pageOf(JobRow),
  summary: 'Jobs that wait, run or failed; never what is in them (api.md §2.23)',
  isLocal: true,
  audit: 'view',
});

/** Restarts a job that was given up, with all its attempts. Errors: not_found, conflict (it was not given up). */
export const repeatJob = operation({
  name: 'repeatJob',
  method: 'POST',
  path: 'job/repeat',
  access: ACCESS,
  scope: '-',
  input: z.object({ id: logId }),
  output: none,
  summary: 'Repeats a job that was given up (api.md §2.23)',
  isLocal: true,
  audit: 'update',
});

export const jobOperations = [queryJobs, repeatJob];
