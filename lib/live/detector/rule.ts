import type { DisplayType } from '@/lib/live/units/value-sets';
import type { CodeBook } from './codes';
import type { DetectedUnit, DetectorInput, DetectorState, DetectorMemory } from './state';

/** What a live rule is. Pure. */

export type Category = 'A' | 'B' | 'C' | 'D' | 'F';
/** `trapped`: a call-out of trapped persons; `notify`: a notice; `none`: the symptom alone. */
export type RuleAction = 'trapped' | 'callout' | 'notify' | 'none';
type NumberUnit = 'sec' | 'count' | 'percent' | 'ratio' | 'mm' | 'hours' | 'days' | 'mmPerSec';

/** A number of a rule, with its bounds for whoever changes it. */
export interface RuleNumber {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit: NumberUnit;
}
export type RuleNumbers = Readonly<Record<string, number>>;

/** Everything a condition may ask. */
export interface RuleContext {
  readonly input: DetectorInput;
  readonly memory: DetectorMemory;
  readonly unit: DetectedUnit;
  readonly numbers: RuleNumbers;
  readonly codes: CodeBook;
  readonly rules: NonNullable<DetectorState['rules']>;
}

/** true, false, or undefined: nothing is said of it, so it stays as it is. */
export type RuleCondition = (scene: RuleContext) => boolean | undefined;

export interface LiveRule {
  readonly id: string;
  readonly category: Category;
  readonly types: readonly DisplayType[];
  readonly action: RuleAction;
  readonly numbers: Readonly<Record<string, RuleNumber>>;
  /** Each with the name of its hold time among the numbers; without one it holds at once. */
  readonly causes: readonly { readonly hold?: string; readonly test: RuleCondition }[];
  /** When the condition is over; without it when no cause is true. */
  readonly isOver?: RuleCondition;
  /** A moment that makes the time of its end begin anew. */
  readonly again?: RuleCondition;
  /** Name of the time that it has to be over. */
  readonly clear?: string;
  /** Whom suppression leaves alone: `always` it speaks; `mode`: it looks for the very mode. */
  readonly despite?: 'always' | 'mode';
  /** Only a technician ends it: it tells of one moment. */
  readonly isLatched?: true;
  /** A call-out follows a while after the symptom: name of the time, and the rule with which it comes at once. */
  readonly callOut?: { readonly after: string; readonly with: string };
  /** The rule that says it for this one. */
  readonly silencedBy?: string;
  /** Time alone changes the condition: looked at again so often while it holds. */
  readonly recheckSec?: number;
  /** Of many units of a building or a pro box at once it is one symptom (readings 82). */
  readonly storm?: 'building' | 'gateway';
}

export const seconds = (value: number, most = 86_400): RuleNumber => ({ value, least: 0, most, unit: 'sec' });
export const count = (value: number, most = 1000): RuleNumber => ({ value, least: 1, most, unit: 'count' });
