import type { LiveEntry } from '@/lib/live/units/live-message';
import type { DisplayType } from '@/lib/live/units/value-sets';

/**
 * What the symptom rules read of a unit, what they remember of it and what they report (silent-screens F2). It is plain
 * data, stored as JSON beside the unit's live state. All times are epoch ms.
 */

/** Version of all rules together. A symptom stores the version that found it. */
export const DETECTOR_VERSION = 1;

export type DetectorValues = Readonly<Record<string, LiveEntry>>;

/** The properties of a unit that rules read. */
export interface DetectedUnit {
  readonly equipmentNo: string;
  readonly displayType: DisplayType;
  readonly productLine: string | null;
  readonly totalFloors: number | null;
  /** m/s */
  readonly ratedSpeed: number | null;
}

/** Since when something is true: the box's time, and our time when we learned of it. */
export type SinceTimes = readonly [at: number, seenAt: number];

export interface RuleState {
  /** Causes that are true but whose hold time is not over yet. */
  waiting?: Readonly<Record<string, SinceTimes>>;
  /** The rule holds: when its condition began, and when its hold time ended. */
  on?: { readonly since: number; readonly fired: SinceTimes };
  /** Its call-out was requested. */
  isOut?: true;
  /** The condition for the end holds. */
  clearing?: SinceTimes;
}

/** What the rules remember of single moments. */
export interface DetectorMemory {
  /** Overloads of the last hour. */
  overloads?: readonly number[];
  /** How often doors were blocked on a day of Shanghai. */
  blocks?: readonly [day: number, count: number];
  /** Door reversals of the last minutes. */
  reversals?: readonly number[];
  /** When the third door reversal within the window happened. The next trip removes it. */
  stuckSince?: number;
  /** How many doors closed correctly since the last trouble. */
  goodCycles?: number;
  /** How often counters started again at zero on a day of Shanghai. */
  resets?: readonly [day: number, count: number];
  /** When the box connected within the last day. */
  links?: readonly number[];
  /** Open events of the box that count for a rule. */
  events?: Readonly<Record<string, string>>;
  /** The unit is connected to a pro box. */
  isPro?: true;
  driftSec?: number;
}

export interface DetectorState {
  rules?: Readonly<Record<string, RuleState>>;
  memory?: DetectorMemory;
}

/** One input of the rules: a message of the box, or a check by the clock. */
export interface DetectorInput {
  /** `tick`: nothing was measured, only time passed. */
  readonly kind: 'message' | 'tick';
  /** When it was measured; for a tick, when the clock checked. */
  readonly at: number;
  /** When we learned of it. */
  readonly seenAt: number;
  /** The values before and after the input. A tick changes none. */
  readonly before: DetectorValues;
  readonly live: DetectorValues;
  readonly onlineStatus: number;
  readonly isTrapped: boolean;
  readonly connection: 'online' | 'offline' | null;
  /** A technician works on a job of the unit today. */
  readonly isServiced: boolean;
  readonly event?: {
    readonly eventId: string;
    readonly code: string | null;
    /** It counts for this rule, whatever its code. */
    readonly rule?: string;
    readonly isOpen: boolean;
  };
  /** A person who watches the unit thinks that somebody is trapped (equipmentWarn/save). */
  readonly isSuspected?: boolean;
  /** The box connected again. */
  readonly hasConnected?: boolean;
  /** The box is a pro box. */
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
  /** When its hold time ended. */
  readonly firedAt: number;
  /** The box sent an event for it, so people are notified already. */
  readonly isToldByBox: boolean;
}
