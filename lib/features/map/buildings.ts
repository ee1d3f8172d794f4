import type { Actor } from '@/lib/platform/contract/actor';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { DisplayType } from '@/lib/platform/db/generated/client';
import { TRAPPED_UNITS } from '@/lib/features/incidents/internal/keys';
import { MOST_BUILDINGS, MOST_OF_BUILDING } from './contract';
import type { listMapBuildings, MapBuilding } from './contract';
import { inArea, LOCATED, shownOnMap, withTrouble, IS_TRAPPED, type ShownOnMap } from './places';
import { gcj02ToWgs84 } from './shared/coordinates';

/** Buildings on the map: units of the same code, else of the same name and address (silent-screens D5). */

const KEY = Prisma.sql`coalesce('c:' || nullif(e.building_code, ''), 'n:' || coalesce(e.building_name, '') || '|' || coalesce(e.address, ''))`;
/** Squares along each side when there are more buildings than are drawn one by one. */
const GRID = 40;

interface BuildingRow {
  readonly key: string | null;
  readonly building: string | null;
  readonly address: string | null;
  readonly total: number;
  readonly malfunction: number;
  readonly trapped: boolean;
  readonly elevator: number;
  readonly escalator: number;
  readonly sidewalk: number;
  readonly buildings: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly isGcj02: boolean;
}

function shape(shown: ShownOnMap, { longitude, latitude, isGcj02, malfunction, ...row }: BuildingRow): MapBuilding {
  const point = isGcj02 ? gcj02ToWgs84({ longitude, latitude }) : { longitude, latitude };
  return {
    ...row,
    malfunction: shown.readsCallbacks ? malfunction : null,
    longitude: point.longitude,
    lattitude: point.latitude,
  };
}

const grouped = (shown: ShownOnMap, where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT ${KEY} AS key, min(e.building_name) AS building, min(e.address) AS address, count(*)::int AS total,
         count(o.equipment_no)::int AS malfunction, ${IS_TRAPPED} AS trapped, count(*) FILTER (WHERE e.display_type = 'EV')::int AS elevator,
         count(*) FILTER (WHERE e.display_type = 'ES')::int AS escalator, count(*) FILTER (WHERE e.display_type = 'WW')::int AS sidewalk,
         1 AS buildings, avg(e.longitude)::float AS longitude, avg(e.latitude)::float AS latitude, bool_and(e.coord_system = 'gcj02') AS "isGcj02"
    FROM equipment e ${withTrouble(shown)}
   WHERE ${shown.units} AND ${LOCATED} AND ${where} GROUP BY 1`;

/** Beyond the limit the squares of a grid over them. */
const squares = (buildings: Prisma.Sql): Prisma.Sql => Prisma.sql`
  WITH b AS (${buildings}), edge AS (SELECT min(longitude) AS west, max(longitude) AS east, min(latitude) AS south, max(latitude) AS north FROM b)
  SELECT CASE WHEN count(*) = 1 THEN min(b.key) END AS key, CASE WHEN count(*) = 1 THEN min(b.building) END AS building,
         CASE WHEN count(*) = 1 THEN min(b.address) END AS address, sum(b.total)::int AS total, sum(b.malfunction)::int AS malfunction, bool_or(b.trapped) AS trapped,
         sum(b.elevator)::int AS elevator, sum(b.escalator)::int AS escalator, sum(b.sidewalk)::int AS sidewalk, count(*)::int AS buildings,
         avg(b.longitude)::float AS longitude, avg(b.latitude)::float AS latitude, bool_and(b."isGcj02") AS "isGcj02"
    FROM b, edge
   GROUP BY floor((b.longitude - west) / greatest(east - west, 0.001) * ${GRID}), floor((b.latitude - south) / greatest(north - south, 0.001) * ${GRID})
   ORDER BY 4 DESC, 1 LIMIT ${MOST_BUILDINGS}`;

async function detailOf(shown: ShownOnMap, building: string): Promise<Pick<MapBuilding, 'units' | 'callbackIds'>> {
  const where = Prisma.sql`${shown.units} AND ${LOCATED} AND ${KEY} = ${building}`;
  const [units, callbacks] = await Promise.all([
    db().$queryRaw<
      { equipmentNo: string; equipmentName: string; displayType: DisplayType; trapped: boolean; malfunction: boolean }[]
    >`
      SELECT e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", e.display_type AS "displayType",
             ${shown.readsIncidents} AND e.equipment_no IN (${TRAPPED_UNITS}) AS trapped,
             EXISTS (SELECT 1 FROM callback c WHERE c.equipment_no = e.equipment_no AND ${shown.openCallbacks}) AS malfunction
        FROM equipment e WHERE ${where} ORDER BY 4 DESC, 5 DESC, 2, 1 LIMIT ${MOST_OF_BUILDING}`,
    db().$queryRaw<{ id: string }[]>`
      SELECT c.callback_id AS id FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
       WHERE ${where} AND ${shown.openCallbacks} ORDER BY c.create_date DESC, 1 LIMIT ${MOST_OF_BUILDING}`,
  ]);
  return { units, callbackIds: callbacks.map(({ id }) => id) };
}

export async function findBuildings(
  actor: Actor,
  { area, level, parentArea, bounds, building }: ParsedOf<typeof listMapBuildings>,
): Promise<MapBuilding[]> {
  const shown = await shownOnMap(actor);
  const where = Prisma.join(
    [
      inArea(level, area, parentArea),
      ...(bounds
        ? [
            Prisma.sql`e.longitude BETWEEN ${bounds.west} AND ${bounds.east} AND e.latitude BETWEEN ${bounds.south} AND ${bounds.north}`,
          ]
        : []),
      ...(building === undefined ? [] : [Prisma.sql`${KEY} = ${building}`]),
    ],
    ' AND ',
  );
  const buildings = grouped(shown, where);
  const rows = await db().$queryRaw<BuildingRow[]>`${buildings} ORDER BY 4 DESC, 1 LIMIT ${MOST_BUILDINGS + 1}`;
  if (rows.length > MOST_BUILDINGS)
    return (await db().$queryRaw<BuildingRow[]>(squares(buildings))).map((row) => shape(shown, row));
  const shaped = rows.map((row) => shape(shown, row));
  const [only] = shaped;
  return building !== undefined && only ? [{ ...only, ...(await detailOf(shown, building)) }] : shaped;
}
