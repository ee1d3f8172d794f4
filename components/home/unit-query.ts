import type { InputOf } from '@/lib/platform/contract/operation';
import type { EquipmentPage, queryEquipment, StatusEntry } from '@/lib/features/equipment/contract';
import type { UnitStates } from '@/lib/features/home/contract';

/**
 * The finder's filters, which are also the words in the URL. Without `all` they add up to all units: a unit has one
 * state (readings 140).
 */
export const FINDER_STATES = [
  'all',
  'online',
  'trapped',
  'fault',
  'unknown',
  'disconnected',
  'offline',
  'notInstalled',
] as const;
export type FinderState = (typeof FINDER_STATES)[number];

export interface UnitFilter {
  readonly key: string;
  readonly state: FinderState;
  /** 1-based. */
  readonly page: number;
}

/** What the server loaded for the first rendering. */
export interface FirstUnits {
  readonly filter: UnitFilter;
  /** The focus projects that narrow the list. */
  readonly focus: string | null;
  readonly page: EquipmentPage;
  readonly statuses: readonly StatusEntry[];
  readonly states: UnitStates;
  /** epoch ms */
  readonly at: number;
}

/** Page size of every list (doc1 §9). */
export const UNIT_PAGE_SIZE = 15;
export const FIRST_UNITS: UnitFilter = { key: '', state: 'all', page: 1 };

/** The page's query parameters as a filter; unknown values fall back to the first page of all units. */
export function unitFilterOf(params: Readonly<Record<string, string | string[] | undefined>>): UnitFilter {
  const one = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  const page = Number(one('page'));
  return {
    key: one('key').trim().slice(0, 200),
    state: FINDER_STATES.find((state) => state === one('state')) ?? 'all',
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  };
}

/**
 * Input of queryEquipment for a filter (api.md §2.7). Server and browser both build it here, so that their cache keys
 * are equal.
 */
export function unitInput({ key, state, page }: UnitFilter): InputOf<typeof queryEquipment> {
  return {
    pageIndex: page,
    pageSize: UNIT_PAGE_SIZE,
    ...(key === '' ? {} : { key }),
    ...(state === 'all' ? {} : { state }),
  };
}

/** The totals of the filter; each equals the number of rows that it opens. */
export function countsOf(states: UnitStates | undefined): Partial<Record<FinderState, number>> {
  return states ? { ...states, all: states.total } : {};
}
