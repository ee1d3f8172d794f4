import type { UploadRule } from '@/lib/platform/contract/received-file';
import { dayNumberOf, dayStart, weekdayOf } from '@/lib/platform/i18n/shanghai';

/** Feedback of users: value sets and limits (api.md §2.24, silent-screens B1). */

export const FEEDBACK_TYPES = ['suggestion', 'problem', 'data', 'complaint'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];
export const FEEDBACK_SOURCES = ['Web', 'App'] as const;
export const FEEDBACK_STATES = ['NEW', 'PROCESSING', 'REPLIED', 'CLOSED'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];
/** The states that a reply may set. */
export const REPLY_STATES = ['PROCESSING', 'REPLIED', 'CLOSED'] as const;
export type FeedbackReplyState = (typeof REPLY_STATES)[number];

export const MAX_IMAGES = 4;
export const MIN_CONTENT = 5;
export const MAX_CONTENT = 200;
const TWO_MEGABYTES = 2 * 1024 * 1024;
export const FEEDBACK_UPLOAD: UploadRule = {
  types: ['jpg', 'png'],
  below: TWO_MEGABYTES + 1,
  tooLarge: 'imageTooLarge',
  badType: 'imageType',
  failed: 'fileFailed',
};

/** An answered item closes itself after this time. */
export const CLOSE_AFTER_DAYS = 14;
/** Working days after which a new item is overdue. */
const OVERDUE_DAYS = 2;

const DAY_MS = 86_400_000;

/** Working days (Monday to Friday in Shanghai) that have passed since an instant, in whole days of 24 h. */
function workingMsSince(at: number, now: number): number {
  let passed = 0;
  for (let from = at; from < now;) {
    const day = dayNumberOf(from);
    const until = Math.min(dayStart(day + 1), now);
    const weekday = weekdayOf(day);
    if (weekday !== 0 && weekday !== 6) passed += until - from;
    from = until;
  }
  return passed;
}

/** Nobody has handled it for more than two working days. */
export function isOverdue(state: FeedbackState, createdAt: number, now: number): boolean {
  return state === 'NEW' && workingMsSince(createdAt, now) > OVERDUE_DAYS * DAY_MS;
}
