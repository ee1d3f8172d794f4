import { unitsInScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { ReaderTime } from '@/lib/features/callbacks/internal/clocks';
import type { ReleasedIncident } from './contract';

/** The releases that are reported: the strip disappears with one (readings 250). */

/** How long a release is shown, from when the portal learned of it. */
const SAID_FOR_SEC = 120;
const MOST = 5;

interface ReleasedRow {
  readonly equipment_no: string;
  readonly equipment_name: string;
  readonly start_at: Date;
  readonly released_at: Date;
}

/**
 * Units in scope whose trapped persons have just been released, and in which nobody is trapped again; the last release
 * first.
 */
export async function readReleased(
  actor: Actor,
  equipmentNos: readonly string[] | undefined,
  { time, hasSeconds }: ReaderTime,
): Promise<ReleasedIncident[]> {
  const only = equipmentNos ? Prisma.sql`AND x.equipment_no = ANY(${[...equipmentNos]})` : Prisma.empty;
  const { text, values } = Prisma.sql`
    SELECT x.equipment_no, e.equipment_name, least(x.start_at, x.create_date) AS start_at, x.released_at
      FROM entrapment x JOIN equipment e ON e.equipment_no = x.equipment_no
     WHERE x.released_at IS NOT NULL
       AND (x.release_told_date IS NULL OR x.release_told_date > now() - make_interval(secs => ${SAID_FOR_SEC}))
       AND NOT EXISTS (SELECT 1 FROM entrapment o WHERE o.equipment_no = x.equipment_no AND o.released_at IS NULL)
       AND ${unitsInScope(actor)} ${only}
     ORDER BY x.released_at DESC, x.equipment_no
     LIMIT ${MOST}`;
  const { rows } = await pool().query<ReleasedRow>({ text, values });
  return rows.map((row) => ({
    equipmentNo: row.equipment_no,
    equipmentName: row.equipment_name,
    at: time(row.released_at),
    trappedSec: hasSeconds ? Math.max(0, Math.round((Number(row.released_at) - Number(row.start_at)) / 1000)) : null,
  }));
}
