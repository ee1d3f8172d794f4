import { hasTechnician, isInService } from './conditions';
import { hasEventOf } from './codes';
import { remember, type MemoryWindows } from './memory';
import type { LiveRule, RuleNumbers, RuleContext } from './rule';
import type { ActiveRule, DetectorContext } from './settings';
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
 * The fold of the symptom rules (silent-screens F2): what they remember of a unit and one input make what they remember then
 * and what has to be done. Pure.
 *
 * Two clocks. Messages move time by what the box measured, so that any cutting of the stream into batches says the same;
 * between messages our own clock moves it, counted from when we learned of the beginning, so that a stream that is late as a
 * whole says the same as one that is not.
 */

interface DetectorResult {
  /** The same object where nothing changed. */
  readonly state: DetectorState;
  readonly effects: readonly DetectorEffect[];
  /** When our clock has to look again, epoch ms. */
  readonly dueAt: number | undefined;
}

const WINDOWS: MemoryWindows = { overloadMs: 3_600_000, reversalMs: 300_000, reversals: 3, cycles: 3 };

/** Kept by the list of rules, which units alike share: a message costs no looking up. */
const windowsOfRules = new WeakMap<readonly ActiveRule[], MemoryWindows>();

/** Windows are counted for all rules at once, with the widest that the unit's rules ask for. */
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

/** Is the rule silenced now? A technician at work, a mode of service, a job under way. */
function isSuppressed({ category, despite }: LiveRule, input: DetectorInput): boolean {
  if (category === 'F' || despite === 'always') return false;
  return input.isServiced || hasTechnician(input) || (despite !== 'mode' && isInService(input));
}

/** By which clock time goes on: of the box, or ours. */
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

  /** When time alone changes something next. */
  due(clock: DetectorClock): number | undefined {
    const moments = this.#timers().map(({ at }) => at[clock]);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  /** What time alone brings about next. */
  elapse(clock: DetectorClock, memory: DetectorMemory): void {
    const [first, ...others] = this.#timers();
    if (!first) return;
    others.reduce((earliest, timer) => (timer.at[clock] < earliest.at[clock] ? timer : earliest), first).run(memory);
  }

  /** What other rules that hold now mean for this one: A03 rings while A02 is open, F06 says it for F01. */
  heed(rules: RuleStates, memory: DetectorMemory): void {
    const { callOut, silencedBy } = this.#rule;
    const { on, isOut } = this.#state;
    const other = callOut && rules[callOut.with]?.on;
    if (on && !isOut && other) this.#askCallOut(on.since, Math.max(on.fired[0], other.fired[0]), memory);
    if (silencedBy && rules[silencedBy]?.on) this.#keepWaiting({});
  }

  /** What the input says of the conditions. */
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
    // What needs no time holds at once.
    const atOnce = Object.entries(waiting).find(([cause]) => this.#holdMs(cause) === 0);
    if (!atOnce) return;
    this.#raise(atOnce[1], atOnce[1], scene.memory);
    // What was one moment is over from then on, whenever somebody looks again.
    if (this.#msOf(this.#rule.clear) > 0) this.#judgeEnd(scene);
  }

  /** When our clock has to look again. */
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

/** The rules of a unit that have something in hand, in their order. */
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

  /** Everything that time brought about before the input, in its order. */
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

  /** What the input says of all conditions. */
  judge(scene: Omit<RuleContext, 'numbers' | 'rules'>): DetectorEffect[] {
    const rules = this.rules;
    // One for all rules: conditions ask it and keep nothing of it.
    const own: Omit<RuleContext, 'numbers'> & { numbers: RuleNumbers } = { ...scene, numbers: {}, rules };
    for (const one of this.#active) {
      const { id, causes } = one.rule;
      own.numbers = one.numbers;
      // Most rules have nothing to say of most messages.
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

  /** What was said since the last time. */
  #taken(): DetectorEffect[] {
    const said = [...this.#steps.values()].flatMap((step) => step.effects.splice(0));
    if (said.length < 2) return said;
    const order = new Map(this.#active.map(({ rule }, index) => [rule.id, index]));
    const place = ({ rule }: DetectorEffect) => order.get(rule) ?? 0;
    return said.sort((a, b) => a.firedAt - b.firedAt || place(a) - place(b));
  }
}

/** One input. @param context settings, dictionary and jobs of now */
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
    // Switched off while it held: what it opened is over for us.
    ...Object.entries(before)
      .filter(([id, { on }]) => on && !active.some(({ rule }) => rule.id === id))
      .map(([rule]) => ({ kind: 'clear' as const, rule, at: input.at, firedAt: input.at, isToldByBox: false })),
  ];
  // No message tells that a job is over.
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
