import type { Random } from '@/lib/programs/simulator/random';
import { type CallbackStatusCode } from '@/lib/features/callbacks/state';
import { CANCELLED, complaintOf, DECLINED, INTERRUPTED, partOf, remarkOf, type Scsa, type Scsb } from './call-words';
import { MINUTE_MS } from './clock';
import type { ControllerCode } from './codes';
import type { Crew } from './maintenance';
import { caller, type Person } from './people';
import { demoPhone } from './projects';
import { SYMPTOM_TITLES } from './symptom-rules';
import type { SymptomRule } from './symptom-rules';
import type { Unit } from './units';

/** One call-out from the fault to the closing, by the table of moves (silent-screens.md F3). */

export type CallSource = 'Customer call' | 'Telemonitoring Breakdown' | 'Telemonitoring Manual';

export interface CallStep {
  status: CallbackStatusCode;
  at: number;
  operator: string | null;
  reason: string | null;
}

export interface Call {
  callbackId: string;
  unit: Unit;
  source: CallSource;
  code: ControllerCode;
  createdAt: number;
  /** When the machine stopped; undefined: it ran on. */
  downFrom?: number;
  /** When it ran again; undefined while it does not. */
  downUntil?: number;
  description: string;
  callerName: string | null;
  callerPhone: string | null;
  technician?: Person;
  scsa?: Scsa;
  part?: Scsb;
  remark?: string;
  trapped: number;
  isInjured: boolean;
  releasedAt?: number;
  steps: CallStep[];
  status: CallbackStatusCode;
  rule?: SymptomRule;
  previousId?: string;
}

export interface CallOptions {
  unit: Unit;
  random: Random;
  crew: Crew;
  now: number;
  /** When the trouble begins. */
  at: number;
  code: ControllerCode;
  callbackId: string;
  floor: string;
  /** A trouble that is not over yet. */
  isLasting?: boolean;
  /** Somebody just rang about a machine that runs: it is on the road now. */
  isLive?: boolean;
}

const CAUSES: readonly (readonly [Scsa, number])[] = [
  ['1', 56],
  ['2', 12],
  ['4', 14],
  ['5', 8],
  ['6', 6],
  ['0', 4],
];
const TELE_CAUSES: readonly (readonly [Scsa, number])[] = [
  ['1', 72],
  ['2', 12],
  ['4', 9],
  ['5', 5],
  ['0', 2],
];
/** Supply and misuse: never the machine's own fault. */
export const OUTSIDE_CODES = new Set(['3', '14', '41', '53', '80']);

export function makeCall(options: CallOptions): Call {
  const { unit, random, crew, now, at, code } = options;
  const isElevator = unit.displayType === 'EV';
  const isWatched = at > unit.liveFrom;
  const source: CallSource = options.isLasting
    ? 'Telemonitoring Breakdown'
    : isWatched && !options.isLive
      ? random.weighted([
          ['Customer call', 50],
          ['Telemonitoring Breakdown', 38],
          ['Telemonitoring Manual', 12],
        ] as const)
      : 'Customer call';
  const trapped =
    isElevator && !options.isLasting && !options.isLive && source !== 'Telemonitoring Manual' && random.chance(0.055)
      ? random.weighted([
          [1, 50],
          [2, 25],
          [3, 12],
          [4, 8],
          [6, 5],
        ] as const)
      : 0;
  // What went wrong decides who is to blame: misuse and supply have codes of their own.
  const drawn = random.weighted(source === 'Customer call' ? CAUSES : TELE_CAUSES);
  const cause: Scsa = options.isLasting
    ? '1'
    : trapped > 0
      ? random.weighted([
          ['1', 78],
          ['4', 14],
          ['5', 8],
        ] as const)
      : OUTSIDE_CODES.has(code.code) && drawn === '1'
        ? code.code === '14' || code.code === '80'
          ? '4'
          : '5'
        : drawn;
  const isDown =
    !options.isLive &&
    (options.isLasting === true ||
      trapped > 0 ||
      (source === 'Telemonitoring Breakdown' && cause !== '6') ||
      random.chance({ 1: 0.72, 2: 0.15, 4: 0.55, 5: 0.6, 6: 0, 0: 0.3 }[cause]));
  const createdAt = Math.min(
    now - 1000,
    at +
      Math.round(
        (source === 'Customer call' ? random.between(0.5, trapped > 0 ? 3 : 9) : random.between(1, 4)) * MINUTE_MS,
      ),
  );
  const part = partOf(code.code);
  const call: Call = {
    callbackId: options.callbackId,
    unit,
    source,
    code,
    createdAt,
    trapped,
    isInjured: trapped === 0 ? random.chance(isElevator ? 0.002 : 0.012) : random.chance(0.01),
    description: describe(options, source, trapped),
    callerName: source === 'Customer call' ? caller(random) : null,
    callerPhone: source === 'Customer call' ? demoPhone(random) : null,
    steps: [],
    status: 'INIT',
    ...(isDown ? { downFrom: at } : {}),
    ...(source === 'Customer call' ? {} : { rule: ruleOf(unit, source, part, random) }),
    ...(trapped > 0 ? { rule: 'A01' as const } : {}),
  };
  const technician = random.chance(0.82) ? crew.main : random.chance(0.6) ? crew.mate : crew.stand;
  // Opened by a rule, or of what a rule found: named as the rule is.
  if (call.rule !== undefined && source !== 'Customer call') call.description = SYMPTOM_TITLES[call.rule];
  call.steps = course(call, cause, part, technician, options);
  const last = call.steps[call.steps.length - 1];
  if (!last) throw new Error('a call-out without a first status');
  call.status = last.status;
  const paged = call.steps.some(({ status }) => status === 'PAGE');
  if (paged && !(last.status === 'REQU')) call.technician = technician;
  if (call.status === 'CLSO') {
    call.scsa = cause;
    call.remark = remarkOf(cause, code.code, isElevator, random);
    if (cause === '1') call.part = part;
    if (isDown)
      call.downUntil =
        cause === '2'
          ? Math.min(last.at, at + Math.round(random.between(0.2, 0.8) * (last.at - at)))
          : last.at - 2 * MINUTE_MS;
  } else if (call.status === 'CLSC' && isDown) call.downUntil = last.at - MINUTE_MS;
  if (call.downUntil !== undefined && call.downUntil > now) call.downUntil = undefined;
  if (call.releasedAt !== undefined && call.releasedAt > now) call.releasedAt = undefined;
  return call;
}

