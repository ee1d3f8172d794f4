import type { NoticeAck } from '@/lib/live/realtime/shared/notices';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { ShownTime } from '@/lib/platform/strategy/limits';

/** Acknowledgements as a reader may see them (api.md §2.28 NoticeAck). Pure. */

/** How they are read together with a message, the first one first. */
export const ACKS = {
  orderBy: [{ ackDate: 'asc' }, { username: 'asc' }],
  select: { username: true, ackDate: true, endsRequests: true, user: { select: { nickName: true } } },
} as const satisfies Prisma.Notification$acksArgs;
export type StoredAck = Prisma.NotificationAckGetPayload<typeof ACKS>;

export const ackItems = (
  acks: readonly StoredAck[],
  { username }: { readonly username: string },
  time: ShownTime,
): NoticeAck[] =>
  acks.map((ack) => ({
    nickName: ack.user.nickName,
    ackDate: time(ack.ackDate),
    own: ack.username === username,
    inCharge: ack.endsRequests,
  }));
