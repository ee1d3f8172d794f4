import type { Prisma } from '@/lib/platform/db/generated/client';
import { ACTIVE_STATES, type NoticeState } from './value-sets';

/** What became of a notice. Its end is never written: the clock says it (api.md §2.26). */

interface StoredNotice {
  readonly state: Exclude<NoticeState, 'EXPIRED'>;
  readonly endTime: Date;
}

/** Notices that are active at this moment, epoch ms. */
export const activeAt = (now: number) =>
  ({ state: { in: [...ACTIVE_STATES] }, endTime: { gt: new Date(now) } }) satisfies Prisma.ScreenNoticeWhereInput;

/** The same of a row. */
export const isActive = ({ state, endTime }: StoredNotice, now: number): boolean =>
  ACTIVE_STATES.some((active) => active === state) && endTime.getTime() > now;

/** One that ended before its screen showed it has expired. */
export const noticeStateOf = ({ state, endTime }: StoredNotice, now: number): NoticeState =>
  (state === 'QUEUED' || state === 'DELIVERED') && endTime.getTime() <= now ? 'EXPIRED' : state;
