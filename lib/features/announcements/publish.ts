import { db } from '@/lib/platform/db/client';
import type { Announcement } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { excerptOf } from './clean';
import { PORTAL_METHODS } from './value-sets';

/** From plan to publication to its end (silent-screens C, F7). What is published is told once, whoever publishes it. */

/** The clock looks each minute: what it finds later than this was due while nothing ran. */
const LATE_MS = 60_000;
/** Published at a time; the rest waits for the next minute. */
const AT_ONCE = 100;

/** Publishes a row that the transaction holds under lock, and leaves its one message for those who are online (api.md §3.6). */
export async function publishRow(sql: Transaction, row: Announcement, publishDate: Date, now: number): Promise<void> {
  const { id, title, message, receivingMethod } = row;
  await sql.announcement.update({ where: { id }, data: { state: 'PUBLISHED', publishDate } });
  if (!PORTAL_METHODS.includes(receivingMethod)) return;
  await sql.notification.createMany({
    data: [
      {
        notificationType: 'announcement',
        title,
        message: excerptOf(message),
        objectId: id,
        guid: `announcement-${id}`,
        notificationDate: new Date(now),
      },
    ],
    skipDuplicates: true,
  });
}

/**
 * The minute's work: publishes what is due and ends what is over, also what fell due while nothing ran; what would be over
 * by now is never shown. Of two gateways that look in the same moment one gets the row.
 * @returns how many were published, and how many ended
 */
export function keepAnnouncementTimes(now: number): Promise<{ published: number; expired: number }> {
  const at = new Date(now);
  return db().$transaction(async (sql) => {
    const due = await sql.$queryRaw<{ id: string }[]>`
      SELECT id FROM announcement WHERE state = 'SCHEDULED' AND publish_date <= ${at}
       ORDER BY publish_date, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`;
    const rows = await sql.announcement.findMany({
      where: { id: { in: due.map(({ id }) => id) } },
      orderBy: [{ publishDate: 'asc' }, { id: 'asc' }],
    });
    const isOver = ({ validTo }: Announcement) => validTo !== null && validTo <= at;
    const published = rows.filter((row) => !isOver(row));
    for (const row of published) {
      const planned = row.publishDate ?? at;
      await publishRow(sql, row, now - planned.getTime() > LATE_MS ? at : planned, now);
    }
    const missed = rows.filter(isOver).map(({ id }) => id);
    const { count } = await sql.announcement.updateMany({
      where: { OR: [{ id: { in: missed } }, { state: 'PUBLISHED', validTo: { lte: at } }] },
      data: { state: 'EXPIRED' },
    });
    return { published: published.length, expired: count };
  });
}
