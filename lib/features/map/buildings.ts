import { OPEN_ENTRAPMENTS } from '@/lib/live/scope/trapped-units';
import type { Actor } from '@/lib/platform/contract/actor';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { DisplayType } from '@/lib/platform/db/generated/client';
import { MOST_OF_BUILDING } from './contract';
import type { listMapBuildings, MapBuilding } from './contract';
import { KEY, readBuildings } from './internal/map-buildings';
import { inArea, LOCATED, shownOnMap, type ShownOnMap } from './internal/places';

/** The buildings of an area, or one with its units and open call-outs. */

async function detailOf(shown: ShownOnMap, building: string): Promise<Pick<MapBuilding, 'units' | 'callbackIds'>> {
  const where = Prisma.sql`${shown.units} AND ${LOCATED} AND ${KEY} = ${building}`;
  const [units, callbacks] = await Promise.all([
    db().$queryRaw<
      { equipmentNo: string; equipmentName: string; displayType: DisplayType; trapped: boolean; malfunction: boolean }[]
    >`
      SELECT e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", e.display_type AS "displayType",
             ${shown.readsIncidents} AND e.equipment_no IN (${OPEN_ENTRAPMENTS}) AS trapped,
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
  const shaped = await readBuildings(shown, where);
  const [only] = shaped;
  return building !== undefined && only ? [{ ...only, ...(await detailOf(shown, building)) }] : shaped;
}
