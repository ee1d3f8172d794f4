import { setImmediate as nextTurn } from 'node:timers/promises';
import { equipmentScope, LIVE_UNIT, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db, pool } from '@/lib/platform/db/client';
import { contextOf, LIVE_RULES } from '@/lib/live/detector/active-rules';
import type { DetectorEffect } from '@/lib/live/detector/state';
import { rehearse } from '@/lib/live/detector/trial';
import { changesOf, type ReplayChange } from '@/lib/live/units/trace';
import { readCodes } from './internal/context';
import { MOST_TRIAL_UNITS, type tryRule } from './contract';
import { checkNumbers, requireRule } from './rule-settings';

/** What a rule would have found in the values of the last days (readings 81). Writes nothing. */

const DAY_MS = 86_400_000;
const BUCKET_MS = 300_000;
/** Longer nobody waits for an answer; the rest is said to be missing. */
const MOST_MS = 20_000;
const MOST_HITS = 500;

type TrialInput = ParsedOf<typeof tryRule>;
const UNIT = {
  equipmentNo: true,
  equipmentName: true,
  displayType: true,
  productLine: true,
  totalFloors: true,
  ratedSpeed: true,
} as const;

/** @throws validation_failed, not_found, no_object_permission */
async function unitsOf(actor: Actor, { equipmentNos, productLine }: TrialInput, types: readonly string[]) {
  if (!equipmentNos?.length && !productLine) throw new FieldError('equipmentNos', 'required');
  const units = await db().equipment.findMany({
    where: {
      AND: [
        LIVE_UNIT,
        equipmentScope(actor, { focus: false }),
        equipmentNos?.length ? { equipmentNo: { in: equipmentNos } } : { productLine },
      ],
    },
    orderBy: { equipmentNo: 'asc' },
    take: MOST_TRIAL_UNITS,
    select: UNIT,
  });
  const found = new Set(units.map(({ equipmentNo }) => equipmentNo));
  const missing = equipmentNos?.find((equipmentNo) => !found.has(equipmentNo));
  if (missing !== undefined) await requireEquipment(actor, missing);
  return units.filter(({ displayType }) => types.includes(displayType));
}

/** What is kept of a unit, in the order of time; keyframes tell what was true before. */
async function keptOf(equipmentNo: string, from: number, until: number): Promise<ReplayChange[]> {
  const { rows } = await pool().query<{ changes: unknown }>(
    `SELECT changes FROM equipment_trace WHERE equipment_no = $1 AND bucket_start > $2 AND bucket_start <= $3 ORDER BY bucket_start`,
    [equipmentNo, new Date(from - BUCKET_MS), new Date(until)],
  );
  return changesOf(rows.map(({ changes }) => changes)).filter(({ at }) => at <= until);
}

/** Each hit with its end, as far as it came. */
function hitsOf(effects: readonly DetectorEffect[], rule: string) {
  const hits: { at: number; firedAt: number; clearedAt: number | null }[] = [];
  for (const { kind, rule: id, at, firedAt } of effects) {
    if (id !== rule) continue;
    if (kind === 'raise') hits.push({ at, firedAt, clearedAt: null });
    const last = hits.at(-1);
    if (kind === 'clear' && last) last.clearedAt = at;
  }
  return hits;
}

/** @throws validation_failed, not_found */
export async function trial(actor: Actor, input: TrialInput, now = Date.now()): Promise<OutputOf<typeof tryRule>> {
  const rule = requireRule(input.rule);
  if (rule.kind !== 'live') throw new FieldError('rule', 'badValue');
  checkNumbers(rule, input.numbers);
  const [units, codes, time] = await Promise.all([unitsOf(actor, input, rule.types), readCodes(), shownTime(actor)]);
  const setting = { rule: rule.id, scope: 'all' as const, target: '', enabled: true, numbers: input.numbers };
  const tried = LIVE_RULES.filter(({ id }) => id === rule.id);
  const context = contextOf([setting], codes, new Set(), tried);
  const from = now - input.days * DAY_MS;
  const answer = { units: units.length, traced: 0, isCut: false, total: 0 };
  const hits: OutputOf<typeof tryRule>['hits'] = [];
  const startedAt = Date.now();
  for (const { equipmentName, ratedSpeed, ...unit } of units) {
    if (Date.now() - startedAt > MOST_MS) {
      answer.isCut = true;
      break;
    }
    const changes = await keptOf(unit.equipmentNo, from, now);
    // Others wait for this process.
    await nextTurn();
    if (changes.length === 0) continue;
    answer.traced += 1;
    const found = rehearse(
      { ...unit, ratedSpeed: ratedSpeed === null ? null : Number(ratedSpeed) },
      changes,
      now,
      context,
    );
    for (const { at, firedAt, clearedAt } of hitsOf(found, rule.id)) {
      answer.total += 1;
      if (hits.length < MOST_HITS)
        hits.push({
          equipmentNo: unit.equipmentNo,
          equipmentName,
          eventDate: time(new Date(at)),
          firedDate: time(new Date(firedAt)),
          clearedDate: clearedAt === null ? null : time(new Date(clearedAt)),
        });
    }
  }
  return { ...answer, hits };
}
