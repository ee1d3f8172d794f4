import { hasTechnician, isInService } from './conditions';
import { hasEventOf } from './codes';
import { remember, type MemoryWindows } from './memory';
import type { LiveRule, RuleNumbers, RuleContext } from './rule';
import type { ActiveRule, DetectorContext } from './active-rules';
import type {
  DetectedUnit,
  DetectorEffect,
  DetectorInput,
  DetectorState,
  EffectKind,
  DetectorMemory,
  RuleState,
  SinceTimes,
} from './state';

/**
 * One step of the symptom rules (silent-screens F2): from the remembered state and one input it computes the next state
 * and the effects. Pure.
 *
 * There are two clocks. A message moves time forward to the moment that the box measured, so the result does not depend
 * on how messages are cut into batches. Between messages our own clock moves time forward, counted from when we learned
 * of the beginning, so a delayed stream gives the same result as one on time.
 */

interface DetectorResult {
  /** The same object when nothing changed. */
  readonly state: DetectorState;
  readonly effects: readonly DetectorEffect[];
  /** When our clock has to check again, epoch ms. */
  readonly dueAt: number | undefined;
}

const WINDOWS: MemoryWindows = { overloadMs: 3_600_000, reversalMs: 300_000, reversals: 3, cycles: 3 };

/** Cached for each list of rules. Units with the same settings share the list, so a message needs no look-up. */
const windowsOfRules = new WeakMap<readonly ActiveRule[], MemoryWindows>();

/** Moments are counted for all rules together, within the widest window that a rule of the unit uses. */
function windowsOf(rules: readonly ActiveRule[]): MemoryWindows {
  const held = windowsOfRules.get(rules) ?? readWindows(rules);
  windowsOfRules.set(rules, held);
  return held;
}

function readWindows(rules: readonly ActiveRule[]): MemoryWindows {
  const numbersOf = (id: string): RuleNumbers => rules.find(({ rule }) => rule.id === id)?.numbers ?? {};
  const { window: overloadSec } = numbersOf('C05');
  const { window: reversalSec, reversals, cycles } = numbersOf('B04');
  return {
    overloadMs: overloadSec === undefined ? WINDOWS.overloadMs : overloadSec * 1000,
    reversalMs: reversalSec === undefined ? WINDOWS.reversalMs : reversalSec * 1000,
    reversals: reversals ?? WINDOWS.reversals,
    cycles: cycles ?? WINDOWS.cycles,
  };
}

/** Is the rule suppressed now? A technician at the unit, a service mode or a running job suppresses it. */
function isSuppressed({ category, despite }: LiveRule, input: DetectorInput): boolean {
  if (category === 'F' || despite === 'always') return false;
  return input.isServiced || hasTechnician(input) || (despite !== 'mode' && isInService(input));
}

/** Which clock moves time forward: 0 the box's, 1 ours. */
type DetectorClock = 0 | 1;
type RuleStates = Readonly<Record<string, RuleState>>;

class RuleStep {
  readonly effects: DetectorEffect[] = [];
  readonly #rule: LiveRule;
  readonly #numbers: RuleNumbers;
  readonly #input: DetectorInput;
  #state: RuleState;

  constructor({ rule, numbers }: ActiveRule, state: RuleState, input: DetectorInput) {
    this.#rule = rule;
    this.#numbers = numbers;
    this.#input = input;
    this.#state = state;
  }

  get state(): RuleState {
    return this.#state;
  }

