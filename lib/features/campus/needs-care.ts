import type { StatusEntry } from '@/lib/features/equipment/contract';
import { calledState } from '@/lib/live/units/condition';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';

/** Why a unit needs a look, worst first; `held`: its box lost the link while the unit still counts as online. */
export const NEEDS = ['trapped', 'fault', 'disconnected', 'held', 'offline'] as const;
export type CareNeed = (typeof NEEDS)[number];

/** The need of a unit by its status call alone. @param isHeld its box lost its link */
export function needOf(
  status: Pick<StatusEntry, 'onlineStatus' | 'errorStatus' | 'entrapmentStatus'>,
  isHeld: boolean,
): CareNeed | undefined {
  const state = calledState(status);
  if (state === 'online') return isHeld ? 'held' : undefined;
  return state === 'notInstalled' || state === 'unknown' ? undefined : state;
}

export interface CareSummary<T> {
  /** Worst first, otherwise in the order of the wall. */
  readonly needs: readonly { readonly unit: T; readonly need: CareNeed }[];
  /** Units of which nobody knows whether they are well: not read, or without a box. */
  readonly unknown: number;
  /** `calm` is said only of units that were looked at and are online; of no unit at all `nothing` is said (readings 122). */
  readonly verdict: 'needs' | 'unknown' | 'calm' | 'nothing';
}

/** What is to be said of the units of a page. Pure. @param lost units whose box lost its link @param silent units that are not heard */
export function careOf<T extends { readonly equipmentNo: string }>(
  units: readonly T[],
  statusOf: ReadonlyMap<string, StatusEntry>,
  lost: ReadonlySet<string>,
  silent: ReadonlySet<string>,
): CareSummary<T> {
  let unknown = 0;
  const needs = units
    .flatMap((unit) => {
      const status = statusOf.get(unit.equipmentNo);
      const need = status && needOf(status, lost.has(unit.equipmentNo));
      if (need) return [{ unit, need }];
      const isHeard =
        status?.onlineStatus === ONLINE_STATUS.online && status.isLive !== false && !silent.has(unit.equipmentNo);
      if (!isHeard || status.errorStatus !== ERROR_STATUS.normal) unknown += 1;
      return [];
    })
    .sort((a, b) => NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need));
  return {
    needs,
    unknown,
    verdict: needs.length > 0 ? 'needs' : units.length === 0 ? 'nothing' : unknown > 0 ? 'unknown' : 'calm',
  };
}
