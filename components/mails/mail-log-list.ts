import { dayFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { recentDays } from '@/components/kit/list/date-presets';
import { MAIL_LOG_SORT_FIELDS, queryMailLog } from '@/lib/features/mails/contract';
import { MAIL_KINDS, MAIL_STATES } from '@/lib/platform/mail/contract';

/** E-mails of the last 7 days, newest first (readings 99). */
export const mailLogList = defineList({
  name: 'mailLog',
  rowKey: 'id',
  operation: queryMailLog,
  filters: {
    startDate: dayFilter(),
    endDate: dayFilter(),
    toAddress: textFilter(),
    kind: textFilter(),
    state: textFilter(),
    username: textFilter(),
  },
  sortFields: MAIL_LOG_SORT_FIELDS,
  choices: { kind: MAIL_KINDS, state: MAIL_STATES },
  lists: ['kind', 'state'],
  defaults: () => recentDays(7),
  defaultSort: { field: 'createDate', order: 'desc' },
});
