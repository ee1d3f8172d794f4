import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { closeWall, notifyApplicant } from '../enabling';

/** The clock's part of the applications (silent-screens B4): the end, and the word before it. */

const DAY_MS = 86_400_000;
const REMIND_DAYS = 7;

const dayOf = (at: number) => new Date(`${formatDate(at)}T00:00:00Z`);

/** Ends what has outlived its last day, and says 7 days before that it will end. @returns how many of each */
export async function expireApplications(now: number): Promise<{ expired: number; reminded: number }> {
  const today = dayOf(now);
  const over = await db().campusApply.findMany({
    where: { status: 'ENABLED', validUntil: { lt: today } },
    select: { applyId: true },
  });
  let expired = 0;
  for (const { applyId } of over) {
    await db().$transaction(async (sql) => {
      // Extended in this moment: then it is not over.
      const { count } = await sql.campusApply.updateMany({
        where: { applyId, status: 'ENABLED', validUntil: { lt: today } },
        data: { status: 'EXPIRED' },
      });
      if (count === 0) return;
      const apply = await sql.campusApply.findUniqueOrThrow({ where: { applyId } });
      await closeWall(sql, apply);
      await notifyApplicant(sql, apply, 'expired', `apply-${applyId}-expired-${storedDay(apply.validUntil)}`);
      expired += 1;
    });
  }
  const soon = await db().campusApply.findMany({
    where: { status: 'ENABLED', validUntil: { gte: today, lte: new Date(today.getTime() + REMIND_DAYS * DAY_MS) } },
  });
  let reminded = 0;
  for (const apply of soon) {
    const day = storedDay(apply.validUntil) ?? '';
    if (await notifyApplicant(db(), apply, 'ending', `apply-${apply.applyId}-ending-${day}`, { day })) reminded += 1;
  }
  return { expired, reminded };
}
