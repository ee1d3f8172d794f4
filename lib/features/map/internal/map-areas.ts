import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { MapAreas } from '../contract';
import {
  DISTRICT,
  FIRST_AREA,
  inArea,
  LOCATED,
  secondAreaOf,
  withTrouble,
  IS_TRAPPED,
  OPEN_CALLS,
  type ShownOnMap,
} from './places';

/** Units and open call-outs by area. */

interface AreaRow {
  readonly area: string | null;
  readonly total: number;
  readonly malfunction: number;
  readonly openCallbacks: number;
  readonly unhealthy: number;
  readonly trapped: boolean;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

/** @param parentArea of level 2 and 3 */
export async function readAreas(shown: ShownOnMap, level: number, parentArea: string | undefined): Promise<MapAreas> {
  const isFirst = level === 1;
  const area = isFirst
    ? Prisma.sql`CASE WHEN ${LOCATED} THEN ${FIRST_AREA} END`
    : level === 2
      ? secondAreaOf(parentArea ?? '')
      : DISTRICT;
  const within = isFirst
    ? Prisma.sql`true`
    : Prisma.sql`${LOCATED} AND ${inArea(level - 1, parentArea ?? '', undefined)}`;
  const rows = await db().$queryRaw<AreaRow[]>`
    SELECT ${area} AS area, count(*)::int AS total, count(o.equipment_no)::int AS malfunction, ${OPEN_CALLS} AS "openCallbacks",
           count(h.equipment_no)::int AS unhealthy, ${IS_TRAPPED} AS trapped, avg(e.longitude)::float AS longitude, avg(e.latitude)::float AS latitude
      FROM equipment e ${withTrouble(shown)}
     WHERE ${shown.units} AND ${within} GROUP BY 1 ORDER BY 2 DESC, 1`;
  const unlocated = rows.find((row) => row.area === null)?.total ?? 0;
  return {
    areas: rows.flatMap(({ area: name, total, malfunction, openCallbacks, unhealthy, trapped, longitude, latitude }) =>
      name === null
        ? []
        : [
            {
              area: name,
              parentArea: parentArea ?? null,
              level,
              total,
              malfunction: shown.readsCallbacks ? malfunction : null,
              openCallbacks: shown.readsCallbacks ? openCallbacks : null,
              ...(shown.keyAccounts ? { unhealthy } : {}),
              trapped,
              longitude,
              lattitude: latitude,
            },
          ],
    ),
    unlocated: isFirst ? unlocated : null,
  };
}
