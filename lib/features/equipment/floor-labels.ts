import { db, pool } from '@/lib/platform/db/client';
import { announceChanges } from '@/lib/live/realtime/server/live-hints';

/**
 * Gives the stored positions of elevators the labels of their mappings as they are now and tells whoever watches them
 * (api.md §4.6). Call it after the mapping is committed: an ingest that read the old one holds the status row until its own
 * commit, so its label is corrected here, whichever of the two comes first.
 */
export async function relabel(equipmentNos: readonly string[]): Promise<void> {
  await db().$executeRaw`
    WITH held AS (SELECT equipment_no FROM equipment_status WHERE equipment_no = ANY(${equipmentNos}) ORDER BY equipment_no FOR NO KEY UPDATE)
    UPDATE equipment_status s
       SET live = jsonb_set(s.live, '{position,value}', to_jsonb(coalesce(nullif(e.floor_mapping ->> (s.live #>> '{position,physicalvalue}'), ''), s.live #>> '{position,physicalvalue}'))),
           updated_at = now()
      FROM equipment e, held
     WHERE held.equipment_no = s.equipment_no AND e.equipment_no = s.equipment_no AND s.live #> '{position,physicalvalue}' IS NOT NULL`;
  const units = await db().equipment.findMany({
    where: { equipmentNo: { in: [...equipmentNos] } },
    select: { equipmentNo: true, equipmentType: true, displayType: true },
  });
  await announceChanges(
    pool(),
    units.map((unit) => ({ ...unit, changes: {}, isEdited: true, committedAt: Date.now() })),
  );
}
