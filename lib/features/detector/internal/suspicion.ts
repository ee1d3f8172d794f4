import { lookAtSuspected } from '@/lib/live/telemetry/detection';
import { pool } from '@/lib/platform/db/client';
import { readContext } from './context';

/**
 * Somebody at the wall suspects trapped persons (`equipmentWarn/save`): symptom A02, in the rule's own state, so that its
 * call-out follows and its end is seen as if the box had said it. Nothing where symptoms are imported, the rule is off for the
 * unit or silenced, or its persons are seen to be free; once while the suspicion lasts.
 */
export async function suspectTrapped(equipmentNo: string, now = Date.now()): Promise<void> {
  const context = await readContext(now);
  if (context) await lookAtSuspected(pool(), equipmentNo, now, context);
}
