import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { SnapshotRow } from './hub';
import { storedStatus } from './stored-status';

/**
 * The latest state of those units among `numbers` that the actor may see, in one query with the scope in it (focus does
 * not apply to subscriptions, api.md §3.2). Missing numbers are unknown or out of scope; the caller cannot tell which.
 */
export async function readSnapshot(actor: Actor, numbers: readonly string[]): Promise<Map<string, SnapshotRow>> {
  const rows = await db().equipment.findMany({
    where: { AND: [{ equipmentNo: { in: [...numbers] } }, equipmentScope(actor, { focus: false })] },
    select: {
      equipmentNo: true,
      equipmentType: true,
      displayType: true,
      status: {
        select: { onlineStatus: true, connection: true, live: true, counters: true, lastDataAt: true, updatedAt: true },
      },
    },
  });
  const now = Date.now();
  return new Map(
    rows.map(({ status, ...head }) => [
      head.equipmentNo,
      { head, status: storedStatus(status && { ...status, displayType: head.displayType }, now) },
    ]),
  );
}