function describe({ unit, code, floor, random }: CallOptions, source: CallSource, trapped: number): string {
  if (trapped > 0) return `困人，${trapped}人，约停在${floor}层${random.chance(0.4) ? '，已通过对讲安抚' : ''}`;
  return complaintOf(code.code, unit.displayType === 'EV', floor, random);
}

function ruleOf(unit: Unit, source: CallSource, part: Scsb, random: Random): SymptomRule {
  if (source === 'Telemonitoring Manual')
    return unit.displayType === 'EV'
      ? random.pick(['D01', 'D02', 'D03', 'D04', 'D05'] as const)
      : random.pick(['D04', 'D11', 'D12'] as const);
  if (unit.displayType !== 'EV') return 'B10';
  return part === '门系统'
    ? 'B04'
    : random.weighted([
        ['B01', 80],
        ['B02', 12],
        ['B03', 8],
      ] as const);
}

/** The steps up to now. Every draw is made whether or not its step has come, so a day more changes no earlier step. */
function course(
  call: Call,
  cause: Scsa,
  part: Scsb,
  technician: Person,
  { unit, random, now, isLasting }: CallOptions,
): CallStep[] {
  const dispatcher = `${unit.project.place.short.toLowerCase()}_dispatch`;
  const isUrgent = call.trapped > 0;
  const steps: CallStep[] = [];
  let time = call.createdAt;
  const step = (status: CallbackStatusCode, minutes: number, operator: string | null, reason: string | null = null) => {
    time += Math.max(1000, Math.round(minutes * MINUTE_MS));
    steps.push({ status, at: time, operator, reason });
  };
  steps.push({
    status: 'INIT',
    at: time,
    operator: call.source === 'Telemonitoring Breakdown' ? null : dispatcher,
    reason: null,
  });
  const isCancelled = !isUrgent && !isLasting && call.source === 'Customer call' && random.chance(0.06);
  const isDeclined = random.chance(isUrgent ? 0.02 : 0.05);
  const isInterrupted = !isUrgent && cause === '1' && random.chance(0.07);
  step('PAGE', isUrgent ? random.between(0.4, 2.6) : random.between(1, random.chance(0.06) ? 28 : 9), dispatcher);
  if (isDeclined) {
    step('REQU', random.between(1, isUrgent ? 3 : 15), technician.name, random.pick(DECLINED));
    step('PAGE', random.between(0.5, 4), dispatcher);
  }
  if (isCancelled && random.chance(0.5)) step('CLSC', random.between(2, 12), dispatcher, random.pick(CANCELLED));
  else {
    step('DISP', random.between(1, isUrgent ? 3 : 9), technician.name);
    if (isCancelled) step('CLSC', random.between(2, 15), dispatcher, random.pick(CANCELLED));
    else {
      step(
        'SITE',
        isUrgent ? random.between(9, random.chance(0.08) ? 48 : 24) : random.between(14, random.chance(0.1) ? 130 : 55),
        technician.name,
      );
      if (isUrgent) call.releasedAt = time + Math.round(random.between(3, 24) * MINUTE_MS);
      if (isInterrupted) {
        step(
          'INTR',
          random.between(20, 70),
          technician.name,
          random.weighted([
            [INTERRUPTED[0], 60],
            [INTERRUPTED[1], 15],
            [INTERRUPTED[2], 20],
            [INTERRUPTED[3], 5],
          ]),
        );
        step('SITE', random.between(4 * 60, 52 * 60), technician.name);
      }
      const work = cause === '1' ? Math.max(14, random.normal(part === '门系统' ? 46 : 70, 24)) : random.between(8, 36);
      step(
        'CLSO',
        isUrgent ? Math.max(work, ((call.releasedAt ?? time) - time) / MINUTE_MS + 6) : work,
        technician.name,
      );
    }
  }
  return steps.filter(({ at }) => at <= now);
}
