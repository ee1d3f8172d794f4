import { dayFilter, textFilter, defineList, WAITING_FIRST } from '@/components/kit/list/list-query';
import { recentDays } from '@/components/kit/list/date-presets';
import { FEEDBACK_SORT_FIELDS, queryFeedback } from '@/lib/features/feedback/contract';
import { FEEDBACK_SOURCES, FEEDBACK_STATES, FEEDBACK_TYPES } from '@/lib/features/feedback/value-sets';

/** The feedback of the last 30 days (silent-screens B1). */
export const feedbackList = defineList({
  name: 'feedback',
  rowKey: 'feedbackId',
  operation: queryFeedback,
  filters: {
    key: textFilter(),
    startDate: dayFilter(),
    endDate: dayFilter(),
    type: textFilter(),
    source: textFilter(),
    state: textFilter(),
    branchCode: textFilter(),
  },
  sortFields: FEEDBACK_SORT_FIELDS,
  choices: { type: ['', ...FEEDBACK_TYPES], source: ['', ...FEEDBACK_SOURCES], state: ['', ...FEEDBACK_STATES] },
  lists: ['branchCode'],
  defaults: () => recentDays(30),
  defaultSort: WAITING_FIRST,
});
