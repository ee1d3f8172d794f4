import type { ConnectionCounts } from '@/lib/features/campus/contract';
import type { InputOf } from '@/lib/platform/contract/operation';
import type { EquipmentPage, queryEquipment, StatusEntry } from '@/lib/features/equipment/contract';

/** The finder's filters; they are also the words in the URL. Online, offline and not installed make up all; a faulty unit is one of them. */
export const UNIT_STATES = ['all', 'online', 'offline', 'notInstalled', 'fault'] as const;
export type UnitState = (typeof UNIT_STATES)[number];

export interface UnitFilter {
  readonly key: string;
  readonly state: UnitState;
  /** 1-based. */
  readonly page: number;
}

/** What the server has loaded for the first picture. */
export interface FirstUnits {
  readonly filter: UnitFilter;
  /** The focus projects it is narrowed to. */
  readonly focus: string | null;
  readonly page: EquipmentPage;
  readonly statuses: readonly StatusEntry[];
  readonly connections: ConnectionCounts;
  /** Faulty units. */
  readonly fault: number;
  /** epoch ms */
  readonly at: number;
}

/** Page size of every list (doc1 §9). */
export const UNIT_PAGE_SIZE = 15;
export const FIRST_UNITS: UnitFilter = { key: '', state: 'all', page: 1 };

const CONDITIONS: Readonly<Record<UnitState, { onlineStatus?: number; errorStatus?: number }>> = {
  all: {},
  online: { onlineStatus: 1 },
  offline: { onlineStatus: 2 },
  notInstalled: { onlineStatus: 4 },
  fault: { errorStatus: 1 },
};

/** Query parameters of the page as a filter; whatever is not understood falls back to the first page of all units. */
export function unitFilterOf(params: Readonly<Record<string, string | string[] | undefined>>): UnitFilter {
  const one = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  const page = Number(one('page'));
  return {
    key: one('key').trim().slice(0, 200),
    state: UNIT_STATES.find((state) => state === one('state')) ?? 'all',
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  };
}

/** Input of queryEquipment for a filter (api.md §2.7). Server and browser build it here, so that their cache keys agree. */
export function unitInput({ key, state, page }: UnitFilter): InputOf<typeof queryEquipment> {
  return { pageIndex: page, pageSize: UNIT_PAGE_SIZE, ...(key === '' ? {} : { key }), ...CONDITIONS[state] };
}

/** Input that asks for nothing but the number of faulty units. */
export const FAULT_COUNT: InputOf<typeof queryEquipment> = { pageIndex: 1, pageSize: 1, ...CONDITIONS.fault };

/** The sums of the filter, from the two calls that know them; each is the total of the list that it opens. */
export function countsOf(
  connections: ConnectionCounts | undefined,
  fault: number | undefined,
): Partial<Record<UnitState, number>> {
  return {
    all: connections?.allCount,
    online: connections?.onlineCount,
    offline: connections?.offlineCount,
    notInstalled: connections?.unregisteredCount,
    fault,
  };
}
