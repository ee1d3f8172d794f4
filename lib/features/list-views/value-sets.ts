/** Named views of lists: value sets and bounds (api.md §2.2). */

/** Every list that keeps named views, by the name of its definition. */
export const VIEWED_LISTS = [
  'accessLog',
  'announcementEdits',
  'announcements',
  'approvals',
  'authorities',
  'branches',
  'callbacks',
  'cameras',
  'campusApplications',
  'equipment',
  'errorInspection',
  'feedback',
  'gateways',
  'jobs',
  'proGateways',
  'projects',
  'roles',
  'smsLog',
  'strategies',
  'symptoms',
  'users',
] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** Views that one account may have of one list. */
export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 40;
/** px of a column. */
export const COLUMN_WIDTH = { least: 40, most: 2000 } as const;
/** Columns that a view may name. */
export const MAX_COLUMNS = 100;
