import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { readTrappedUnits } from '@/lib/live/scope/trapped-units';
import { LIVE_MS } from '@/lib/live/units/age';
import type { UnitLink, UnitState } from '@/lib/live/units/condition';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter, likeLiteral } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import type { EquipmentFilters } from '../contract';
import { bubbleConditions } from './place-filters';
import { displayTypesOf, unitConditions } from './unit-filters';
import { healthFilter } from './unit-health';

type Where = Prisma.EquipmentWhereInput;

/** The onlineStatus filter: 1 online, 2 offline (0 and 3), 4 not installed; a unit without a status row counts by its box. */
function onlineFilter(value: number): Where {
  if (value === ONLINE_STATUS.online) return { status: { onlineStatus: ONLINE_STATUS.online } };
  const hasBox: Where = value === 2 ? { cubeNo: { not: null } } : { cubeNo: null };
  const stored = value === 2 ? [ONLINE_STATUS.offline, ONLINE_STATUS.disconnected] : [ONLINE_STATUS.notInstalled];
  return { OR: [{ status: { onlineStatus: { in: stored } } }, { AND: [{ status: null }, hasBox] }] };
}

function errorFilter(value: number): Where {
  const stored: Where = { status: { errorStatus: value } };
  return value === ERROR_STATUS.unknown ? { OR: [stored, { status: null }] } : stored;
}

function contractFilter(isIn: boolean): Where {
  const today = new Date(formatDate(Date.now()));
  const running = { contractStartDate: { lte: today }, effectiveEnd: { gte: today } };
  return { contracts: isIn ? { some: running } : { none: running } };
}

/** Further limits of the list beside its filters. */
export interface StateFilter {
  /** The most serious state of a unit, named as in `unitState` of `lib/live/units/condition.ts`. */
  readonly state?: UnitState;
  /** The caller may not see faults: a unit counts by its connection. */
  readonly isFaultBlind?: boolean;
}

/** The limit of "live" moves in steps of this size, ms, so that both counts of one moment share their query. */
const BORDER_STEP_MS = 10_000;
const liveSince = () => new Date(Math.floor((Date.now() - LIVE_MS) / BORDER_STEP_MS) * BORDER_STEP_MS);

/** Of the units that count as online: those that are heard, and those that are silent (`isLive`, readings 242). */
const HEARD: Readonly<Partial<Record<UnitState, () => Prisma.EquipmentStatusWhereInput>>> = {
  online: () => ({ OR: [{ lastDataAt: null }, { lastDataAt: { gt: liveSince() } }] }),
  unknown: () => ({ lastDataAt: { lte: liveSince() } }),
};

const LINKS: Readonly<Record<UnitLink | 'unknown', readonly number[]>> = {
  online: [ONLINE_STATUS.online],
  unknown: [ONLINE_STATUS.online],
  disconnected: [ONLINE_STATUS.disconnected],
  offline: [ONLINE_STATUS.offline],
  notInstalled: [ONLINE_STATUS.notInstalled],
};

/** Units of one state (readings 140). A unit that was never heard is offline with a box, not installed without one. */
async function stateFilter(state: UnitState, isFaultBlind: boolean): Promise<Where> {
  const trapped = [...(await readTrappedUnits())];
  if (state === 'trapped') return { equipmentNo: { in: trapped } };
  const calm: Where = { equipmentNo: { notIn: trapped } };
  if (state === 'fault') return { ...calm, status: { errorStatus: ERROR_STATUS.faulty } };
  const stored: Where = {
    status: {
      ...(isFaultBlind ? {} : { errorStatus: { not: ERROR_STATUS.faulty } }),
      onlineStatus: { in: [...LINKS[state]] },
      ...HEARD[state]?.(),
    },
  };
  if (state !== 'offline' && state !== 'notInstalled') return { ...calm, ...stored };
  return { ...calm, OR: [stored, { AND: [{ status: null }, { cubeNo: state === 'offline' ? { not: null } : null }] }] };
}

/** The filters of the query as SQL conditions, joined by AND. */
async function filtersOf(actor: Actor, query: Partial<EquipmentFilters> & StateFilter): Promise<Where[]> {
  const filters: Where[] = [];
  if (query.key)
    filters.push(gramFilter(query.key), {
      OR: [{ equipmentNo: containsText(query.key) }, { equipmentName: containsText(query.key) }],
    });
  if (query.cubeNo) filters.push({ cubeNo: { startsWith: likeLiteral(query.cubeNo.toUpperCase()) } });
  if (query.equipmentType !== undefined)
    filters.push({ displayType: { in: [...displayTypesOf(query.equipmentType)] } });
  if (query.inContract !== undefined) filters.push(contractFilter(query.inContract === 1));
  if (query.displayType) filters.push({ displayType: query.displayType });
  if (query.onlineStatus !== undefined) filters.push(onlineFilter(query.onlineStatus));
  if (query.errorStatus !== undefined) filters.push(errorFilter(query.errorStatus));
  if (query.floorMappingConfiged !== undefined) filters.push({ floorMappingConfiged: query.floorMappingConfiged });
  if (query.unhealthy !== undefined) filters.push(await healthFilter(actor, query.unhealthy === 1));
  if (query.equipmentNoList) filters.push({ equipmentNo: { in: query.equipmentNoList } });
  if (query.state) filters.push(await stateFilter(query.state, query.isFaultBlind ?? false));
  filters.push(...bubbleConditions(query));
  return filters;
}

/** The units of a list: the caller's, narrowed by focus and filters. */
export async function equipmentWhere(actor: Actor, filters: Partial<EquipmentFilters> & StateFilter): Promise<Where> {
  return {
    AND: [
      equipmentScope(actor, { focus: true }),
      ...(await filtersOf(actor, filters)),
      ...unitConditions(actor, filters),
    ],
  };
}
