import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';

/** Messages by what they are about: a call-out, a job, a contract, an application. Call-outs that wait come first. */

interface NoticeEntry {
  /** Its newest message. */
  readonly notificationId: bigint;
  /** How many messages it has. */
  readonly count: number;
}

/** One page of the entries, each with its newest message first in time. @param where holds the scope */
export async function noticeEntries(
  actor: Actor,
  where: Prisma.NotificationWhereInput,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): Promise<{ total: number; entries: readonly NoticeEntry[] }> {
  const [groups, open] = await Promise.all([
    db().notification.groupBy({
      // A message about nothing but a unit belongs to the unit.
      by: ['objectId', 'equipmentNo'],
      where,
      _max: { notificationId: true },
      _count: { _all: true },
      orderBy: [{ _max: { notificationDate: 'desc' } }, { _max: { notificationId: 'desc' } }],
    }),
    db().callback.findMany({
      where: { waiting: true, equipment: equipmentScope(actor, { focus: true }) },
      select: { callbackId: true },
    }),
  ]);
  const openIds = new Set(open.map(({ callbackId }) => callbackId));
  const waits = ({ objectId }: (typeof groups)[number]) => objectId !== null && openIds.has(objectId);
  const ordered = [...groups.filter(waits), ...groups.filter((group) => !waits(group))];
  const start = (pageIndex - 1) * pageSize;
  return {
    total: groups.length,
    entries: ordered
      .slice(start, start + pageSize)
      .flatMap(({ _max, _count }) =>
        _max.notificationId === null ? [] : [{ notificationId: _max.notificationId, count: _count._all }],
      ),
  };
}

/** Which of these are call-outs that are neither done nor cancelled. */
export async function waitingAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const open = await db().callback.findMany({
    where: { callbackId: { in: [...ids] }, waiting: true },
    select: { callbackId: true },
  });
  return new Set(open.map(({ callbackId }) => callbackId));
}
