import { notifyUnanswered } from '@/lib/features/escalation/internal/unanswered-symptoms';
import { endIncidentNotices } from '@/lib/features/notifications/internal/incident-notice';
import { clearSymptom } from '@/lib/features/symptoms/internal/detected-symptoms';
import { findLastingBeyondEnd, moveExpired, moveToJobs } from '@/lib/features/symptoms/internal/timers';
import type { DetectorContext } from '@/lib/live/detector/active-rules';
import { DETECTOR_VERSION } from '@/lib/live/detector/state';
import { lookAtDueUnits } from '@/lib/live/telemetry/detection';
import { db, pool } from '@/lib/platform/db/client';
import { actOnFindings } from './finding-queue';
import { findRule } from '../catalogue';
import { endIdleElevators } from './idle-elevators';

/** The detector's clock: hold times without a message, what the rules found, and the life of symptoms (silent-screens F2). */

/** Every second: units whose time has come, and what was found, by whomever. @returns whether more may be due at once */
export async function tick(now: number, context: DetectorContext | undefined): Promise<boolean> {
  if (context) await lookAtDueUnits(pool(), now, context);
  return actOnFindings(new Date(now));
}

/**
 * A condition that still lasts after its symptom was closed or expired is raised anew (readings 134); one that only a
 * technician ends is over with its symptom.
 */
async function raiseAnew(now: Date): Promise<number> {
  const found = await findLastingBeyondEnd(pool(), now);
  for (const { symptomId, equipmentNo, rule } of found) {
    await db().$transaction(async (sql) => {
      await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ${equipmentNo} FOR NO KEY UPDATE`;
      const still = await sql.symptom.findFirst({
        where: { symptomId, clearedDate: null },
        select: { symptomId: true },
      });
      if (!still) return;
      await clearSymptom(sql, symptomId, now);
      await endIncidentNotices(sql, symptomId);
      if (findRule(rule)?.isLatched) {
        await sql.$executeRaw`UPDATE equipment_status SET detector = detector #- ARRAY['rules', ${rule}] WHERE equipment_no = ${equipmentNo}`;
        return;
      }
      const [held] = await sql.$queryRaw<{ is_on: boolean; is_out: boolean }[]>`
        SELECT detector #> ARRAY['rules', ${rule}, 'on'] IS NOT NULL AS is_on, detector #> ARRAY['rules', ${rule}, 'isOut'] IS NOT NULL AS is_out FROM equipment_status WHERE equipment_no = ${equipmentNo}`;
      if (!held?.is_on) return;
      // What asked for its call-out long ago does not ask again by itself.
      const kinds = held.is_out ? (['raise', 'callOut'] as const) : (['raise'] as const);
      for (const kind of kinds)
        await sql.detectorEffect.create({
          data: { equipmentNo, rule, kind, eventDate: now, firedDate: now, version: DETECTOR_VERSION, nextAt: now },
        });
    });
  }
  return found.length;
}

/** Every few seconds: what time does to symptoms. @returns how many were moved */
export async function moveSymptoms(now: Date): Promise<number> {
  return (
    (await notifyUnanswered(now)) +
    (await moveExpired(pool(), now)) +
    (await moveToJobs(pool(), now)) +
    (await raiseAnew(now)) +
    (await endIdleElevators(now))
  );
}
