import { followNotices, noticesSince, type NoticeRow } from '@/lib/features/notifications/internal/pushable';
import { sendDuePushes } from './dispatch';
import { queuePushes } from './queue';

/** What began while no gateway ran is still sent when it is no older, ms. */
const CAUGHT_UP_MS = 10 * 60_000;

/** Follows notices as they are written and sends them to devices at once. @returns a function that stops it */
export function followPushes(onFault: (error: unknown) => void): () => Promise<void> {
  const send = async (rows: readonly NoticeRow[]) => {
    if ((await queuePushes(rows)) > 0) await sendDuePushes();
  };
  const tail = followNotices(send);
  void tail.ready
    .then(() => noticesSince(Date.now() - CAUGHT_UP_MS))
    .then(send)
    .catch(onFault);
  return () => tail.stop();
}
