import type { StatusEntry } from '@/lib/equipment/contract';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/equipment/value-sets';

/** Why a unit needs a look, worst first. */
export const NEEDS = ['trapped', 'fault', 'disconnected', 'offline'] as const;
export type Need = (typeof NEEDS)[number];

function needOf({ onlineStatus, errorStatus, entrapmentStatus }: StatusEntry): Need | undefined {
  if (entrapmentStatus === 1) return 'trapped';
  if (errorStatus === ERROR_STATUS.faulty) return 'fault';
  if (onlineStatus === ONLINE_STATUS.disconnected) return 'disconnected';
  return onlineStatus === ONLINE_STATUS.offline ? 'offline' : undefined;
}

/** The units that are not as they should be, worst first, otherwise in the order of the wall. Pure. */
export function unitsInNeed<T extends { readonly equipmentNo: string }>(units: readonly T[], statusOf: ReadonlyMap<string, StatusEntry>): { unit: T; need: Need }[] {
  return units
    .flatMap((unit) => {
      const status = statusOf.get(unit.equipmentNo);
      const need = status && needOf(status);
      return need ? [{ unit, need }] : [];
    })
    .sort((a, b) => NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need));
}
