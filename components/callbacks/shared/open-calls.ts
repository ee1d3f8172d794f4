import { OPEN_STATUSES } from '@/lib/features/callbacks/state';

/** Before the first call-out of anybody: open ones of any age are listed. */
const LONG_AGO = '2000-01-01';

/** Filters of the list of call-outs: all that are open, or those of some states. Pure. @param today the last day of the list */
export const openCalls = (today: string, states: readonly string[] = OPEN_STATUSES) => ({
  startCreateDate: LONG_AGO,
  endCreateDate: today,
  jobStatus: (states.length > 0 ? states : OPEN_STATUSES).join(','),
});
