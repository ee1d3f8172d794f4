import { z } from 'zod';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { SEEN, USE } from '../roll-up';
import { usualUse } from './energy';

/** What one unit did on each day of a window, for reports on it. The caller has checked that the unit may be seen. */

const count = z.number().nullable();
export const UnitDayFacts = z.object({
  /** `yyyy-MM-dd`; a day without facts is absent. */
  day: z.string(),
  trips: count,
  openings: count,
  runSec: count,
  energyKwh: count,
  availableSec: z.number(),
  equipmentFaultSec: z.number(),
  faultSec: z.number(),
  serviceSec: z.number(),
  /** Somebody saw the unit for at least half of the day. */
  isSeen: z.boolean(),
});
export type UnitDayFacts = z.output<typeof UnitDayFacts>;

const sum = z.coerce.number().nullable();
const Speeds = z.object({ fullSec: sum, crawlSec: sum, standbySec: sum, perUse: sum, usual: sum });
type Speeds = z.output<typeof Speeds>;

/** The days that have facts, in order. @param from, until `yyyy-MM-dd`, both included */
export async function readUnitDays(equipmentNo: string, from: string, until: string): Promise<UnitDayFacts[]> {
  const found = await db().$queryRaw`
    SELECT d.day::text AS day, d.trips, d.openings, d.run_sec AS "runSec", d.energy_kwh::float8 AS "energyKwh",
           d.available_sec AS "availableSec", d.equipment_fault_sec AS "equipmentFaultSec", d.fault_sec AS "faultSec",
           d.service_sec AS "serviceSec", ${Prisma.raw(SEEN)} AS "isSeen"
      FROM equipment_day d
     WHERE d.equipment_no = ${equipmentNo} AND d.day BETWEEN ${from}::date AND ${until}::date ORDER BY d.day`;
  return z.array(UnitDayFacts).parse(found);
}

/** How long the unit ran at which speed, and what a use of it took: in the window, and usually before. */
export async function readUnitEnergy(equipmentNo: string, from: string, until: string): Promise<Speeds> {
  const use = Prisma.raw(`(${USE})`);
  const [row] = await db().$queryRaw<unknown[]>`
    SELECT sum(d.full_sec) AS "fullSec", sum(d.crawl_sec) AS "crawlSec", sum(d.standby_sec) AS "standbySec",
           sum(d.energy_kwh) FILTER (WHERE ${use} IS NOT NULL) / nullif(sum(${use}) FILTER (WHERE d.energy_kwh IS NOT NULL), 0) AS "perUse",
           (SELECT u.usual FROM (${usualUse(Prisma.sql`e.equipment_no = ${equipmentNo}`, from)}) u) AS usual
      FROM equipment_day d JOIN equipment e USING (equipment_no)
     WHERE d.equipment_no = ${equipmentNo} AND d.day BETWEEN ${from}::date AND ${until}::date`;
  return Speeds.parse(row);
}
