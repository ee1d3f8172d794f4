import { hoursOfDay } from '@/lib/platform/i18n/shanghai';
import { shouldRun, type PlanWeekday } from '@/lib/live/units/operating-plan';
import { passengersPerHour } from './demand';
import {
  CODES,
  MAX_CATCH_UP_MS,
  Reporter,
  STEP_MS,
  type Machine,
  type MachineOptions,
  type MachineReport,
  type MachineStatus,
} from './model';
import { seeded, type Random } from './random';
import type { EscalatorUnit } from './unit';

/** One simulated escalator or moving walk: step band, stand-by operation, opening hours, faults, counters. */

export type OperationMode =
  | 'Continuous'
  | 'Intermittent'
  | 'DirectionChange'
  | 'ReadyToStart'
  | 'Crawling'
  | 'KeyStart'
  | 'Inspection'
  | 'Stopped'
  | 'Fault';

/** m/s² of a normal start or stop, and of the safety brake. */
const SOFT = 0.3;
const HARD = 0.9;
const CRAWL_SHARE = 0.4;
const SLOW_DOWN_AFTER_MS = 60_000;
const STAND_AFTER_MS = 240_000;
/** A ride from comb to comb, roughly. */
const RIDE_MS = 25_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** One passenger raises the power drawn by about this, kW. */
const KW_PER_PASSENGER = 0.22;

type EscalatorTrouble =
  | { kind: 'fault'; code: string; until: number }
  | { kind: 'keyStart' | 'inspection' | 'reversal' | 'powerLoss'; until: number };
const FAULTS = [CODES.handrail, CODES.combPlate, CODES.skirt, CODES.emergencyStop] as const;
const COUNTERS = ['up', 'down', 'readytostart', 'error', 'crawling', 'autostop', 'passup', 'passdown'] as const;

export class Escalator implements Machine {
  now: number;
  /** m/s of the step band. */
  speed = 0;
  readonly reporter: Reporter;
  private readonly random: Random;
  private direction: 'Up' | 'Down';
  private week: readonly PlanWeekday[] = [];
  /** What the plan says of the minute. */
  private planned = { minute: -1, isOpen: false };
  private riders: number[] = [];
  private nextRider: number;
  private lastRider: number;
  private trouble: EscalatorTrouble | undefined;
  private nextTrouble: number;
  private nextReversal: number;
  private warning: 'None' | 'Lubrication' | 'Overheat' = 'None';
  private warningChange: number;
  private temperature = 24;
  private brakeRange: number;
  /** Milliseconds of the time counters, plus passengers and energy. */
  private readonly total: Record<string, number>;

  constructor(
    readonly unit: EscalatorUnit,
    options: MachineOptions,
  ) {
    this.random = seeded(`${options.seed}:${unit.equipmentNo}:${options.startAt}`);
    this.now = options.startAt;
    this.lastRider = options.startAt;
    this.nextRider = options.startAt + this.random.between(500, 15_000);
    this.direction = unit.direction;
    this.reporter = new Reporter(options.runId);
    this.nextTrouble = options.startAt + this.random.exponential((unit.isShowcase ? 60 : 16) * HOUR);
    this.nextReversal = options.startAt + this.random.exponential(30 * HOUR);
    this.warningChange = options.startAt + this.random.exponential(40 * HOUR);
    this.brakeRange = Math.round(this.random.between(260, 380));
    this.total = { energy: options.counters.energy ?? 0, passengers: options.counters.passengers ?? 0 };
    for (const name of COUNTERS) this.total[name] = (options.counters[name] ?? 0) * 1000;
    if (this.isOpen()) this.speed = unit.ratedSpeed;
  }

  advance(toMs: number): void {
    if (toMs - this.now > MAX_CATCH_UP_MS) {
      const gap = toMs - this.now - MAX_CATCH_UP_MS;
      this.nextRider += gap;
      this.now += gap;
    }
    while (this.now + STEP_MS <= toMs) this.step(this.now + STEP_MS);
  }

  /** Makes an incident befall the machine at the next step. */
  provoke(kind: 'fault' | 'inspection' | 'powerLoss'): void {
    this.startTrouble(kind);
  }

  follow(week: readonly PlanWeekday[]): void {
    this.week = week;
    this.planned = { minute: -1, isOpen: false };
  }

  operationMode(): OperationMode {
    switch (this.trouble?.kind) {
      case 'fault':
        return 'Fault';
      case 'keyStart':
        return 'KeyStart';
      case 'inspection':
        return 'Inspection';
      case 'reversal':
        return 'DirectionChange';
      case 'powerLoss':
        return 'Stopped';
    }
    if (!this.isOpen() && this.riders.length === 0) return 'Stopped';
    if (this.unit.idle === 'runs') return 'Continuous';
    const quiet = this.now - this.lastRider;
    if (quiet < SLOW_DOWN_AFTER_MS) return 'Intermittent';
    return this.unit.idle === 'stands' && quiet > STAND_AFTER_MS ? 'ReadyToStart' : 'Crawling';
  }

