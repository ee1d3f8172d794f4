import { db } from '@/lib/platform/db/client';
import { CLOSE_AFTER_DAYS } from '../value-sets';

const DAY_MS = 86_400_000;

/** Closes answered items after 14 days without a new message (silent-screens B1). @returns how many */
export async function closeAnswered(now: number): Promise<number> {
  const before = new Date(now - CLOSE_AFTER_DAYS * DAY_MS);
  const { count } = await db().userFeedback.updateMany({
    where: { state: 'REPLIED', handledDate: { lt: before } },
    data: { state: 'CLOSED' },
  });
  return count;
}
