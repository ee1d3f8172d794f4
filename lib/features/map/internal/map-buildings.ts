import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { MOST_BUILDINGS, type MapBuilding } from '../contract';
import { gcj02ToWgs84 } from '../shared/coordinates';
import { IS_TRAPPED, LOCATED, OPEN_CALLS, withTrouble, type ShownOnMap } from './places';

/** Buildings on the map: units of the same code, else of the same name and address (silent-screens D5). */

export const KEY = Prisma.sql`coalesce('c:' || nullif(e.building_code, ''), 'n:' || coalesce(e.building_name, '') || '|' || coalesce(e.address, ''))`;
/** Squares along each side when there are more buildings than are drawn one by one. */
const GRID = 40;

interface BuildingRow {
  readonly key: string | null;
  readonly building: string | null;
  readonly address: string | null;
  readonly total: number;
  readonly malfunction: number;
  readonly openCallbacks: number;
  readonly unhealthy: number;
  readonly projectId: string | null;
  readonly trapped: boolean;
  readonly elevator: number;
  readonly escalator: number;
  readonly sidewalk: number;
  readonly buildings: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly isGcj02: boolean;
}

function shape(
  shown: ShownOnMap,
  { longitude, latitude, isGcj02, malfunction, openCallbacks, unhealthy, projectId, ...row }: BuildingRow,
): MapBuilding {
  const point = isGcj02 ? gcj02ToWgs84({ longitude, latitude }) : { longitude, latitude };
  return {
    ...row,
    malfunction: shown.readsCallbacks ? malfunction : null,
    openCallbacks: shown.readsCallbacks ? openCallbacks : null,
    ...(shown.keyAccounts ? { unhealthy, ...(projectId === null ? {} : { projectId }) } : {}),
    longitude: point.longitude,
    lattitude: point.latitude,
  };
}

/** The project of each unit `e` as `p`: the first of those that count. */
const withProject = ({ keyAccounts }: ShownOnMap): Prisma.Sql => Prisma.sql`
  LEFT JOIN (SELECT equipment_no, min(project_id) AS project_id FROM project_equipment WHERE project_id = ANY(${[...(keyAccounts?.projectIds ?? [])]}) GROUP BY 1) p
    ON p.equipment_no = e.equipment_no`;

const grouped = (shown: ShownOnMap, where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT ${KEY} AS key, min(e.building_name) AS building, min(e.address) AS address, count(*)::int AS total,
         count(o.equipment_no)::int AS malfunction, ${OPEN_CALLS} AS "openCallbacks",
         count(h.equipment_no)::int AS unhealthy, mode() WITHIN GROUP (ORDER BY p.project_id) AS "projectId", ${IS_TRAPPED} AS trapped, count(*) FILTER (WHERE e.display_type = 'EV')::int AS elevator,
         count(*) FILTER (WHERE e.display_type = 'ES')::int AS escalator, count(*) FILTER (WHERE e.display_type = 'WW')::int AS sidewalk,
         1 AS buildings, avg(e.longitude)::float AS longitude, avg(e.latitude)::float AS latitude, bool_and(e.coord_system = 'gcj02') AS "isGcj02"
    FROM equipment e ${withTrouble(shown)} ${withProject(shown)}
   WHERE ${shown.units} AND ${LOCATED} AND ${where} GROUP BY 1`;

/** Beyond the limit the squares of a grid over them. */
const squares = (buildings: Prisma.Sql): Prisma.Sql => Prisma.sql`
  WITH b AS (${buildings}), edge AS (SELECT min(longitude) AS west, max(longitude) AS east, min(latitude) AS south, max(latitude) AS north FROM b)
  SELECT CASE WHEN count(*) = 1 THEN min(b.key) END AS key, CASE WHEN count(*) = 1 THEN min(b.building) END AS building,
         CASE WHEN count(*) = 1 THEN min(b.address) END AS address, sum(b.total)::int AS total, sum(b.malfunction)::int AS malfunction, sum(b."openCallbacks")::int AS "openCallbacks",
         sum(b.unhealthy)::int AS unhealthy, CASE WHEN count(*) = 1 THEN min(b."projectId") END AS "projectId", bool_or(b.trapped) AS trapped,
         sum(b.elevator)::int AS elevator, sum(b.escalator)::int AS escalator, sum(b.sidewalk)::int AS sidewalk, count(*)::int AS buildings,
         avg(b.longitude)::float AS longitude, avg(b.latitude)::float AS latitude, bool_and(b."isGcj02") AS "isGcj02"
    FROM b, edge
   GROUP BY floor((b.longitude - west) / greatest(east - west, 0.001) * ${GRID}), floor((b.latitude - south) / greatest(north - south, 0.001) * ${GRID})
   ORDER BY 4 DESC, 1 LIMIT ${MOST_BUILDINGS}`;

/** At most `MOST_BUILDINGS`; where there are more, squares of a grid. */
export async function readBuildings(shown: ShownOnMap, where: Prisma.Sql): Promise<MapBuilding[]> {
  const buildings = grouped(shown, where);
  const rows = await db().$queryRaw<BuildingRow[]>`${buildings} ORDER BY 4 DESC, 1 LIMIT ${MOST_BUILDINGS + 1}`;
  const found = rows.length > MOST_BUILDINGS ? await db().$queryRaw<BuildingRow[]>(squares(buildings)) : rows;
  return found.map((row) => shape(shown, row));
}
