import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { shownTime } from '@/lib/platform/strategy/limits';
import { withdrawSms } from '@/lib/platform/texting/queue';
import { ACKS, ackItems } from './ack-items';
import { inChargeOfCallbacks } from '../contract';
import type { acknowledgeNotices } from '../contract';
import { acknowledgeable } from './readable-notifications';

/** Acknowledges a notice: who and when, stored with it for everybody (readings 84). */

/**
 * Nobody is asked any more about these units: waiting requests are cancelled, with text messages that were not sent
 * yet.
 */
async function endRequests(sql: Transaction, equipmentNos: readonly string[]): Promise<void> {
  const units = { in: [...equipmentNos] };
  // Waits for a request that is being sent at this moment; its messages are then cancelled with the others.
  await sql.notification.updateMany({
    where: { equipmentNo: units, ackDue: { not: null } },
    data: { ackDue: null },
  });
  const asked = await sql.escalationTold.findMany({
    where: { step: { level: 0, equipmentNo: units }, smsId: { not: null } },
    select: { smsId: true },
  });
  await withdrawSms(
    sql,
    asked.flatMap(({ smsId }) => smsId ?? []),
    'acknowledged',
  );
}

/**
 * Stores that the account has acknowledged these messages, and ends the requests at these units where the account is in
 * charge.
 */
export async function recordAcks(
  sql: Transaction,
  actor: Actor,
  notices: readonly { readonly notificationId: bigint }[],
  { now, equipmentNos }: { now: Date; equipmentNos: readonly string[] },
): Promise<void> {
  const endsRequests = may(actor, inChargeOfCallbacks);
  const { username } = actor;
  for (const { notificationId } of notices)
    await sql.notificationAck.upsert({
      where: { notificationId_username: { notificationId, username } },
      create: { notificationId, username, ackDate: now, endsRequests },
      update: endsRequests ? { endsRequests } : {},
    });
  await sql.notificationRead.createMany({
    data: notices.map(({ notificationId }) => ({ notificationId, username, readDate: now })),
    skipDuplicates: true,
  });
  if (endsRequests) await endRequests(sql, equipmentNos);
}

/** @throws not_found, no_object_permission */
export async function acknowledge(
  actor: Actor,
  notificationIds: readonly string[],
): Promise<OutputOf<typeof acknowledgeNotices>> {
  const wanted = [...new Set(notificationIds)].map(BigInt);
  const found = await db().notification.findMany({
    where: { AND: [{ notificationId: { in: wanted } }, await acknowledgeable(actor)] },
    select: { notificationId: true, equipmentNo: true },
  });
  if (found.length < wanted.length) {
    const known = await db().notification.count({ where: { notificationId: { in: wanted } } });
    throw new AppError(known < wanted.length ? 'not_found' : 'no_object_permission');
  }
  const equipmentNos = [...new Set(found.flatMap(({ equipmentNo }) => equipmentNo ?? []))];
  await db().$transaction((sql) => recordAcks(sql, actor, found, { now: new Date(), equipmentNos }));
  const [time, rows] = await Promise.all([
    shownTime(actor),
    db().notification.findMany({
      where: { notificationId: { in: wanted } },
      select: { notificationId: true, notificationType: true, acks: ACKS },
    }),
  ]);
  const of = new Map(rows.map((row) => [row.notificationId, row]));
  return wanted.flatMap((notificationId) => {
    const row = of.get(notificationId);
    if (!row) return [];
    const shown = row.notificationType === 'entrapment' ? formatDateTime : time;
    return [{ notificationId: String(notificationId), acks: ackItems(row.acks, actor, shown) }];
  });
}
