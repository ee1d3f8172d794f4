import { randomInt } from 'node:crypto';
import { fileStamp } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { Transaction } from '@/lib/platform/db/transaction';
import { NOT_OVER } from '@/lib/live/detector/symptom-state';
import { SYMPTOM_LIMITS } from './limits';
import { SYMPTOM_MOVES } from '../transitions';
import type { SymptomCategory } from '../value-sets';

/**
 * Symptoms that the detector opens, repeats and ends (silent-screens F2), in its transaction and under the unit's lock.
 */

interface DetectedSymptom {
  readonly equipmentNo: string;
  readonly rule: string;
  readonly category: SymptomCategory;
  readonly eventDate: Date;
  readonly version: number;
  /** The units of a storm, including the first one; absent: only the unit itself. */
  readonly storm?: { readonly key: string; readonly members: readonly string[] };
}

export interface RaisedSymptom {
  readonly symptomId: string;
  readonly title: string;
  readonly branchCode: string;
  readonly callbackId: string | null;
  readonly occurrences: number;
}

const MAX_TITLE = 200;

/** `{rule}-{title}`; for a storm also how many units and which. */
function detectedTitle(rule: string, members: readonly string[] = []): string {
  const title = `${rule}-${translateServer(DEFAULT_LANGUAGE, 'symptoms', `rule.${rule}`)}`;
  if (members.length < 2) return title;
  const head = `${title} (${members.length}: `;
  let names = '';
  for (const member of members) {
    const next = names === '' ? member : `${names}, ${member}`;
    if (head.length + next.length + 4 > MAX_TITLE) return `${head}${names}, …)`;
    names = next;
  }
  return `${head}${names})`;
}

const after = (at: Date, sec: number) => new Date(at.getTime() + sec * 1000);
const RAISED = {
  symptomId: true,
  symptomTitle: true,
  symptomState: true,
  branchCode: true,
  callbackId: true,
  occurrences: true,
  clearedDate: true,
} as const;

/** The unit's symptom of the rule to which a new occurrence belongs, if it is not over. */
async function findHeld(sql: Transaction, { equipmentNo, rule, category, eventDate, storm }: DetectedSymptom) {
  const held = await sql.symptom.findFirst({
    where: {
      equipmentNo,
      symptomDefinitionId: rule,
      ruleVersion: { not: null },
      stormKey: storm?.key ?? null,
      ...NOT_OVER,
    },
    orderBy: [{ createDate: 'desc' }, { symptomId: 'desc' }],
    select: RAISED,
  });
  if (held?.symptomState !== 'INACTIVE') return held;
  const { recurSec } = SYMPTOM_LIMITS[category];
  return held.clearedDate && eventDate <= after(held.clearedDate, recurSec) ? held : null;
}

/** Opens a symptom, or adds to the existing one. @param now when it was found */
export async function raiseSymptom(sql: Transaction, detected: DetectedSymptom, now: Date): Promise<RaisedSymptom> {
  const { equipmentNo, rule, category, eventDate, version, storm } = detected;
  const { takenSec, expireSec } = SYMPTOM_LIMITS[category];
  const held = await findHeld(sql, detected);
  const fresh = { clearedDate: null, expiredDate: after(eventDate, expireSec), updatedAt: new Date() };
  if (held) {
    const { symptomTitle, symptomState, ...raised } = held;
    const recurs = SYMPTOM_MOVES.recurred.from.some((state) => state === symptomState);
    await sql.symptom.update({
      where: { symptomId: held.symptomId },
      data: {
        ...fresh,
        occurrences: { increment: 1 },
        ...(recurs ? { symptomState: SYMPTOM_MOVES.recurred.to, dueDate: after(now, takenSec) } : {}),
      },
    });
    return { ...raised, title: symptomTitle, occurrences: held.occurrences + 1 };
  }
  const unit = await sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { equipmentName: true, branchCode: true, city: true, productLine: true },
  });
  const { equipmentName, branchCode, city, productLine } = unit;
  const symptomId = `S${fileStamp(now)}${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const title = detectedTitle(rule, storm?.members);
  const occurrences = Math.max(1, storm?.members.length ?? 1);
  await sql.symptom.create({
    data: {
      ...fresh,
      symptomId,
      symptomDefinitionId: rule,
      symptomTitle: title,
      equipmentNo,
      branchCode,
      equipmentText: equipmentName,
      category,
      symptomState: 'INIT',
      createDate: now,
      eventDate,
      city,
      productLine,
      ruleVersion: version,
      occurrences,
      dueDate: after(now, takenSec),
      ...(storm ? { stormKey: storm.key, members: [...storm.members] } : {}),
    },
  });
  return { symptomId, title, branchCode, callbackId: null, occurrences };
}

/** A call-out handles it. */
export async function takeToCallback(
  sql: Transaction,
  symptomId: string,
  { callbackId, jobStatus }: { callbackId: string; jobStatus: string },
): Promise<void> {
  const { from, to } = SYMPTOM_MOVES.callbackOpened;
  const data = { callbackId, cbstate: jobStatus, updatedAt: new Date() };
  await sql.symptom.update({ where: { symptomId }, data });
  await sql.symptom.updateMany({
    where: { symptomId, symptomState: { in: [...from] } },
    data: { symptomState: to, dueDate: null },
  });
}

/** Symptoms of the rule on the unit whose condition still holds, as far as the detector knows. */
export function lastingSymptoms(sql: Transaction, equipmentNo: string, rule: string) {
  return sql.symptom.findMany({
    where: {
      symptomDefinitionId: rule,
      ruleVersion: { not: null },
      clearedDate: null,
      OR: [{ equipmentNo }, { members: { has: equipmentNo } }],
    },
    select: { symptomId: true, symptomState: true, callbackId: true, branchCode: true, stormKey: true, members: true },
  });
}

/** The condition is over: an untaken symptom becomes dormant, a taken one stays as it is. */
export async function clearSymptom(sql: Transaction, symptomId: string, at: Date): Promise<void> {
  const { from, to } = SYMPTOM_MOVES.cleared;
  await sql.symptom.update({ where: { symptomId }, data: { clearedDate: at, dueDate: null, updatedAt: new Date() } });
  await sql.symptom.updateMany({ where: { symptomId, symptomState: { in: [...from] } }, data: { symptomState: to } });
}
