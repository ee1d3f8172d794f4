import { step } from '@/lib/live/detector/step';
import { contextOf, type RuleSetting } from '@/lib/live/detector/active-rules';
import type { CodeMeaning } from '@/lib/live/detector/codes';
import type {
  DetectedUnit,
  DetectorEffect,
  DetectorInput,
  DetectorState,
  DetectorValues,
} from '@/lib/live/detector/state';
import type { LiveEntry } from '@/lib/live/units/live-message';

/** A unit in a test: it hears messages and the clock, and says what its rules found. Times are seconds after the start. */

export const START = Date.UTC(2026, 5, 1, 1);
export const CODES = new Map<string, CodeMeaning>([
  ['01', { kind: 'error', rule: 'B01' }],
  ['02', { kind: 'door', rule: 'B04' }],
  ['04', { kind: 'stop', rule: 'B03' }],
  ['05', { kind: 'error', rule: 'A05' }],
  ['41', { kind: 'power', rule: 'C01' }],
  ['42', { kind: 'stop', rule: 'B02' }],
  ['43', { kind: 'inspection', rule: 'C07' }],
  ['44', { kind: 'fire', rule: 'C03' }],
  ['46', { kind: 'power', rule: 'C02' }],
  ['47', { kind: 'earthquake', rule: 'C04' }],
  ['90', { kind: 'event', rule: 'A03' }],
]);

export interface Told {
  /** Values of keys; `[value, more members]` where an entry has more. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly isTrapped?: boolean;
  readonly onlineStatus?: number;
  readonly connection?: 'online' | 'offline';
  readonly isServiced?: boolean;
  readonly event?: DetectorInput['event'];
  readonly hasConnected?: boolean;
  readonly isPro?: boolean;
  readonly hasReset?: boolean;
  readonly driftSec?: number;
}

export const ELEVATOR: DetectedUnit = {
  equipmentNo: 'E1',
  displayType: 'EV',
  productLine: 'PL',
  totalFloors: 10,
  ratedSpeed: 1.75,
};
export const ESCALATOR: DetectedUnit = { ...ELEVATOR, displayType: 'ES', totalFloors: null, ratedSpeed: 0.5 };
export const WALK: DetectedUnit = { ...ESCALATOR, displayType: 'WW' };

export class Course {
  state: DetectorState = {};
  live: DetectorValues = {};
  dueAt: number | undefined;
  readonly effects: DetectorEffect[] = [];
  readonly #unit: DetectedUnit;
  readonly #settings: readonly RuleSetting[];
  #status = { onlineStatus: 1, isTrapped: false, connection: 'online' as 'online' | 'offline' | null };
  #isServiced = false;

  constructor(unit: DetectedUnit = ELEVATOR, settings: readonly RuleSetting[] = []) {
    this.#unit = unit;
    this.#settings = settings;
  }

  /** A message measured at `sec`, that we learn of at `seenSec`. The clock looks before, as often as it has to. */
  tell(sec: number, told: Told, { seenSec = sec, isClockRunning = true } = {}): this {
    if (isClockRunning) this.clock(seenSec);
    const { values = {}, isServiced, isTrapped, onlineStatus, connection, ...more } = told;
    const at = START + sec * 1000;
    const before = this.live;
    const entries = Object.entries(values).map(([key, value]): [string, LiveEntry] => [
      key,
      Array.isArray(value) ? { value: value[0] as unknown, at, ...(value[1] as object) } : { value, at },
    ]);
    this.live = { ...this.live, ...Object.fromEntries(entries) };
    this.#isServiced = isServiced ?? this.#isServiced;
    this.#status = {
      onlineStatus: onlineStatus ?? this.#status.onlineStatus,
      isTrapped: isTrapped ?? this.#status.isTrapped,
      connection: connection ?? this.#status.connection,
    };
    this.#take({ kind: 'message', at, seenAt: START + seenSec * 1000, before, live: this.live, ...more });
    return this;
  }

  /** Our clock up to a second. */
  clock(sec: number): this {
    const until = START + sec * 1000;
    while (this.dueAt !== undefined && this.dueAt <= until) {
      const { dueAt } = this;
      this.#tick(dueAt);
      // A look that changes nothing would be asked for for ever.
      if (this.dueAt === dueAt) throw new Error(`looks again at once: ${JSON.stringify(this.state)}`);
    }
    return this;
  }

  /** One look of the clock, due or not; `isSuspected`: because somebody suspects trapped persons. */
  look(sec: number, word: Pick<DetectorInput, 'isSuspected'> = {}): this {
    this.clock(sec);
    this.#tick(START + sec * 1000, word);
    return this;
  }

  /** Loses everything but what is kept in the database. */
  restart(): this {
    this.state = JSON.parse(JSON.stringify(this.state)) as DetectorState;
    return this;
  }

  #tick(at: number, word: Pick<DetectorInput, 'isSuspected'> = {}): void {
    this.#take({ kind: 'tick', at, seenAt: at, before: this.live, live: this.live, ...word });
  }

  #take(input: Omit<DetectorInput, 'onlineStatus' | 'isTrapped' | 'connection' | 'isServiced'>): void {
    const context = contextOf(this.#settings, CODES, new Set());
    const found = step(this.#unit, this.state, { ...input, ...this.#status, isServiced: this.#isServiced }, context);
    this.state = found.state;
    this.dueAt = found.dueAt;
    this.effects.push(...found.effects);
  }

  /** `raise B01 0 120`: kind, rule, begin of the condition, end of its hold time; seconds. */
  get said(): string[] {
    const sec = (at: number) => (at - START) / 1000;
    return this.effects.map(({ kind, rule, at, firedAt }) => `${kind} ${rule} ${sec(at)} ${sec(firedAt)}`);
  }
}
