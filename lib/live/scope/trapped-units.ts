import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';

/**
 * Units in which somebody is trapped now (readings 284): their box says so, or an entrapment of theirs is open, whoever
 * reported it. There are few at any time, and two partial indexes hold them. The scope is the caller's to add.
 */

/** Their entrapment is open, whatever their boxes say: these are incidents (readings 248). */
export const OPEN_ENTRAPMENTS = Prisma.sql`SELECT x.equipment_no FROM entrapment x WHERE x.released_at IS NULL`;

/** A unit may be named twice. */
export const TRAPPED_UNITS = Prisma.sql`
  SELECT b.equipment_no FROM equipment_status b WHERE b.entrapment_status = 1 UNION ALL ${OPEN_ENTRAPMENTS}`;

/** @param among these alone; absent: all that there are */
export async function readTrappedUnits(among?: readonly string[]): Promise<Set<string>> {
  const only = among ? Prisma.sql`WHERE t.equipment_no = ANY(${[...among]})` : Prisma.empty;
  const rows = await db().$queryRaw<{ equipment_no: string }[]>`
    SELECT DISTINCT t.equipment_no FROM (${TRAPPED_UNITS}) t ${only} ORDER BY 1`;
  return new Set(rows.map((row) => row.equipment_no));
}
