import { openCallback } from '@/lib/features/callbacks/internal/create';
import { syncMarks } from '@/lib/features/callbacks/internal/sla-marks';
import { endIncidentNotices, openIncidentNotice } from '@/lib/features/notifications/internal/incident-notice';
import { lastingSymptoms, raiseSymptom, takeToCallback } from '@/lib/features/symptoms/internal/detected-symptoms';
import type { RaisedSymptom } from '@/lib/features/symptoms/internal/detected-symptoms';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { TRAPPED_RULE } from '@/lib/live/units/entrapment-rules';
import { OPENED_BY_RULE } from '@/lib/live/detector/opened-by-rule';
import type { DetectorEffect, Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { OPEN_CALLBACK } from '@/lib/features/callbacks/state';
import { isSymptomOver } from '@/lib/live/detector/symptom-state';
import { findRule, type KnownRule } from '../catalogue';
import { takeAlong } from '../companions';
import { endSymptoms, joinStorm } from '../storms';

/** What a finding of the rules causes (silent-screens F2, F3; readings 78, 126): symptom, call-out and notice of an incident. */

export const DETECTOR_UNIT = {
  equipmentNo: true,
  equipmentName: true,
  branchCode: true,
  cubeNo: true,
  buildingCode: true,
  buildingName: true,
  serviceStopped: true,
  deletedAt: true,
} as const satisfies Prisma.EquipmentSelect;
type DetectorUnit = Prisma.EquipmentGetPayload<{ select: typeof DETECTOR_UNIT }>;

interface EffectContext {
  readonly sql: Transaction;
  readonly unit: DetectorUnit;
  readonly now: Date;
  readonly isDispatchOwn: boolean;
}

/** The call-out of a symptom: a new one, or the open one of the unit (readings 78). */
async function callOut(
  { sql, unit, now }: EffectContext,
  { action }: KnownRule,
  { symptomId, title, eventDate }: { symptomId: string; title: string; eventDate: Date },
): Promise<void> {
  const { equipmentNo } = unit;
  const isTrapped = action === 'trapped';
  const open = await sql.callback.findFirst({
    where: { equipmentNo, ...OPEN_CALLBACK },
    orderBy: { createDate: 'desc' },
    select: { callbackId: true, jobStatus: true, personTrapped: true, releaseDate: true },
  });
  // That somebody is trapped there is known and told already.
  if (open && isTrapped && open.personTrapped && open.releaseDate === null) return takeToCallback(sql, symptomId, open);
  const made = await openCallback(sql, {
    equipmentNo,
    callbackType: OPENED_BY_RULE,
    jobDescription: title,
    operator: null,
    persons: { isTrapped, trappedCount: null, isInjured: false },
    foundAt: eventDate,
    ...(open ? { attachTo: open.callbackId } : {}),
  });
  await takeToCallback(sql, symptomId, made);
  // Its clocks count from what the symptom saw.
  await syncMarks(sql, { callbackId: made.callbackId }, now.getTime());
}

/** Is the symptom's call-out still open? Then the hit belongs to it. */
async function isDealtWith({ sql }: EffectContext, callbackId: string | null): Promise<boolean> {
  if (callbackId === null) return false;
  return (await sql.callback.count({ where: { callbackId, ...OPEN_CALLBACK } })) > 0;
}

async function tell(
  scene: EffectContext,
  rule: KnownRule,
  raised: RaisedSymptom,
  effect: DetectorEffect,
): Promise<void> {
  const { sql, unit, now } = scene;
  // A01 is told by the ingest, with the box's event or its own.
  const type = rule.action === 'trapped' && rule.id !== TRAPPED_RULE ? 'entrapment' : 'event';
  const isTold = type === 'entrapment' || (rule.action === 'notify' && !effect.toldByBox);
  if (!isTold || rule.id === TRAPPED_RULE) return;
  await openIncidentNotice(sql, {
    equipmentNo: unit.equipmentNo,
    branchCode: unit.branchCode,
    type,
    symptomId: raised.symptomId,
    occurrence: raised.occurrences,
    rule: rule.id,
    symptomTitle: raised.title,
    eventDate: effect.eventDate,
    now,
  });
}

async function raise(scene: EffectContext, rule: KnownRule, effect: DetectorEffect): Promise<void> {
  const { sql, unit, now, isDispatchOwn } = scene;
  const { eventDate, version } = effect;
  const storm = await joinStorm(sql, { rule, unit, eventDate, version }, now);
  if (storm) {
    if (storm.symptom) await tell(scene, rule, storm.symptom, effect);
    return;
  }
  const { equipmentNo } = unit;
  const raised = await raiseSymptom(
    sql,
    { equipmentNo, rule: rule.id, category: rule.category, eventDate, version },
    now,
  );
  await tell(scene, rule, raised, effect);
  if (rule.action !== 'trapped' && rule.action !== 'callout') return;
  // The call-out is the master's: the clocks hang on the symptom (readings 80).
  if (!isDispatchOwn) return syncMarks(sql, { symptomId: raised.symptomId }, now.getTime());
  if (!rule.hasLateCallOut && !(await isDealtWith(scene, raised.callbackId)))
    await callOut(scene, rule, {
      symptomId: raised.symptomId,
      title: shownSymptomTitle(raised.title, { isWhole: false }),
      eventDate,
    });
}

/** The call-out that follows a symptom after a while (A02). */
async function followUp(scene: EffectContext, rule: KnownRule, { eventDate }: DetectorEffect): Promise<void> {
  if (!scene.isDispatchOwn) return;
  const [symptom] = await lastingSymptoms(scene.sql, scene.unit.equipmentNo, rule.id);
  if (!symptom || isSymptomOver(symptom.symptomState)) return;
  if (await isDealtWith(scene, symptom.callbackId)) return;
  const { symptomTitle } = await scene.sql.symptom.findUniqueOrThrow({
    where: { symptomId: symptom.symptomId },
    select: { symptomTitle: true },
  });
  await callOut(scene, rule, {
    symptomId: symptom.symptomId,
    title: shownSymptomTitle(symptomTitle, { isWhole: false }),
    eventDate,
  });
}

export async function actOnFinding(scene: EffectContext, effect: DetectorEffect): Promise<void> {
  const rule = findRule(effect.rule);
  if (!rule || scene.unit.deletedAt) return;
  // Units out of service are looked at, and silent (F1); trapped persons are not (readings 240).
  if (scene.unit.serviceStopped && rule.action !== 'trapped' && effect.kind !== 'clear') return;
  if (effect.kind !== 'clear') {
    await (effect.kind === 'raise' ? raise(scene, rule, effect) : followUp(scene, rule, effect));
    return takeAlong(scene.sql, scene.unit.equipmentNo, rule);
  }
  const ended = await endSymptoms(scene.sql, scene.unit.equipmentNo, rule.id, effect.eventDate);
  for (const symptomId of ended) await endIncidentNotices(scene.sql, symptomId);
}
