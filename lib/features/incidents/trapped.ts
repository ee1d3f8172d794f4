import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { openCallOut, stillTrapped, TRAPPED_UNITS } from './keys';

/** Units in which somebody is trapped now, and since when the portal has known of it: what went before is of another entrapment. */

export interface Trapped {
  /** The open call-out of the unit that it belongs to: of several that of trapped persons, then the newest. */
  readonly callbackId: string | null;
  /** Epoch ms; what was acknowledged before is of another one. */
  readonly begins: number;
}

export async function readTrapped(equipmentNos: readonly string[]): Promise<Map<string, Trapped>> {
  if (equipmentNos.length === 0) return new Map();
  const { text, values } = Prisma.sql`
    SELECT t.equipment_no,
           (SELECT c.callback_id FROM callback c WHERE c.equipment_no = t.equipment_no AND ${openCallOut}
             ORDER BY c.person_trapped DESC, c.create_date DESC, c.callback_id LIMIT 1) AS callback_id,
           LEAST(
             (SELECT min(x.start_at) FROM equipment_event x
               WHERE x.equipment_no = t.equipment_no AND x.object_status AND x.sub_type = 'entrapment'),
             (SELECT max(n.notification_date) FROM notification n
               WHERE n.equipment_no = t.equipment_no AND n.username IS NULL AND n.notification_type = 'entrapment' AND n.object_status),
             (SELECT coalesce(c.trapped_date, c.create_date) FROM callback c
               WHERE c.equipment_no = t.equipment_no AND ${openCallOut} AND ${stillTrapped}
               ORDER BY c.create_date DESC LIMIT 1)) AS begins
      FROM (${TRAPPED_UNITS}) t WHERE t.equipment_no = ANY(${[...equipmentNos]})`;
  const { rows } = await pool().query<{ equipment_no: string; callback_id: string | null; begins: Date | null }>({
    text,
    values,
  });
  return new Map(
    rows.map(({ equipment_no: equipmentNo, callback_id: callbackId, begins }) => [
      equipmentNo,
      { callbackId, begins: begins?.getTime() ?? -Infinity },
    ]),
  );
}

/** The entrapment that is this call-out's. */
export const ofCallback = (trapped: Trapped | undefined, callbackId: string): Trapped | undefined =>
  trapped?.callbackId === callbackId ? trapped : undefined;
