import { db } from '@/lib/platform/db/client';
import type { Actor } from '@/lib/platform/contract/actor';
import type { StatusHistoryEntry } from '../contract';
import { DETAIL_INCLUDE, toHistory } from '../shape';
import { shownOf } from './visible-callbacks';

/** The states of several call-outs, oldest first, as their reader may see them. @param callbackIds that the caller sees */
export async function statusHistoriesOf(
  actor: Actor,
  callbackIds: readonly string[],
): Promise<Map<string, StatusHistoryEntry[]>> {
  if (callbackIds.length === 0) return new Map();
  const [{ timeOf }, rows] = await Promise.all([
    shownOf(actor),
    db().callback.findMany({
      where: { callbackId: { in: [...callbackIds] } },
      select: { callbackId: true, personTrapped: true, statuses: DETAIL_INCLUDE.statuses },
    }),
  ]);
  return new Map(rows.map((row) => [row.callbackId, toHistory(row.statuses, timeOf(row))]));
}
