import type { Actor } from '@/lib/platform/contract/actor';
import { db, pool } from '@/lib/platform/db/client';
import { sharedCount } from '@/lib/platform/db/shared-counts';
import { readPageKeys } from '@/lib/platform/db/far-page';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import type { EquipmentFilters, EquipmentPage, EquipmentRow, queryEquipment } from './contract';
import { equipmentWhere } from './internal/equipment-where';
import type { StateFilter } from './internal/equipment-where';
import { toRow, type StoredEquipmentRow } from './shape';

type Query = ParsedOf<typeof queryEquipment>;
export type EquipmentOrder = Pick<Query, 'sortField' | 'sortOrder'>;
type Where = Prisma.EquipmentWhereInput;
type StatusField = 'onlineStatus' | 'errorStatus';

const isStatusField = (field: Query['sortField']): field is StatusField =>
  field === 'onlineStatus' || field === 'errorStatus';

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
  const where = await equipmentWhere(actor, query);
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
  const where = await equipmentWhere(actor, query);
  for await (const keys of keysInOrder((sql, skip, take) => keysOf(sql, where, query, false, skip, take)))
    yield* await readRows(keys);
}
