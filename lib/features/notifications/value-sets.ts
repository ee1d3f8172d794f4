/** Value sets of messages (api.md §1.11, silent-screens F4). */

export const NOTICE_TYPES = [
  'error',
  'event',
  'announcement',
  'callback',
  'contract',
  'entrapment',
  'inspection',
  'maintenance',
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Items of the live message list, and rows of a page of the lists (readings 42). */
export const LIVE_LIST_ITEMS = 10;
export const NOTICE_PAGE_SIZE = 15;

/** What a box says when it starts up: it never lasts (doc3 §4.5). */
export const COMMISSIONED = '\u542f\u52a8\u548c\u6295\u5165\u4f7f\u7528';
