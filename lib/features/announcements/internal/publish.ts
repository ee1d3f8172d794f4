import { db } from '@/lib/platform/db/client';
import type { Announcement } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { excerptOf } from '../clean';
import { PORTAL_METHODS } from '../value-sets';

/** Publishes planned announcements and ends expired ones (silent-screens C, F7). Each publication is notified once. */

/** The clock checks every minute. What it finds later than this was due while no process ran. */
const LATE_MS = 60_000;
/** How many are published at a time; the rest waits for the next minute. */
const AT_ONCE = 100;

/**
 * Publishes a row that the transaction has locked, and stores its one message for the readers who are online (api.md
 * §3.6).
 */
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
 * Runs every minute: publishes what is due and ends what is over, also when it fell due while no process ran. What
 * would be over by now is never shown. Of two gateways that check at the same moment one gets the row.
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
