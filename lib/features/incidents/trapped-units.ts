import { db } from '@/lib/platform/db/client';
import { OPEN_CALLBACK } from '@/lib/features/callbacks/state';

/**
 * Units in which somebody is trapped now, and since when. Everything before belongs to another entrapment (readings
 * 248).
 */

export interface TrappedIncident {
  /** The call-out of this entrapment; when an ERP owns call-outs, the open one of the unit. */
  readonly callbackId: string | null;
  /** Epoch ms; earlier notifications and acknowledgements belong to another entrapment. */
  readonly begins: number;
}

export async function readTrapped(equipmentNos: readonly string[]): Promise<Map<string, TrappedIncident>> {
  if (equipmentNos.length === 0) return new Map();
  const units = { in: [...equipmentNos] };
  const [open, callbacks] = await Promise.all([
    db().entrapment.findMany({
      where: { equipmentNo: units, releasedAt: null },
      select: { equipmentNo: true, callbackId: true, startAt: true, createDate: true },
    }),
    db().callback.findMany({
      where: { equipmentNo: units, ...OPEN_CALLBACK },
      orderBy: [{ personTrapped: 'asc' }, { createDate: 'asc' }],
      select: { equipmentNo: true, callbackId: true },
    }),
  ]);
  const callbackOf = new Map(callbacks.map(({ equipmentNo, callbackId }) => [equipmentNo, callbackId]));
  return new Map(
    open.map(({ equipmentNo, callbackId, startAt, createDate }) => [
      equipmentNo,
      // A box's clock may be ahead.
      {
        callbackId: callbackId ?? callbackOf.get(equipmentNo) ?? null,
        begins: Math.min(startAt.getTime(), createDate.getTime()),
      },
    ]),
  );
}

/** The entrapment, if it belongs to this call-out. */
export const ofCallback = (trapped: TrappedIncident | undefined, callbackId: string): TrappedIncident | undefined =>
  trapped?.callbackId === callbackId ? trapped : undefined;
