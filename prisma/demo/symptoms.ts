import { seeded, type Random } from '@/lib/programs/simulator/random';
import { type SymptomState } from '@/lib/live/detector/symptom-state';
import { type CallbackStatusCode } from '@/lib/features/callbacks/state';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock';
import type { Depth } from './depth';
import { lastHeard, type Story } from './story';
import { EXPIRES_HOURS, SYMPTOM_TITLES, TAKEN_HOURS, type SymptomRule } from './symptom-rules';

/** What became of the symptoms of a call-out; of one that goes on they are OPEN. */
const STATE_OF: Partial<Record<CallbackStatusCode, SymptomState>> = { CLSO: 'CLOSED', CLSC: 'INACTIVE' };

/** Symptoms of a unit: those behind its call-outs, and those that went by or wait (silent-screens.md F2). */
export interface PastSymptom {
  symptomId: string;
  rule: SymptomRule;
  category: string;
  state: SymptomState;
  eventAt: number;
  createdAt: number;
  expiresAt: number;
  closedAt?: number;
  callbackId?: string;
  callStatus?: string;
  jobNo?: string;
  occurrences: number;
  reason?: string;
}

const LOOSE: Record<'EV' | 'ES' | 'WW', readonly (readonly [SymptomRule, number])[]> = {
  EV: [
    ['C06', 30],
    ['C01', 10],
    ['C05', 8],
    ['C02', 3],
    ['C07', 4],
    ['D01', 12],
    ['D02', 8],
    ['D03', 9],
    ['D04', 14],
    ['D05', 4],
    ['D06', 4],
    ['D08', 6],
    ['F04', 4],
    ['F05', 6],
    ['A03', 3],
  ],
  ES: [
    ['C01', 10],
    ['C07', 4],
    ['D04', 14],
    ['D06', 5],
    ['D08', 6],
    ['D10', 18],
    ['D11', 8],
    ['D12', 9],
    ['F04', 4],
    ['F05', 6],
  ],
  WW: [
    ['C01', 10],
    ['C07', 4],
    ['D04', 12],
    ['D06', 5],
    ['D08', 6],
    ['D10', 18],
    ['D11', 8],
    ['D12', 7],
    ['F04', 4],
    ['F05', 6],
    ['B11', 2],
  ],
};

export function symptomsOf(
  story: Story,
  { seed, now, depth }: { seed: string; now: number; depth: Depth },
): PastSymptom[] {
  const { unit } = story;
  if (!unit.cubeNo) return [];
  const random = seeded(`${seed}:symptoms:${unit.equipmentNo}`);
  const symptoms: PastSymptom[] = [];
  const add = (
    one: Omit<PastSymptom, 'symptomId' | 'category' | 'expiresAt' | 'occurrences'> & { occurrences?: number },
  ) => {
    const category = one.rule.charAt(0);
    symptoms.push({
      occurrences: 1,
      ...one,
      category,
      expiresAt: one.eventAt + (EXPIRES_HOURS[category] ?? 24) * HOUR_MS,
      symptomId: `S${unit.equipmentNo.slice(-6)}${String(symptoms.length + 1).padStart(3, '0')}`,
    });
  };
  for (const call of story.calls) {
    // Some callers ring about what the detector has seen as well.
    const rule =
      call.rule ??
      (call.downFrom !== undefined && call.createdAt > unit.liveFrom && random.chance(0.55)
        ? unit.displayType === 'EV'
          ? 'B01'
          : 'B10'
        : undefined);
    if (!rule || call.createdAt < unit.liveFrom) continue;
    const eventAt = call.downFrom ?? call.createdAt - 20 * MINUTE_MS;
    const last = call.steps[call.steps.length - 1];
    const state = STATE_OF[call.status] ?? 'OPEN';
    add({
      rule,
      eventAt,
      createdAt: Math.min(call.createdAt, eventAt + 2 * MINUTE_MS),
      state,
      callbackId: call.callbackId,
      callStatus: call.status,
      occurrences: random.chance(0.1) ? random.whole(2, 4) : 1,
      ...(state === 'CLOSED' && last
        ? {
            closedAt: last.at,
            reason:
              call.scsa === '1' ? '已修复' : call.scsa === '2' ? '误报' : call.scsa === '5' ? '外部原因' : '无需处理',
          }
        : {}),
    });
  }
  const until =
    unit.machine.trouble === 'dead' || unit.machine.trouble === 'cabinet' ? lastHeard(unit, seed, now) : now;
  for (let left = random.poisson((4.4 * depth.callbackDays) / 730); left > 0; left -= 1) {
    // More of them lately: the detector learnt over the years.
    const eventAt = Math.round(now - depth.callbackDays * DAY_MS * random.next() ** 1.3);
    const rule = random.weighted(LOOSE[unit.displayType]);
    const outcome = loose(rule, eventAt, story, now, random);
    if (eventAt > unit.liveFrom && eventAt < until)
      add({ rule, eventAt, createdAt: eventAt + Math.round(random.between(1, 10) * MINUTE_MS), ...outcome });
  }
  if (unit.machine.trouble === 'dead') {
    const eventAt = lastHeard(unit, seed, now) + 72 * HOUR_MS;
    add({ rule: 'F01', eventAt, createdAt: eventAt, state: now - eventAt > 24 * HOUR_MS ? 'NOT_PROCESSED' : 'INIT' });
  }
  if (unit.machine.trouble === 'cabinet') {
    const eventAt = now - Math.round(random.between(1, 40) * HOUR_MS);
    add({
      rule: 'F02',
      eventAt,
      createdAt: eventAt,
      state: now - eventAt > 24 * HOUR_MS ? 'NOT_PROCESSED' : random.pick(['INIT', 'OPEN'] as const),
    });
  }
  return symptoms.filter(({ createdAt }) => createdAt <= now);
}

type Outcome = Pick<PastSymptom, 'state' | 'closedAt' | 'jobNo' | 'reason'>;

/** What became of a symptom without a call-out: degradation waits for the next visit, the rest clears or is told to somebody. */
function loose(rule: SymptomRule, eventAt: number, story: Story, now: number, random: Random): Outcome {
  const category = rule.charAt(0);
  const age = (now - eventAt) / HOUR_MS;
  const isTaken = random.chance(category === 'D' ? 0.75 : 0.4);
  const clears = random.between(1, 60);
  if (category === 'D' && isTaken) {
    const visit = story.visits.find(({ startAt, planDay }) => (startAt ?? planDay * DAY_MS) > eventAt + DAY_MS);
    if (!visit)
      return age < 20 ? { state: 'INIT' } : { state: 'CLOSED', closedAt: eventAt + 12 * HOUR_MS, reason: '已修复' };
    return visit.doneAt !== undefined && visit.doneAt <= now
      ? { state: 'CLOSED', closedAt: visit.doneAt, jobNo: visit.jobNo, reason: '已修复' }
      : { state: 'OPEN', jobNo: visit.jobNo };
  }
  if (isTaken && age > clears)
    return {
      state: 'CLOSED',
      closedAt: eventAt + Math.round(clears * HOUR_MS),
      reason: category === 'C' ? '外部原因' : '无需处理',
    };
  if (age > (EXPIRES_HOURS[category] ?? 24)) return { state: 'EXPIRED' };
  if (age > clears) return { state: 'INACTIVE' };
  return { state: age > (TAKEN_HOURS[category] ?? 24) ? 'NOT_PROCESSED' : 'INIT' };
}

export const titleOf = (rule: SymptomRule): string => `${rule}-${SYMPTOM_TITLES[rule]}`;
