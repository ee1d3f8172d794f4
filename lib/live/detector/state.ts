import type { LiveEntry } from '@/lib/live/units/live-message';
import type { DisplayType } from '@/lib/live/units/value-sets';

/**
 * What the symptom rules see of a unit, what they remember of it and what they say (silent-screens F2). Plain data: it is kept
 * as JSON beside the unit's live state. All times are epoch ms.
 */

/** Of the rules as a whole: a symptom names the version that found it. */
export const DETECTOR_VERSION = 1;

export type DetectorValues = Readonly<Record<string, LiveEntry>>;

/** What a unit is. */
export interface DetectedUnit {
  readonly equipmentNo: string;
  readonly displayType: DisplayType;
  readonly productLine: string | null;
  readonly totalFloors: number | null;
  /** m/s */
  readonly ratedSpeed: number | null;
}

/** Since when something is true: by the box's clock, and by ours when we learned of it. */
export type SinceTimes = readonly [at: number, seenAt: number];

export interface RuleState {
  /** Causes that are true and wait for their hold time. */
  waiting?: Readonly<Record<string, SinceTimes>>;
  /** The rule holds: when its condition began, and when its hold time was over. */
  on?: { readonly since: number; readonly fired: SinceTimes };
  /** Its call-out was asked for. */
  isOut?: true;
  /** The condition for its end is true. */
  clearing?: SinceTimes;
}

/** What single moments leave behind. */
export interface DetectorMemory {
  /** Overloads of the last hour. */
  overloads?: readonly number[];
  /** Doors blocked on a Shanghai day. */
  blocks?: readonly [day: number, count: number];
  /** Door reversals of the last minutes. */
  reversals?: readonly number[];
  /** The third reversal within the window; gone with the next trip. */
  stuckSince?: number;
  /** Doors that closed as they should since the last trouble. */
  goodCycles?: number;
  /** Counters that began anew on a Shanghai day. */
  resets?: readonly [day: number, count: number];
  /** Connects of the box within a day. */
  links?: readonly number[];
  /** Open events of the box whose code feeds a rule. */
  events?: Readonly<Record<string, string>>;
  /** The unit hangs on a pro box. */
  isPro?: true;
  driftSec?: number;
}

export interface DetectorState {
  rules?: Readonly<Record<string, RuleState>>;
  memory?: DetectorMemory;
}

/** One thing that the rules are told: a message of the box, or the look of the clock. */
export interface DetectorInput {
  /** `tick`: nothing was measured, only time went by. */
  readonly kind: 'message' | 'tick';
  /** When it was measured; of a tick the time of the look. */
  readonly at: number;
  /** When we learned of it. */
  readonly seenAt: number;
  /** Values before and after it; the same of a tick. */
  readonly before: DetectorValues;
  readonly live: DetectorValues;
  readonly onlineStatus: number;
  readonly isTrapped: boolean;
  readonly connection: 'online' | 'offline' | null;
  /** A technician's job is under way today. */
  readonly isServiced: boolean;
  readonly event?: { readonly eventId: string; readonly code: string; readonly isOpen: boolean };
  /** Somebody who watches the unit suspects that persons are trapped (equipmentWarn/save). */
  readonly isSuspected?: boolean;
  /** The box connected anew. */
  readonly hasConnected?: boolean;
  /** It is a pro box. */
  readonly isPro?: boolean;
  readonly hasReset?: boolean;
  readonly driftSec?: number;
}

export type EffectKind = 'raise' | 'callOut' | 'clear';

export interface DetectorEffect {
  readonly kind: EffectKind;
  readonly rule: string;
  /** When the condition began or ended. */
  readonly at: number;
  /** When its hold time was over. */
  readonly firedAt: number;
  /** The box sent an event of it, which is told already. */
  readonly isToldByBox: boolean;
}
