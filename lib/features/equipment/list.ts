import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { db, pool } from '@/lib/platform/db/client';
import { sharedCount } from '@/lib/platform/db/shared-counts';
import { readPageKeys } from '@/lib/platform/db/far-page';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter, likeLiteral } from '@/lib/platform/db/name-grams';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import type { EquipmentFilters, EquipmentPage, EquipmentRow, queryEquipment } from './contract';
import { displayTypesOf, unitConditions } from './unit-filters';
import { toRow, type StoredEquipmentRow } from './shape';
import type { UnitLink, UnitState } from '@/lib/live/units/condition';
import { LIVE_MS } from '@/lib/live/units/age';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';

type Query = ParsedOf<typeof queryEquipment>;
export type EquipmentOrder = Pick<Query, 'sortField' | 'sortOrder'>;
type Where = Prisma.EquipmentWhereInput;
type StatusField = 'onlineStatus' | 'errorStatus';

const isStatusField = (field: Query['sortField']): field is StatusField =>
  field === 'onlineStatus' || field === 'errorStatus';

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
function stateFilter(state: UnitState, isFaultBlind: boolean): Where {
  if (state === 'trapped') return { status: { entrapmentStatus: 1 } };
  const calm: Prisma.EquipmentStatusWhereInput = { entrapmentStatus: { not: 1 } };
  if (state === 'fault') return { status: { ...calm, errorStatus: ERROR_STATUS.faulty } };
  const stored: Where = {
    status: {
      ...calm,
      ...(isFaultBlind ? {} : { errorStatus: { not: ERROR_STATUS.faulty } }),
      onlineStatus: { in: [...LINKS[state]] },
      ...HEARD[state]?.(),
    },
  };
  if (state !== 'offline' && state !== 'notInstalled') return stored;
  return { OR: [stored, { AND: [{ status: null }, { cubeNo: state === 'offline' ? { not: null } : null }] }] };
}

/** The filters of the query as SQL conditions, joined by AND. */
function filtersOf(query: Partial<EquipmentFilters> & StateFilter): Where[] {
  const filters: Where[] = [];
  if (query.key)
    filters.push(gramFilter(query.key), {
      OR: [{ equipmentNo: containsText(query.key) }, { equipmentName: containsText(query.key) }],
    });
  if (query.cubeNo) filters.push({ cubeNo: { startsWith: likeLiteral(query.cubeNo.toUpperCase()) } });
  if (query.equipmentType !== undefined)
    filters.push({ displayType: { in: [...displayTypesOf(query.equipmentType)] } });
  if (query.onlineStatus !== undefined) filters.push(onlineFilter(query.onlineStatus));
  if (query.errorStatus !== undefined) filters.push(errorFilter(query.errorStatus));
  if (query.floorMappingConfiged !== undefined) filters.push({ floorMappingConfiged: query.floorMappingConfiged });
  if (query.equipmentNoList) filters.push({ equipmentNo: { in: query.equipmentNoList } });
  if (query.state) filters.push(stateFilter(query.state, query.isFaultBlind ?? false));
  return filters;
}

/** The units of a list: the caller's, narrowed by focus and filters. */
export function equipmentWhere(actor: Actor, filters: Partial<EquipmentFilters> & StateFilter): Where {
  return { AND: [equipmentScope(actor, { focus: true }), ...filtersOf(filters), ...unitConditions(actor, filters)] };
}

/** Newest first without a sort field; the number ends every order (api.md §1.6). `isReversed` reads from the end. */
function orderOf(query: EquipmentOrder, isReversed: boolean): Prisma.EquipmentOrderByWithRelationInput[] {
  const { sortField } = query;
  const direction = directionOf(query, isReversed);
  return [
    { [sortField ?? 'createDate']: direction },
    ...(sortField === 'equipmentNo' ? [] : [{ equipmentNo: direction }]),
  ];
}

function directionOf({ sortField, sortOrder }: EquipmentOrder, isReversed: boolean): Prisma.SortOrder {
  const wanted = sortField ? sortOrder : 'desc';
  return isReversed ? (wanted === 'asc' ? 'desc' : 'asc') : wanted;
}

type EquipmentKeys = Promise<{ equipmentNo: string }[]>;

/** A part of a list whose order is made of several parts. */
interface ListPart {
  count(): Promise<number>;
  keys(skip: number, take: number): EquipmentKeys;
}

/**
 * Orders by values that boxes report are read from the status rows, whose indexes have them. Units without such a row,
 * and so without a value, come last in both directions.
 */
