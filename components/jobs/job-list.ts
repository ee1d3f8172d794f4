import { defineList, textFilter } from '@/components/kit/list/list-query';
import { JOB_SORT_FIELDS, JOB_STATES, queryJobs } from '@/lib/features/jobs/contract';

/** Jobs: those that were given up first, then the newest (api.md §2.23). */
export const jobList = defineList({
  name: 'jobs',
  rowKey: 'id',
  operation: queryJobs,
  filters: { state: textFilter() },
  choices: { state: ['', ...JOB_STATES] },
  sortFields: JOB_SORT_FIELDS,
});