  /** When the passing of time next changes something. */
  due(clock: DetectorClock): number | undefined {
    const moments = this.#timers().map(({ at }) => at[clock]);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  /** Applies the next change that the passing of time causes. */
  elapse(clock: DetectorClock, memory: DetectorMemory): void {
    const [first, ...others] = this.#timers();
    if (!first) return;
    others.reduce((earliest, timer) => (timer.at[clock] < earliest.at[clock] ? timer : earliest), first).run(memory);
  }

  /** Applies what other active rules mean for this one: A02 asks for its call-out at once while A03 is open; F06 replaces F01. */
  heed(rules: RuleStates, memory: DetectorMemory): void {
    const { callOut, silencedBy } = this.#rule;
    const { on, isOut } = this.#state;
    const other = callOut && rules[callOut.with]?.on;
    if (on && !isOut && other) this.#askCallOut(on.since, Math.max(on.fired[0], other.fired[0]), memory);
    if (silencedBy && rules[silencedBy]?.on) this.#keepWaiting({});
  }

  /** Applies what the input says about the conditions. */
  judge(scene: RuleContext): void {
    const { on, waiting: held } = this.#state;
    if (on) return this.#judgeEnd(scene);
    const { causes, silencedBy } = this.#rule;
    const isSilenced = silencedBy !== undefined && scene.rules[silencedBy]?.on !== undefined;
    if (isSilenced || isSuppressed(this.#rule, this.#input)) return this.#keepWaiting({});
    const waiting: Record<string, SinceTimes> = {};
    causes.forEach(({ test }, index) => {
      const is = test(scene);
      const since = held?.[index];
      if (is === true || (is === undefined && since)) waiting[index] = since ?? this.#now;
    });
    this.#keepWaiting(waiting);
    // A condition without a hold time holds at once.
    const atOnce = Object.entries(waiting).find(([cause]) => this.#holdMs(cause) === 0);
    if (!atOnce) return;
    this.#raise(atOnce[1], atOnce[1], scene.memory);
    // A single moment is over as soon as it happened.
    if (this.#msOf(this.#rule.clear) > 0) this.#judgeEnd(scene);
  }

  /** When our clock has to check again. */
  lookAt(): number | undefined {
    const due = this.due(1);
    const { recheckSec } = this.#rule;
    if (!this.#state.on || recheckSec === undefined) return due;
    return Math.min(due ?? Number.POSITIVE_INFINITY, this.#input.seenAt + recheckSec * 1000);
  }

  get #now(): SinceTimes {
    return [this.#input.at, this.#input.seenAt];
  }

  #timers(): { at: SinceTimes; run: (memory: DetectorMemory) => void }[] {
    const { waiting = {}, on, isOut, clearing } = this.#state;
    if (!on)
      return Object.entries(waiting).map(([cause, since]) => {
        const fired = after(since, this.#holdMs(cause));
        return { at: fired, run: (memory) => this.#raise(since, fired, memory) };
      });
    const { callOut, clear } = this.#rule;
    const called = callOut && !isOut ? after(on.fired, this.#msOf(callOut.after)) : undefined;
    const over = clearing && after(clearing, this.#msOf(clear));
    return [
      ...(called
        ? [{ at: called, run: (memory: DetectorMemory) => this.#askCallOut(on.since, called[0], memory) }]
        : []),
      ...(clearing && over ? [{ at: over, run: () => this.#end(clearing[0], over[0]) }] : []),
    ];
  }

  #judgeEnd(scene: RuleContext): void {
    const { isOver = () => !this.#rule.causes.some(({ test }) => test(scene) !== false) } = this.#rule;
    const is = isOver(scene);
    const { clearing, ...rest } = this.#state;
    const isAgain = this.#rule.again?.(scene) === true;
    if (clearing && (is === false || isAgain)) this.#state = rest;
    if (is !== true || (clearing && !isAgain)) return;
    if (this.#msOf(this.#rule.clear) === 0) this.#end(this.#input.at, this.#input.at);
    else this.#state = { ...rest, clearing: this.#now };
  }

  #keepWaiting(waiting: Readonly<Record<string, SinceTimes>>): void {
    const { waiting: _held, ...rest } = this.#state;
    this.#state = Object.keys(waiting).length > 0 ? { ...rest, waiting } : rest;
  }

  #raise([since]: SinceTimes, fired: SinceTimes, memory: DetectorMemory): void {
    this.#state = { on: { since, fired } };
    this.#tell('raise', since, fired[0], memory);
  }

  #askCallOut(since: number, firedAt: number, memory: DetectorMemory): void {
    this.#state = { ...this.#state, isOut: true };
    this.#tell('callOut', since, firedAt, memory);
  }

  #end(at: number, firedAt: number): void {
    this.#state = {};
    this.effects.push({ kind: 'clear', rule: this.#rule.id, at, firedAt, isToldByBox: false });
  }

  #tell(kind: EffectKind, at: number, firedAt: number, memory: DetectorMemory): void {
    const { id } = this.#rule;
    this.effects.push({ kind, rule: id, at, firedAt, isToldByBox: hasEventOf(memory, id) });
  }

  #msOf(name: string | undefined): number {
    return name === undefined ? 0 : (this.#numbers[name] ?? 0) * 1000;
  }

  #holdMs(cause: string): number {
    return this.#msOf(this.#rule.causes[Number(cause)]?.hold);
  }
}

const after = ([at, seenAt]: SinceTimes, ms: number): SinceTimes => [at + ms, seenAt + ms];

const isEmpty = (state: object) => Object.keys(state).length === 0;

/** The rules of a unit that remember something, in their order. */
class Steps {
  readonly #active: readonly ActiveRule[];
  readonly #input: DetectorInput;
  readonly #steps = new Map<string, RuleStep>();

  constructor(active: readonly ActiveRule[], before: RuleStates, input: DetectorInput) {
    this.#active = active;
    this.#input = input;
    for (const one of active) {
      const known = before[one.rule.id];
      if (known) this.#steps.set(one.rule.id, new RuleStep(one, known, input));
    }
  }

  get rules(): Record<string, RuleState> {
    const rules: Record<string, RuleState> = {};
    for (const [id, { state }] of this.#steps) if (!isEmpty(state)) rules[id] = state;
    return rules;
  }

  /** Applies everything that the passing of time caused before the input, in order. */
  advance(memory: DetectorMemory): DetectorEffect[] {
    const clock: DetectorClock = this.#input.kind === 'tick' ? 1 : 0;
    for (;;) {
      let next: RuleStep | undefined;
      let nextAt = this.#input.at;
      for (const step of this.#steps.values()) {
        const due = step.due(clock);
        if (due !== undefined && (due < nextAt || (due === nextAt && !next))) [next, nextAt] = [step, due];
      }
      if (!next) return this.#taken();
      next.elapse(clock, memory);
      this.#heed(memory);
    }
  }

  /** Applies what the input says about all conditions. */
  judge(scene: Omit<RuleContext, 'numbers' | 'rules'>): DetectorEffect[] {
    const rules = this.rules;
    // One object for all rules: conditions read it and keep nothing of it.
    const own: Omit<RuleContext, 'numbers'> & { numbers: RuleNumbers } = { ...scene, numbers: {}, rules };
    for (const one of this.#active) {
      const { id, causes } = one.rule;
      own.numbers = one.numbers;
      // Most messages concern only a few rules.
      if (!this.#steps.has(id) && !causes.some(({ test }) => test(own) === true)) continue;
      const step = this.#steps.get(id) ?? new RuleStep(one, {}, this.#input);
      step.judge(own);
      this.#steps.set(id, step);
      if (isEmpty(step.state)) delete rules[id];
      else rules[id] = step.state;
    }
    this.#heed(scene.memory);
    return this.#taken();
  }

  lookAt(): number[] {
    return [...this.#steps.values()].flatMap((step) => step.lookAt() ?? []);
  }

  #heed(memory: DetectorMemory): void {
    const rules = this.rules;
    for (const step of this.#steps.values()) step.heed(rules, memory);
  }

  /** The effects since the last call. */
  #taken(): DetectorEffect[] {
    const said = [...this.#steps.values()].flatMap((step) => step.effects.splice(0));
    if (said.length < 2) return said;
    const order = new Map(this.#active.map(({ rule }, index) => [rule.id, index]));
    const place = ({ rule }: DetectorEffect) => order.get(rule) ?? 0;
    return said.sort((a, b) => a.firedAt - b.firedAt || place(a) - place(b));
  }
}

/** One input. @param context the current settings, code dictionary and jobs */
export function step(
  unit: DetectedUnit,
  state: DetectorState,
  input: DetectorInput,
  context: DetectorContext,
): DetectorResult {
  const active = context.rulesOf(unit);
  const before = state.rules ?? {};
  const held = state.memory ?? {};
  const memory = remember(held, input, context.codes, windowsOf(active));
  const steps = new Steps(active, before, input);
  const effects = [
    ...steps.advance(held),
    ...steps.judge({ input, memory, unit, codes: context.codes }),
    // The rule was switched off while it held: what it opened counts as ended.
    ...Object.entries(before)
      .filter(([id, { on }]) => on && !active.some(({ rule }) => rule.id === id))
      .map(([rule]) => ({ kind: 'clear' as const, rule, at: input.at, firedAt: input.at, isToldByBox: false })),
  ];
  // No message reports the end of a job, so the clock has to check.
  const dues = [...steps.lookAt(), ...(input.isServiced ? [input.seenAt + RECHECK_SERVICE_MS] : [])];
  const { rules } = steps;
  const isSame = memory === held && sameRules(before, rules);
  return {
    state: isSame ? state : { ...(isEmpty(rules) ? {} : { rules }), ...(isEmpty(memory) ? {} : { memory }) },
    effects,
    dueAt: dues.length > 0 ? Math.ceil(Math.min(...dues)) : undefined,
  };
}

const RECHECK_SERVICE_MS = 300_000;

function sameRules(a: Readonly<Record<string, RuleState>>, b: Readonly<Record<string, RuleState>>): boolean {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => isSameRule(a[name], b[name]));
}

function isSameRule(a: RuleState | undefined, b: RuleState | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return (
    a.on?.since === b.on?.since &&
    a.isOut === b.isOut &&
    a.clearing?.[0] === b.clearing?.[0] &&
    sameWaiting(a.waiting ?? {}, b.waiting ?? {})
  );
}

function sameWaiting(a: Readonly<Record<string, SinceTimes>>, b: Readonly<Record<string, SinceTimes>>): boolean {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => a[name]?.[0] === b[name]?.[0]);
}