function statusParts(
  sql: Transaction,
  where: Where,
  field: StatusField,
  direction: Prisma.SortOrder,
): [ListPart, ListPart] {
  const heard = { equipment: where };
  const unheard: Where = { AND: [where, { status: null }] };
  return [
    {
      count: () => sql.equipmentStatus.count({ where: heard }),
      keys: (skip, take) =>
        sql.equipmentStatus.findMany({
          where: heard,
          orderBy: [{ [field]: direction }, { equipmentNo: direction }],
          skip,
          take,
          select: { equipmentNo: true },
        }),
    },
    {
      count: () => sql.equipment.count({ where: unheard }),
      keys: (skip, take) =>
        sql.equipment.findMany({
          where: unheard,
          orderBy: { equipmentNo: direction },
          skip,
          take,
          select: { equipmentNo: true },
        }),
    },
  ];
}

/** A page of consecutive parts. The next part is queried only when one does not fill the page. */
async function keysOfParts(parts: readonly ListPart[], skip: number, take: number): EquipmentKeys {
  const found: Awaited<EquipmentKeys> = [];
  let left = skip;
  for (const part of parts) {
    const keys = await part.keys(left, take - found.length);
    found.push(...keys);
    if (found.length === take) break;
    left = keys.length > 0 ? 0 : Math.max(0, left - (await part.count()));
  }
  return found;
}

async function keysOf(
  sql: Transaction,
  where: Where,
  query: EquipmentOrder,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<string[]> {
  return (await foundKeys(sql, where, query, isReversed, skip, take)).map(({ equipmentNo }) => equipmentNo);
}

function foundKeys(
  sql: Transaction,
  where: Where,
  query: EquipmentOrder,
  isReversed: boolean,
  skip: number,
  take: number,
): EquipmentKeys {
  const { sortField } = query;
  if (!isStatusField(sortField))
    return sql.equipment.findMany({
      where,
      orderBy: orderOf(query, isReversed),
      skip,
      take,
      select: { equipmentNo: true },
    });
  const parts = statusParts(sql, where, sortField, directionOf(query, isReversed));
  return keysOfParts(isReversed ? parts.reverse() : parts, skip, take);
}

type ListedRow = Omit<StoredEquipmentRow, 'branch' | 'status'> & {
  branchName: string;
  onlineStatus: number | null;
  errorStatus: number;
};

/** One statement, where relations would need three. */
const ROWS = `
  SELECT e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", e.cube_no AS "cubeNo", e.equipment_type AS "equipmentType", e.product_line AS "productLine",
         e.building_name AS "buildingName", e.floor_mapping_configed AS "floorMappingConfiged", e.floor_matching_edit_status AS "floorMatchingEditStatus",
         e.total_floors AS "totalFloors", e.branch_code AS "branchCode", e.display_type AS "displayType", e.video, e.dh_video AS "dhVideo",
         b.branch_name AS "branchName", s.online_status AS "onlineStatus", s.error_status AS "errorStatus"
    FROM unnest($1::text[]) WITH ORDINALITY AS k (equipment_no, place)
    JOIN equipment e USING (equipment_no) JOIN branch b USING (branch_code) LEFT JOIN equipment_status s USING (equipment_no)
   ORDER BY k.place`;

/** The rows of keys that a scoped query found, in the same order. */
async function readRows(keys: readonly string[]): Promise<EquipmentRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await pool().query<ListedRow>({ name: 'equipment-rows', text: ROWS, values: [keys] });
  return rows.map(({ branchName, onlineStatus, errorStatus, ...row }) =>
    toRow({ ...row, branch: { branchName }, status: onlineStatus === null ? null : { onlineStatus, errorStatus } }),
  );
}

/**
 * The page of units that the caller may see, narrowed by focus. An index finds the keys and the rows are read by key,
 * so that a far page skips keys, not rows.
 */
export async function findEquipmentPage(actor: Actor, query: Query & StateFilter): Promise<EquipmentPage> {
  const where = equipmentWhere(actor, query);
  const { total, keys } = await readPageKeys(query, {
    count: () => sharedCount(actor, 'queryEquipment', where, () => db().equipment.count({ where })),
    keys: (isReversed, skip, take) => keysOf(db(), where, query, isReversed, skip, take),
  });
  return page(await readRows(keys), total, query);
}

/** Every unit that matches the filters, in the order of the list. */
export async function* exportedUnits(
  actor: Actor,
  query: EquipmentFilters & EquipmentOrder,
): AsyncGenerator<EquipmentRow> {
  const where = equipmentWhere(actor, query);
  for await (const keys of keysInOrder((sql, skip, take) => keysOf(sql, where, query, false, skip, take)))
    yield* await readRows(keys);
}
