import { statusHistoriesOf } from '@/lib/features/callbacks/internal/status-histories';
import { technicianStateOf } from '@/lib/features/technician-links/internal/technician-state';
import { shownOf } from '@/lib/features/callbacks/internal/visible-callbacks';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import type { getDashboardOpen } from './contract';

/** How far each open call-out of a project is: what happened when, and what its technician said (silent-screens D4). */
export async function readProgress(
  actor: Actor,
  rows: readonly DutyRow[],
  now: number,
): Promise<OutputOf<typeof getDashboardOpen>['progress']> {
  const callbackIds = rows.flatMap(({ callbackId }) => callbackId ?? []);
  const [histories, technicians, { timeOf }] = await Promise.all([
    statusHistoriesOf(actor, callbackIds),
    technicianStateOf(callbackIds, now),
    shownOf(actor),
  ]);
  return rows.flatMap(({ callbackId, personTrapped }) => {
    if (callbackId === null) return [];
    const { state, at } = technicians.get(callbackId) ?? { state: 'none' as const, at: null };
    return [
      {
        callbackId,
        statusHistory: (histories.get(callbackId) ?? []).map(({ status, updateTime }) => ({ status, updateTime })),
        technician: { state, at: at && timeOf({ personTrapped })(at) },
      },
    ];
  });
}
