import type { Actor } from '@/lib/auth/actor';
import { equipmentScope } from '@/lib/auth/scope';
import { db } from '@/lib/db/client';
import { readPageKeys } from '@/lib/db/far-page';
import type { Prisma } from '@/lib/db/generated/client';
import { containsText, gramFilter, likeLiteral } from '@/lib/db/name-grams';
import type { ParsedOf } from '@/lib/sms/operation';
import { page } from '@/lib/sms/schemas';
import type { EquipmentFilters, EquipmentPage, queryEquipment } from './contract';
import { ROW_SELECT, toRow } from './shape';
import { ERROR_STATUS, ONLINE_STATUS } from './value-sets';

type Query = ParsedOf<typeof queryEquipment>;
type Where = Prisma.EquipmentWhereInput;
type SortField = NonNullable<Query['sortField']>;

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

/** Filters of the query as conditions that all have to hold. */
function filtersOf(query: EquipmentFilters): Where[] {
  const filters: Where[] = [{ deletedAt: null }];
  if (query.key) filters.push(gramFilter(query.key), { OR: [{ equipmentNo: containsText(query.key) }, { equipmentName: containsText(query.key) }] });
  if (query.cubeNo) filters.push({ cubeNo: { startsWith: likeLiteral(query.cubeNo.toUpperCase()) } });
  if (query.equipmentType !== undefined) filters.push({ displayType: { in: query.equipmentType === 1 ? ['EV'] : ['ES', 'WW'] } });
  if (query.onlineStatus !== undefined) filters.push(onlineFilter(query.onlineStatus));
  if (query.errorStatus !== undefined) filters.push(errorFilter(query.errorStatus));
  if (query.floorMappingConfiged !== undefined) filters.push({ floorMappingConfiged: query.floorMappingConfiged });
  if (query.equipmentNoList) filters.push({ equipmentNo: { in: query.equipmentNoList } });
  return filters;
}

/** The units of a list: the caller's, narrowed by focus and filters. */
export function equipmentWhere(actor: Actor, filters: EquipmentFilters): Where {
  return { AND: [equipmentScope(actor, { focus: true }), ...filtersOf(filters)] };
}

/** Newest first without a sort field; the number ends every order (api.md §1.6). `isReversed` reads from the end. */
function orderOf({ sortField, sortOrder }: Query, isReversed: boolean): Prisma.EquipmentOrderByWithRelationInput[] {
  const wanted = sortField ? sortOrder : 'desc';
  const direction = isReversed ? (wanted === 'asc' ? 'desc' : 'asc') : wanted;
  return [columnOf(sortField ?? 'createDate', direction), ...(sortField === 'equipmentNo' ? [] : [{ equipmentNo: direction }])];
}

function columnOf(field: SortField, direction: Prisma.SortOrder): Prisma.EquipmentOrderByWithRelationInput {
  return field === 'onlineStatus' || field === 'errorStatus' ? { status: { [field]: direction } } : { [field]: direction };
}

/**
 * The page of units the caller may see, narrowed by focus. The keys are found by an index of their own and the rows read
 * by key, so that a far page skips keys, not rows.
 */
export async function findEquipmentPage(actor: Actor, query: Query): Promise<EquipmentPage> {
  const where = equipmentWhere(actor, query);
  const { total, keys: order } = await readPageKeys(query, {
    count: () => db().equipment.count({ where }),
    keys: async (isReversed, skip, take) => {
      const rows = await db().equipment.findMany({ where, orderBy: orderOf(query, isReversed), skip, take, select: { equipmentNo: true } });
      return rows.map(({ equipmentNo }) => equipmentNo);
    },
  });
  const rows = await db().equipment.findMany({ where: { equipmentNo: { in: order } }, select: ROW_SELECT });
  const byNo = new Map(rows.map((row) => [row.equipmentNo, row]));
  return page(order.flatMap((equipmentNo) => { const row = byNo.get(equipmentNo); return row ? [toRow(row)] : []; }), total, query);
}