  status(): MachineStatus {
    const { trouble } = this;
    // The box lives on its battery; the controller is silent until the mains are back.
    if (trouble?.kind === 'powerLoss') return { connected: { value: false } };
    const onSite = trouble?.kind === 'inspection' || trouble?.kind === 'keyStart';
    const common: MachineStatus = {
      // Tenths of cm/s (api.md §4.4).
      stepspeed: { value: Math.round(this.speed * 1000) },
      direction: { value: this.direction },
      operationmode: { value: this.operationMode(), secondary: [] },
      controlmode: { value: 'Local' },
      drivemode: { value: this.unit.driveMode },
      warning: { value: this.warning },
      technicianonsite: { value: onSite },
      errorstate: trouble?.kind === 'fault' ? { value: true, code: Number(trouble.code) } : { value: false },
      health: { value: trouble?.kind === 'fault' ? 'Bad' : this.warning === 'None' ? 'Good' : 'Degraded' },
      connected: { value: true },
    };
    if (this.unit.displayType !== 'WW') return common;
    return {
      ...common,
      temperature: { value: Math.round(this.temperature) },
      power: { value: Math.round(this.power() * 2) / 2 },
      brakerange: { value: this.brakeRange },
      controllerversion: { value: this.unit.controllerVersion ?? 'F5' },
    };
  }

  counters(): Record<string, number> {
    const seconds = Object.fromEntries(COUNTERS.map((name) => [name, Math.floor((this.total[name] ?? 0) / 1000)]));
    return {
      ...seconds,
      energy: Math.round((this.total.energy ?? 0) * 100) / 100,
      passengers: this.total.passengers ?? 0,
    };
  }

  takeReports(): MachineReport[] {
    return this.reporter.take();
  }

  private isOpen(): boolean {
    if (this.week.length > 0) {
      const minute = Math.floor(this.now / MINUTE);
      if (this.planned.minute !== minute)
        this.planned = { minute, isOpen: shouldRun({ week: this.week, exceptions: [] }, this.now) };
      return this.planned.isOpen;
    }
    if (this.unit.isShowcase || this.unit.use === 'hospital' || this.unit.use === 'airport') return true;
    const hour = hoursOfDay(this.now);
    return this.unit.use === 'metro' ? hour >= 5 && hour < 23.7 : hour >= 7 && hour < 22.5;
  }

  private step(at: number): void {
    this.now = at;
    this.passengers();
    this.troubles();
    const mode = this.operationMode();
    const goal = this.goalSpeed(mode);
    const change = ((mode === 'Fault' || this.trouble?.kind === 'powerLoss' ? HARD : SOFT) * STEP_MS) / 1000;
    const before = this.speed;
    this.speed = this.speed < goal ? Math.min(goal, this.speed + change) : Math.max(goal, this.speed - change);
    if (before > 0 && this.speed === 0) this.brakeRange = Math.round(this.random.between(240, 420));
    this.temperature += ((this.speed > 0 ? 38 : 22) - this.temperature) * (STEP_MS / (25 * MINUTE));
    this.count(mode);
  }

  private goalSpeed(mode: OperationMode): number {
    if (mode === 'Continuous' || mode === 'Intermittent') return this.unit.ratedSpeed;
    if (mode === 'Crawling') return this.unit.ratedSpeed * CRAWL_SHARE;
    // Inspection runs the band in short slow moves.
    if (mode === 'Inspection') return Math.floor(this.now / 15_000) % 3 === 0 ? 0.2 : 0;
    return 0;
  }

  private passengers(): void {
    while (this.now >= this.nextRider) {
      // Whole trains and shop crowds pass an escalator, not single calls.
      const rate = 2.5 * passengersPerHour(this.unit.use, this.now, this.unit.isShowcase);
      this.nextRider += Math.max(300, this.random.exponential(HOUR / rate));
      if (this.trouble || !this.isOpen()) continue;
      this.riders.push(this.now + RIDE_MS);
      this.lastRider = this.now;
      this.total.passengers = (this.total.passengers ?? 0) + 1;
    }
    while (this.riders[0] !== undefined && this.riders[0] <= this.now) this.riders.shift();
  }

