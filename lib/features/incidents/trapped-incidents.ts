import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { beginOf } from '@/lib/features/entrapments/internal/begin';
import { OPEN_CALLBACK, UNANSWERED_STATUSES } from '@/lib/features/callbacks/state';

/**
 * Units in which somebody is trapped now, and since when. Everything before belongs to another entrapment (readings
 * 248).
 */

export interface TrappedIncident {
  /** The call-out of this entrapment; when an ERP owns call-outs, the open one of the unit. */
  readonly callbackId: string | null;
  /** Epoch ms; earlier notifications belong to another entrapment. */
  readonly begins: number;
  /** When the portal learned of it, epoch ms. Nobody can have acknowledged it before, whatever a box says of its start. */
  readonly knownAt: number;
}

const LAST_RELEASE = {
  where: { releasedAt: { not: null } },
  orderBy: { id: 'desc' },
  take: 1,
  select: { releaseToldDate: true },
} as const satisfies Prisma.EntrapmentFindManyArgs;

export async function readTrapped(equipmentNos: readonly string[]): Promise<Map<string, TrappedIncident>> {
  if (equipmentNos.length === 0) return new Map();
  const units = { in: [...equipmentNos] };
  const [open, callbacks] = await Promise.all([
    db().entrapment.findMany({
      where: { equipmentNo: units, releasedAt: null },
      select: {
        equipmentNo: true,
        callbackId: true,
        startAt: true,
        startSource: true,
        createDate: true,
        equipment: { select: { entrapments: LAST_RELEASE } },
      },
    }),
    db().callback.findMany({
      where: { equipmentNo: units, ...OPEN_CALLBACK },
      orderBy: [{ personTrapped: 'asc' }, { createDate: 'asc' }],
      select: {
        equipmentNo: true,
        callbackId: true,
        statuses: { where: { status: { notIn: [...UNANSWERED_STATUSES] } }, select: { updateTime: true } },
      },
    }),
  ]);
  const callbackOf = new Map(callbacks.map(({ equipmentNo, callbackId }) => [equipmentNo, callbackId]));
  const answersTo = new Map(
    callbacks.map(({ callbackId, statuses }) => [callbackId, statuses.map(({ updateTime }) => updateTime)]),
  );
  return new Map(
    open.map(({ equipmentNo, callbackId: own, equipment, ...start }) => {
      const callbackId = own ?? callbackOf.get(equipmentNo) ?? null;
      const answers = callbackId === null ? [] : answersTo.get(callbackId);
      const begins = beginOf(start, { releases: equipment.entrapments, answers }).getTime();
      return [equipmentNo, { callbackId, begins, knownAt: start.createDate.getTime() }];
    }),
  );
}

/** The entrapment, if it belongs to this call-out. */
export const ofCallback = (trapped: TrappedIncident | undefined, callbackId: string): TrappedIncident | undefined =>
  trapped?.callbackId === callbackId ? trapped : undefined;
