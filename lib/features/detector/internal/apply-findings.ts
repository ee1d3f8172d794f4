import { followEntrapments } from '@/lib/features/callbacks/internal/entrapments';
import { hasOwnDispatch, openCallback } from '@/lib/features/callbacks/internal/create';
import { syncMarks } from '@/lib/features/callbacks/internal/sla-marks';
import { endIncidentNotices, openIncidentNotice } from '@/lib/features/notifications/internal/incident-notice';
import { lastingSymptoms, raiseSymptom, takeToCallback } from '@/lib/features/symptoms/internal/detected-symptoms';
import type { RaisedSymptom } from '@/lib/features/symptoms/internal/detected-symptoms';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { ENTRAPMENT_RULES, TRAPPED_RULE } from '@/lib/live/units/entrapment-rules';
import { OPENED_BY_RULE } from '@/lib/live/detector/opened-by-rule';
import { db } from '@/lib/platform/db/client';
import type { DetectorEffect, Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { logger } from '@/lib/platform/system/log';
import { OPEN_CALLBACK } from '@/lib/features/callbacks/state';
import { isSymptomOver } from '@/lib/live/detector/symptom-state';
import { findRule, type KnownRule } from '../catalogue';
import { takeAlong } from '../companions';
import { endSymptoms, joinStorm } from '../storms';

/**
 * Acts on what the rules found (silent-screens F2, F3; readings 78, 126): symptom, call-out and notice of an incident in one
 * transaction, which takes the finding away as well, so that it happens once however often a process dies in between.
 */

const WAITS = { maxWait: 20_000, timeout: 20_000 };
const AGAIN_MS = [1000, 5000, 30_000, 300_000];
/** What can never be done must not be tried for ever, nor keep what was found after it waiting; it is in the log. */
const MOST_TRIES = 20;

/** Trapped persons, and all else: what fails of the one keeps the other of its unit waiting at no time. */
const TRAPPED: Prisma.DetectorEffectWhereInput = { rule: { in: [...ENTRAPMENT_RULES] } };
const ALL_ELSE: Prisma.DetectorEffectWhereInput = { rule: { notIn: [...ENTRAPMENT_RULES] } };

/** What waits for one unit, of trapped persons or of all else. */
interface Waiting {
  readonly equipmentNo: string;
  readonly which: Prisma.DetectorEffectWhereInput;
}

/** Acting on this finding failed, and so all that was done for its unit with it. */
class FindingError extends Error {
  constructor(
    readonly finding: DetectorEffect,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const UNIT = {
  equipmentNo: true,
  equipmentName: true,
  branchCode: true,
  cubeNo: true,
  buildingCode: true,
  buildingName: true,
  serviceStopped: true,
  deletedAt: true,
} as const satisfies Prisma.EquipmentSelect;
type DetectorUnit = Prisma.EquipmentGetPayload<{ select: typeof UNIT }>;

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

async function act(scene: EffectContext, effect: DetectorEffect): Promise<void> {
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

/** What waits for one unit, in its order. @returns how much was done */
async function actOnUnit({ equipmentNo, which }: Waiting, now: Date, isDispatchOwn: boolean): Promise<number> {
  return db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ${equipmentNo} FOR NO KEY UPDATE`;
    const unit = await sql.equipment.findUnique({ where: { equipmentNo }, select: UNIT });
    const effects = await sql.detectorEffect.findMany({ where: { equipmentNo, ...which }, orderBy: { id: 'asc' } });
    const [first] = effects;
    if (first && first.nextAt > now) {
      // What failed is tried again first: an end must not pass its beginning.
      await sql.detectorEffect.updateMany({ where: { equipmentNo, ...which }, data: { nextAt: first.nextAt } });
      return 0;
    }
    for (const effect of effects) {
      if (!unit) break;
      await act({ sql, unit, now, isDispatchOwn }, effect).catch((error: unknown) => {
        throw new FindingError(effect, error);
      });
    }
    await sql.detectorEffect.deleteMany({ where: { id: { in: effects.map(({ id }) => id) } } });
    return effects.length;
  }, WAITS);
}

const waitMsAfter = (tries: number) => AGAIN_MS[Math.min(tries, AGAIN_MS.length) - 1] ?? 0;
/** Where it failed on no finding in particular, ms. */
const UNIT_AGAIN_MS = 5000;

/** All of them wait, so that their order stays. */
async function postpone({ equipmentNo, which }: Waiting, now: Date, waitMs: number): Promise<void> {
  await db().detectorEffect.updateMany({
    where: { equipmentNo, ...which },
    data: { nextAt: new Date(now.getTime() + waitMs) },
  });
}

/** Tried again with all that waits beside it, or given up alone: then the others are due at once. */
async function failFinding({ finding, message, cause }: FindingError, waiting: Waiting, now: Date): Promise<void> {
  const { id, equipmentNo, rule, kind } = finding;
  const tries = finding.tries + 1;
  const one = { err: cause, equipmentNo, rule, kind };
  if (tries > MOST_TRIES) {
    logger('detector').error(one, 'given up what a rule found, acting on it failed each time');
    await db().detectorEffect.deleteMany({ where: { id } });
    return;
  }
  logger('detector').error(one, 'not acted on what a rule found, will try again');
  await db().detectorEffect.updateMany({ where: { id }, data: { tries, error: message.slice(0, 500) } });
  await postpone(waiting, now, waitMsAfter(tries));
}

/** Where it failed on none of them, as without a connection, none is given up for it. */
async function failUnit(waiting: Waiting, now: Date, error: unknown): Promise<void> {
  if (error instanceof FindingError) return failFinding(error, waiting, now);
  const { equipmentNo } = waiting;
  logger('detector').error({ err: error, equipmentNo }, 'not acted on what the rules found, will try again');
  await postpone(waiting, now, UNIT_AGAIN_MS);
}

const UNITS_A_ROUND = 100;

/**
 * Acts on what was found of trapped persons and on what boxes said of them, then on all else that is due: where a district
 * has lost its power nobody waits behind hundreds of other units. @returns how much was done
 */
export async function actOnFindings(now: Date): Promise<number> {
  const trapped = await actOnEffects(now, TRAPPED);
  const followed = await followEntrapments(now.getTime());
  return trapped + followed + (await actOnEffects(now, ALL_ELSE));
}

/** What fails waits and is tried again; the others do not wait for it. */
async function actOnEffects(now: Date, which: Prisma.DetectorEffectWhereInput): Promise<number> {
  let done = 0;
  for (;;) {
    const units = await db().detectorEffect.findMany({
      where: { nextAt: { lte: now }, ...which },
      distinct: ['equipmentNo'],
      orderBy: { id: 'asc' },
      take: UNITS_A_ROUND,
      select: { equipmentNo: true },
    });
    if (units.length === 0) return done;
    const isDispatchOwn = await hasOwnDispatch();
    for (const { equipmentNo } of units) {
      const waiting = { equipmentNo, which };
      try {
        done += await actOnUnit(waiting, now, isDispatchOwn);
      } catch (error) {
        await failUnit(waiting, now, error);
      }
    }
  }
}