  private startTrouble(kind: 'fault' | 'inspection' | 'powerLoss'): void {
    if (this.trouble) return;
    this.riders = [];
    if (kind === 'fault') {
      const code = this.random.pick(FAULTS);
      this.trouble = { kind, code, until: this.now + this.random.between(MINUTE, 7 * MINUTE) };
      this.reporter.begin('error', code, this.now);
      this.reporter.log(1, code, 'start', this.now, { direction: this.direction });
    } else if (kind === 'powerLoss') {
      this.trouble = { kind, until: this.now + this.random.between(2 * MINUTE, 9 * MINUTE) };
      this.reporter.begin('controller_power', CODES.powerLost, this.now);
      this.reporter.log(1, CODES.powerLost, 'start', this.now);
    } else {
      this.trouble = { kind, until: this.now + this.random.between(5 * MINUTE, 12 * MINUTE) };
      this.reporter.begin('event', CODES.inspection, this.now);
      this.reporter.log(4, CODES.inspection, 'Inspection', this.now);
    }
  }

  private troubles(): void {
    const { trouble, now } = this;
    if (trouble && now >= trouble.until) this.endTrouble(trouble);
    if (!this.trouble && now >= this.nextTrouble) {
      this.nextTrouble = now + this.random.exponential((this.unit.isShowcase ? 60 : 16) * HOUR);
      const hour = hoursOfDay(now);
      const isPower = !this.unit.isShowcase && this.random.chance(0.06);
      this.startTrouble(
        isPower ? 'powerLoss' : hour > 8.5 && hour < 17 && this.random.chance(0.35) ? 'inspection' : 'fault',
      );
    }
    // Stations turn an escalator round between the rush hours; it has to be empty and at rest for that.
    if (!this.trouble && now >= this.nextReversal && this.unit.use === 'metro' && this.riders.length === 0) {
      this.trouble = { kind: 'reversal', until: now + 8000 };
      this.nextReversal = now + this.random.exponential(30 * HOUR);
    }
    if (now >= this.warningChange) {
      const next =
        this.warning === 'None' ? this.random.pick(['Lubrication', 'Lubrication', 'Overheat'] as const) : 'None';
      const code = (name: typeof next) => (name === 'Overheat' ? CODES.overheat : CODES.lubrication);
      if (next === 'None') this.reporter.end('event', code(this.warning), now);
      else this.reporter.begin('event', code(next), now);
      this.warning = next;
      this.warningChange =
        now + (next === 'None' ? this.random.exponential(40 * HOUR) : this.random.between(10 * MINUTE, 50 * MINUTE));
    }
  }

  private endTrouble(trouble: EscalatorTrouble): void {
    this.trouble = undefined;
    if (trouble.kind === 'fault') {
      this.reporter.end('error', trouble.code, this.now);
      this.reporter.log(1, trouble.code, 'end', this.now);
      // After a safety stop a person must check the machine and turn the key.
      this.trouble = { kind: 'keyStart', until: this.now + 20_000 };
    } else if (trouble.kind === 'powerLoss') {
      this.reporter.end('controller_power', CODES.powerLost, this.now);
      this.reporter.log(1, CODES.powerLost, 'end', this.now);
      this.trouble = { kind: 'keyStart', until: this.now + 20_000 };
    } else if (trouble.kind === 'inspection') {
      this.reporter.end('event', CODES.inspection, this.now);
      this.reporter.log(4, CODES.started, 'start', this.now);
    } else {
      if (trouble.kind === 'reversal') this.direction = this.direction === 'Up' ? 'Down' : 'Up';
      // The key starts it at full speed; without passengers it slows down by itself.
      this.lastRider = this.now;
    }
  }

  /** kW drawn at the moment. */
  private power(): number {
    if (this.speed === 0) return 0.1;
    const idle = this.unit.ratedPowerKw * 0.28 * (this.speed / this.unit.ratedSpeed);
    const lift = this.unit.displayType === 'WW' ? 0.3 : this.direction === 'Up' ? 1 : -0.4;
    return Math.max(0.3, idle + lift * this.riders.length * KW_PER_PASSENGER);
  }

  private count(mode: OperationMode): void {
    const add = (name: string) => {
      this.total[name] = (this.total[name] ?? 0) + STEP_MS;
    };
    if (this.trouble?.kind === 'powerLoss') return;
    this.total.energy = (this.total.energy ?? 0) + (this.power() * STEP_MS) / HOUR;
    if (mode === 'Fault' || mode === 'KeyStart') add('error');
    else if (mode === 'Crawling') add('crawling');
    else if (mode === 'ReadyToStart') add('readytostart');
    else if (mode === 'Stopped') add('autostop');
    else if (this.speed > 0 && (mode === 'Continuous' || mode === 'Intermittent')) {
      add(this.direction === 'Up' ? 'up' : 'down');
      if (this.riders.length > 0) add(this.direction === 'Up' ? 'passup' : 'passdown');
    }
  }
}
