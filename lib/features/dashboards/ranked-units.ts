import { z } from 'zod';
import { callsShown } from '@/lib/live/scope/shown-calls';
import { percentOf } from '@/lib/features/facts/internal/figures';
import { unitWindow } from '@/lib/features/facts/internal/unit-window';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { getDashboardRanking } from './contract';
import type { Days } from './days';
import type { Narrowed } from './narrow';
import { momentsOf, rowsOf } from './read';
import { DISTRIBUTION_PARTS } from './value-sets';

/** Units beside each other: how many had how many call-outs, and what each of a project did (silent-screens D3, D4). */

type Ranking = OutputOf<typeof getDashboardRanking>;

const Part = z.object({ calls: z.number(), units: z.number() });

/** Units without a call-out in the window, with one, two and so on; the last part has so many or more. */
export async function readDistribution(narrowed: Narrowed, days: Days): Promise<number[]> {
  const rows = await rowsOf(
    Part,
    Prisma.sql`
      SELECT least(coalesce(k.calls, 0), ${DISTRIBUTION_PARTS - 1}::int) AS calls, count(*)::int AS units
        FROM equipment e LEFT JOIN (
          SELECT f.equipment_no, count(*)::int AS calls FROM callback_fact f JOIN equipment e ON e.equipment_no = f.equipment_no
           WHERE ${callsShown(narrowed, ...momentsOf(days))} GROUP BY 1) k ON k.equipment_no = e.equipment_no
       WHERE ${narrowed.units} GROUP BY 1`,
  );
  return Array.from({ length: DISTRIBUTION_PARTS }, (_, calls) => rows.find((row) => row.calls === calls)?.units ?? 0);
}

const MOST_UNITS = 200;
const Single = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  trips: z.coerce.number().nullable(),
  available: z.coerce.number().nullable(),
  seen: z.coerce.number().nullable(),
});

/** Trips and availability of each unit, by name. One unit is no small sample: its figures are its own. */
export async function readUnitFigures(
  { units, showsFaults }: Narrowed,
  days: Days,
  now: number,
): Promise<Ranking['unitFigures']> {
  const rows = await rowsOf(
    Single,
    Prisma.sql`
      SELECT e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", w.trips, w.valid_available_sec AS available, w.valid_sec AS seen
        FROM equipment e LEFT JOIN (${unitWindow(units, days, now)}) w ON w.equipment_no = e.equipment_no
       WHERE ${units} ORDER BY 2, 1 LIMIT ${MOST_UNITS}`,
  );
  return rows.map(({ equipmentNo, equipmentName, trips, available, seen }) => ({
    equipmentNo,
    equipmentName,
    trips,
    availability: showsFaults ? percentOf(available ?? 0, seen ?? 0) : null,
  }));
}
