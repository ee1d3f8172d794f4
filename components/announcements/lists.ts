import { choiceFilter, dayFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import {
  ANNOUNCEMENT_SORT_FIELDS,
  NOTICE_SORT_FIELDS,
  queryAnnouncements,
  searchAnnouncementNotices,
} from '@/lib/features/announcements/contract';
import { ANNOUNCEMENT_STATES, RECEIVING_METHODS } from '@/lib/features/announcements/value-sets';

/** The announcements that the caller may read: pinned first, then the newest (silent-screens C). */
export const noticeList = defineList({
  name: 'announcements',
  rowKey: 'id',
  operation: searchAnnouncementNotices,
  filters: { key: textFilter(), readStatus: choiceFilter(), startDate: dayFilter(), endDate: dayFilter() },
  sortFields: NOTICE_SORT_FIELDS,
  choices: { readStatus: [0, 1] },
  defaultSort: { field: 'pinned', order: 'desc' },
});

/** The announcements that the caller may edit, newest first. */
export const announcementList = defineList({
  name: 'announcementEdits',
  rowKey: 'id',
  operation: queryAnnouncements,
  filters: {
    key: textFilter(),
    state: textFilter(),
    receivingMethod: choiceFilter(),
    startDate: dayFilter(),
    endDate: dayFilter(),
  },
  sortFields: ANNOUNCEMENT_SORT_FIELDS,
  choices: { state: ['', ...ANNOUNCEMENT_STATES], receivingMethod: RECEIVING_METHODS },
  defaultSort: { field: 'createDate', order: 'desc' },
});
