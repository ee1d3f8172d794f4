import { strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { EquipmentFilters } from './contract';
import type { StateFilter } from './internal/equipment-where';
import { ERROR_STATUS } from '@/lib/live/units/value-sets';

/** What a data strategy keeps out of the units' answers (silent-screens B2): cameras and faults; entrapment never. */

export interface UnitLimits {
  readonly hasVideo: boolean;
  readonly hasFaults: boolean;
  readonly hasEvents: boolean;
}

export async function unitLimits(actor: Actor): Promise<UnitLimits> {
  const { dataGroups } = await strategyOf(actor);
  return {
    hasVideo: dataGroups.includes('video'),
    hasFaults: dataGroups.includes('faults'),
    hasEvents: dataGroups.includes('otherEvents'),
  };
}

/** Without its group there is no camera, and whether a unit is faulty is not known. */
export function limitedUnit<T extends { errorStatus: number; video?: string; dhVideo?: string }>(
  row: T,
  { hasVideo, hasFaults }: Omit<UnitLimits, 'hasEvents'>,
): T {
  return {
    ...row,
    ...(hasVideo || row.video === undefined ? {} : { video: '0', dhVideo: '0' }),
    ...(hasFaults ? {} : { errorStatus: ERROR_STATUS.unknown }),
  };
}

/** The question with nothing in it that would tell what its answer does not: faulty units are neither found nor sorted. */
export function askable<T extends EquipmentFilters & StateFilter & { sortField?: string }>(
  query: T,
  { hasFaults }: Pick<UnitLimits, 'hasFaults'>,
): T & StateFilter {
  if (hasFaults) return query;
  const { errorStatus, sortField, state } = query;
  return {
    ...query,
    isFaultBlind: true,
    errorStatus: undefined,
    sortField: sortField === 'errorStatus' ? undefined : sortField,
    ...((errorStatus === undefined || errorStatus === ERROR_STATUS.unknown) && state !== 'fault'
      ? {}
      : { equipmentNoList: [] }),
  };
}
