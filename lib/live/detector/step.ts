import { hasTechnician, isInService } from './conditions';
import { hasEventOf } from './codes';
import { remember, type Windows } from './memory';
import type { LiveRule, Numbers, Scene } from './rule';
import type { ActiveRule, DetectorContext } from './settings';
import type {
  DetectedUnit,
  DetectorEffect,
  DetectorInput,
  DetectorState,
  EffectKind,
  Memory,
  RuleState,
  Since,
} from './state';

/**
 * The fold of the symptom rules (silent-screens F2): what they remember of a unit and one input make what they remember then
 * and what has to be done. Pure.
 *
 * Two clocks. Messages move time by what the box measured, so that any cutting of the stream into batches says the same;
 * between messages our own clock moves it, counted from when we learned of the beginning, so that a stream that is late as a
 * whole says the same as one that is not.
 */

interface Stepped {
  /** The same object where nothing changed. */
  readonly state: DetectorState;
  readonly effects: readonly DetectorEffect[];
}

const WINDOWS: Windows = { overloadMs: 3_600_000, reversalMs: 300_000, reversals: 3, cycles: 3 };

/** Windows are counted for all rules at once, with the widest that the unit's rules ask for. */
function windowsOf(rules: readonly ActiveRule[]): Windows {
  const numbersOf = (id: string): Numbers => rules.find(({ rule }) => rule.id === id)?.numbers ?? {};
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

class RuleStep {
  readonly effects: DetectorEffect[] = [];
  readonly #rule: LiveRule;
  readonly #numbers: Numbers;
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

  /** What time alone brought about before the input. */
  advance(memory: Memory): void {
    const due = Object.entries(this.#state.waiting ?? {})
      .map(([cause, since]) => ({ since, fired: this.#after(since, this.#holdMs(Number(cause))) }))
      .filter(({ fired }) => this.#isPast(fired))
      .sort((a, b) => a.fired[0] - b.fired[0]);
    const [first] = due;
    if (first) this.#raise(first.since, first.fired, memory);
    this.#advanceCallOut(memory);
    const { on, clearing } = this.#state;
    if (on && clearing) {
      const over = this.#after(clearing, this.#msOf(this.#rule.clear));
      if (this.#isPast(over)) this.#end(clearing[0], over[0]);
    }
  }

  /** What the input says of the conditions. */
  judge(scene: Scene): void {
    const { on } = this.#state;
    if (on) return this.#judgeEnd(scene);
    if (isSuppressed(this.#rule, this.#input)) return this.#keepWaiting({});
    const now: Since = [this.#input.at, this.#input.seenAt];
    const waiting: Record<string, Since> = {};
    this.#rule.causes.forEach(({ test }, index) => {
      const is = test(scene);
      const held = this.#state.waiting?.[index];
      if (is === true || (is === undefined && held)) waiting[index] = held ?? now;
    });
    this.#keepWaiting(waiting);
    // What needs no time holds at once.
    const atOnce = Object.entries(waiting).find(([cause]) => this.#holdMs(Number(cause)) === 0);
    if (!atOnce) return;
    this.#raise(atOnce[1], atOnce[1], scene.memory);
  }

  /** A03 rings while A02 is open. */
  judgeCallOut(scene: Scene): void {
    const { callOut } = this.#rule;
    if (!callOut || !this.#state.on || this.#state.isOut || callOut.atOnce(scene) !== true) return;
    this.#state = { ...this.#state, isOut: true };
    this.#tell('callOut', this.#state.on?.since ?? scene.input.at, scene.input.at, scene.memory);
  }

  /** The earliest moment of our clock at which time alone changes something. */
  dueAt(): number | undefined {
    const { waiting = {}, on, isOut, clearing } = this.#state;
    const moments = on
      ? [
          ...(clearing ? [clearing[1] + this.#msOf(this.#rule.clear)] : []),
          ...(this.#rule.callOut && !isOut ? [on.fired[1] + this.#msOf(this.#rule.callOut.after)] : []),
          ...(this.#rule.recheckSec === undefined ? [] : [this.#input.seenAt + this.#rule.recheckSec * 1000]),
        ]
      : Object.entries(waiting).map(([cause, [, seenAt]]) => seenAt + this.#holdMs(Number(cause)));
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  #judgeEnd(scene: Scene): void {
    const { isOver = () => !this.#rule.causes.some(({ test }) => test(scene) !== false) } = this.#rule;
    const is = isOver(scene);
    const { clearing, ...rest } = this.#state;
    if (is === false && clearing) this.#state = rest;
    if (is !== true || clearing) return;
    const now: Since = [this.#input.at, this.#input.seenAt];
    if (this.#msOf(this.#rule.clear) === 0) this.#end(now[0], now[0]);
    else this.#state = { ...rest, clearing: now };
  }

  #keepWaiting(waiting: Readonly<Record<string, Since>>): void {
    const { waiting: _held, ...rest } = this.#state;
    this.#state = Object.keys(waiting).length > 0 ? { ...rest, waiting } : rest;
  }

  #advanceCallOut(memory: Memory): void {
    const { on, isOut } = this.#state;
    const { callOut } = this.#rule;
    if (!callOut || !on || isOut) return;
    const due = this.#after(on.fired, this.#msOf(callOut.after));
    if (!this.#isPast(due)) return;
    this.#state = { ...this.#state, isOut: true };
    this.#tell('callOut', on.since, due[0], memory);
  }

  #raise([since]: Since, fired: Since, memory: Memory): void {
    this.#state = { on: { since, fired } };
    this.#tell('raise', since, fired[0], memory);
  }

  #end(at: number, firedAt: number): void {
    this.#state = {};
    this.effects.push({ kind: 'clear', rule: this.#rule.id, at, firedAt, isToldByBox: false });
  }

  #tell(kind: EffectKind, at: number, firedAt: number, memory: Memory): void {
    const { id } = this.#rule;
    this.effects.push({ kind, rule: id, at, firedAt, isToldByBox: hasEventOf(memory, id) });
  }

  #after([at, seenAt]: Since, ms: number): Since {
    return [at + ms, seenAt + ms];
  }

  #isPast([at, seenAt]: Since): boolean {
    const { kind, at: now } = this.#input;
    return kind === 'tick' ? seenAt <= now : at <= now;
  }

  #msOf(name: string | undefined): number {
    return name === undefined ? 0 : (this.#numbers[name] ?? 0) * 1000;
  }

  #holdMs(cause: number): number {
    return this.#msOf(this.#rule.causes[cause]?.hold);
  }
}

const isEmpty = (state: object) => Object.keys(state).length === 0;

/** One input. @param context settings, dictionary and jobs of now */
export function step(
  unit: DetectedUnit,
  state: DetectorState,
  input: DetectorInput,
  context: DetectorContext,
): Stepped & { readonly dueAt: number | undefined } {
  const active = context.rulesOf(unit);
  const before = state.rules ?? {};
  const rules: Record<string, RuleState> = {};
  const held = state.memory ?? {};
  const memory = remember(held, input, context.codes, windowsOf(active));
  const steps = new Map<string, RuleStep>();
  const keep = (id: string, { state: next }: RuleStep) => {
    if (isEmpty(next)) delete rules[id];
    else rules[id] = next;
  };
  for (const one of active) {
    const known = before[one.rule.id];
    if (!known) continue;
    const at = new RuleStep(one, known, input);
    at.advance(held);
    steps.set(one.rule.id, at);
    keep(one.rule.id, at);
  }
  for (const one of active) {
    const { id } = one.rule;
    const scene = { input, memory, unit, numbers: one.numbers, codes: context.codes, rules };
    // Most rules have nothing to say of most messages.
    if (!steps.has(id) && !one.rule.causes.some(({ test }) => test(scene) === true)) continue;
    const at = steps.get(id) ?? new RuleStep(one, {}, input);
    at.judge(scene);
    steps.set(id, at);
    keep(id, at);
  }
  for (const one of active) {
    const at = one.rule.callOut && steps.get(one.rule.id);
    if (!at) continue;
    at.judgeCallOut({ input, memory, unit, numbers: one.numbers, codes: context.codes, rules });
    keep(one.rule.id, at);
  }
  const effects = [...steps.values()].flatMap((at) => at.effects).sort((a, b) => a.firedAt - b.firedAt);
  // Switched off while it held: what it opened is over for us.
  for (const [id, { on }] of Object.entries(before)) {
    if (on && !active.some(({ rule }) => rule.id === id))
      effects.push({ kind: 'clear', rule: id, at: input.at, firedAt: input.at, isToldByBox: false });
  }
  const dues = [...steps.values()].flatMap((at) => at.dueAt() ?? []);
  // No message tells that a job is over.
  if (input.isServiced) dues.push(input.seenAt + RECHECK_SERVICE_MS);
  const isSame = memory === held && sameRules(before, rules);
  return {
    state: isSame ? state : { ...(isEmpty(rules) ? {} : { rules }), ...(isEmpty(memory) ? {} : { memory }) },
    effects,
    dueAt: dues.length > 0 ? Math.min(...dues) : undefined,
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

function sameWaiting(a: Readonly<Record<string, Since>>, b: Readonly<Record<string, Since>>): boolean {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => a[name]?.[0] === b[name]?.[0]);
}
