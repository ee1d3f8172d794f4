import type { DisplayType } from '@/lib/live/units/value-sets';
import type { CodeBook } from './codes';
import type { DetectedUnit, DetectorInput, DetectorState, DetectorMemory } from './state';

/** What a live rule is. Pure. */

export type Category = 'A' | 'B' | 'C' | 'D' | 'F';
/** `trapped`: a call-out for trapped persons; `notify`: a notice; `none`: only the symptom. */
export type RuleAction = 'trapped' | 'callout' | 'notify' | 'none';
type NumberUnit = 'sec' | 'count' | 'percent' | 'ratio' | 'mm' | 'hours' | 'days' | 'mmPerSec';

/** A number of a rule, and the limits within which a person may change it. */
export interface RuleNumber {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit: NumberUnit;
}
export type RuleNumbers = Readonly<Record<string, number>>;

/** Everything that a condition may read. */
export interface RuleContext {
  readonly input: DetectorInput;
  readonly memory: DetectorMemory;
  readonly unit: DetectedUnit;
  readonly numbers: RuleNumbers;
  readonly codes: CodeBook;
  readonly rules: NonNullable<DetectorState['rules']>;
}

/** true or false; undefined means unknown, and then the last answer stays. */
export type RuleCondition = (scene: RuleContext) => boolean | undefined;

export interface LiveRule {
  readonly id: string;
  readonly category: Category;
  readonly types: readonly DisplayType[];
  readonly action: RuleAction;
  readonly numbers: Readonly<Record<string, RuleNumber>>;
  /** The causes. Each names its hold time among the numbers; without a name it holds at once. */
  readonly causes: readonly { readonly hold?: string; readonly test: RuleCondition }[];
  /** The condition for the end of the rule. Absent: it ends when every cause is false; an unknown one keeps it. */
  readonly isOver?: RuleCondition;
  /** When this happens, the time until the end starts again. */
  readonly again?: RuleCondition;
  /** Name of the time for which the end condition has to hold. */
  readonly clear?: string;
  /** Technician, service mode and maintenance silence a rule, unless: `always`: nothing does; `mode`: it looks for the service mode itself. */
  readonly despite?: 'always' | 'mode';
  /** Only a technician ends it, because it reports a single moment. */
  readonly isLatched?: true;
  /**
   * A call-out follows some time after the symptom: the name of the time, and the rule that makes it follow at once.
   */
  readonly callOut?: { readonly after: string; readonly with: string };
  /** The rule that reports the same cause in place of this one. */
  readonly silencedBy?: string;
  /** Time alone changes the condition. While it holds, it is checked again after so many seconds. */
  readonly recheckSec?: number;
  /** When it happens to many units of one building or one pro gateway at once, it is one symptom (readings 82). */
  readonly storm?: 'building' | 'gateway';
}

export const seconds = (value: number, most = 86_400): RuleNumber => ({ value, least: 0, most, unit: 'sec' });
export const count = (value: number, most = 1000): RuleNumber => ({ value, least: 1, most, unit: 'count' });
