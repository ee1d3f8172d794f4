import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { listUnlocated } from './contract';
import { LOCATED, shownOnMap } from './internal/places';

/** Units that the map cannot show: whoever keeps their data finds them here. */

type Found = OutputOf<typeof listUnlocated>;
type Query = ParsedOf<typeof listUnlocated>;

const COLUMNS = {
  equipmentNo: Prisma.sql`e.equipment_no`,
  equipmentName: Prisma.sql`e.equipment_name`,
  buildingName: Prisma.sql`e.building_name`,
} as const;

function orderOf({ sortField, sortOrder }: Query): Prisma.Sql {
  const direction = sortField && sortOrder === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${COLUMNS[sortField ?? 'equipmentNo']} ${direction} NULLS LAST, e.equipment_no`;
}

export async function findUnlocated(actor: Actor, query: Query): Promise<Found> {
  const { units } = await shownOnMap(actor);
  const where = Prisma.sql`${units} AND NOT (${LOCATED})`;
  const [[counted], rows] = await Promise.all([
    db().$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM equipment e WHERE ${where}`,
    db().$queryRaw<Found['records']>`
      SELECT e.equipment_no AS "equipmentNo", e.cube_no AS "cubeNo", e.equipment_type AS "equipmentType", e.product_line AS "productLine",
             e.equipment_name AS "equipmentName", e.building_name AS "buildingName"
        FROM equipment e WHERE ${where} ORDER BY ${orderOf(query)}
       OFFSET ${(query.pageIndex - 1) * query.pageSize} LIMIT ${query.pageSize}`,
  ]);
  return page(rows, counted?.total ?? 0, query);
}
