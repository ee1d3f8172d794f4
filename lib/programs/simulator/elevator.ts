import { Car } from './car';
import { nextAhead, nextStop, type Calls } from './collective';
import { journeyOf, shownPassengersPerHour, type Journey } from './demand';
import { IncidentPlan, type ElevatorIncident, type ScriptedIncident } from './elevator-incidents';
import type { LiftCondition, Lift } from './lift';
import {
  MAX_CATCH_UP_MS,
  Reporter,
  STEP_MS,
  type Machine,
  type MachineOptions,
  type MachineReport,
  type MachineStatus,
} from './model';
import { seeded, type Random } from './random';
import type { ElevatorUnit } from './unit';

/** One simulated elevator: passengers, collective control, door cycle, counters, modes and faults. */

const DWELL_MS = 1500;
const EXCHANGE_MS = 500;
const PARK_AFTER_MS = 75_000;
const PATIENCE_MS = 240_000;
const MOST_WAITING = 40;
const FULL_SHARE = 0.8;
const STANDBY_KW = 0.18;
const RUNNING_KW = 0.6;

interface WaitingPassenger extends Journey {
  since: number;
}

export class Elevator implements Machine, Lift {
  readonly car: Car;
  readonly reporter: Reporter;
  readonly condition: LiftCondition = {
    mode: 'N',
    secondary: [],
    fault: undefined,
    isTechnicianOnSite: false,
    isTrapped: false,
    alarm: undefined,
    hasMainPower: true,
    isOnRescuePower: false,
    isSuspended: false,
  };
  now: number;
  aboard: Journey[] = [];
  readonly random: Random;
  private waiting: WaitingPassenger[] = [];
  private target: number | undefined;
  private dwellUntil = 0;
  private idleSince: number;
  private nextArrival: number;
  private isOverloaded = false;
  private readonly total: { trips: number; openings: number; tripMs: number; energy: number; passengers: number };
  private readonly plan: IncidentPlan;
  private incident: ScriptedIncident | undefined;

  constructor(
    readonly unit: ElevatorUnit,
    options: MachineOptions,
  ) {
    this.random = seeded(`${options.seed}:${unit.equipmentNo}:${options.startAt}`);
    this.now = options.startAt;
    this.idleSince = options.startAt;
    this.nextArrival = options.startAt + this.random.between(500, unit.isShowcase ? 4000 : 20_000);
    const main = unit.levels.findIndex((level) => level.physical === unit.mainFloor);
    this.car = new Car(
      unit.levels,
      unit.ratedSpeed,
      this.random.chance(0.5) ? Math.max(0, main) : this.random.whole(0, unit.levels.length - 1),
    );
    this.reporter = new Reporter(options.runId);
    this.plan = new IncidentPlan(unit, this.random, options.startAt);
    const count = (name: string) => options.counters[name] ?? 0;
    this.total = {
      trips: count('trips'),
      openings: count('openings'),
      tripMs: count('cumulativetriptime') * 1000,
      energy: count('energy'),
      passengers: count('passengers'),
    };
  }

  advance(toMs: number): void {
    if (toMs - this.now > MAX_CATCH_UP_MS) {
      // The clock jumped: the car finishes what it does and carries on from here.
      const gap = toMs - this.now - MAX_CATCH_UP_MS;
      this.nextArrival += gap;
      while (this.car.isMoving || this.car.isDoorBusy) this.step(this.now + STEP_MS);
      this.now = Math.max(this.now, toMs - MAX_CATCH_UP_MS);
    }
    while (this.now + STEP_MS <= toMs) this.step(this.now + STEP_MS);
  }

  status(): MachineStatus {
    const { car, condition } = this;
    const level = this.unit.levels[car.nearest];
    return {
      load: { value: this.loadState() },
      door: { value: car.door },
      drive: { value: car.isMoving ? 'Moving' : 'Standing' },
      direction: { value: car.heading },
      indoorzone: { value: car.isOnFloor ? 'On Floor' : 'Between Floors' },
      position: { value: level?.label ?? '', physicalvalue: level?.physical ?? 0 },
      speed: { value: Math.round(car.speed * 1000) },
      mode: { value: condition.mode, secondary: [...condition.secondary] },
      technicianonsite: { value: condition.isTechnicianOnSite },
      controllerpower: { value: condition.hasMainPower },
      ard: { value: condition.isOnRescuePower },
      entrapment: { value: condition.isTrapped },
      alarm:
        condition.alarm === undefined
          ? { value: 'Off' }
          : { value: 'On', tracking: { code: condition.alarm, entrap_enable: condition.isTrapped } },
      errorstate: condition.fault === undefined ? { value: false } : { value: true, code: Number(condition.fault) },
      health: { value: condition.isTrapped ? 'Bad' : condition.fault === undefined ? 'Good' : 'Degraded' },
      connected: { value: true },
    };
  }

  counters(): Record<string, number> {
    const { trips, openings, tripMs, energy, passengers } = this.total;
    return {
      trips,
      openings,
      cumulativetriptime: Math.floor(tripMs / 1000),
      energy: Math.round(energy * 100) / 100,
      passengers,
    };
  }

  takeReports(): MachineReport[] {
    return this.reporter.take();
  }

  /** Makes an incident befall this unit at the next fitting moment. */
  provoke(incident: ElevatorIncident): void {
    this.plan.force(incident);
  }

  get loadKg(): number {
    return this.aboard.reduce((sum, passenger) => sum + passenger.massKg, 0);
  }

  /** Sends the car to a level index; counts as a trip. */
  goTo(level: number): boolean {
    if (!this.car.travelTo(this.car.heightOf(level), this.now)) return false;
    this.target = level;
    this.total.trips += 1;
    return true;
  }

  /** Everybody leaves: the car stays open on a floor permanently, or rescuers have arrived. */
  evacuate(): void {
    this.aboard = [];
    this.isOverloaded = false;
  }

  private loadState(): string {
    if (this.isOverloaded) return 'Overload';
    const share = this.loadKg / this.unit.capacityKg;
    return share === 0 ? 'Empty' : share >= FULL_SHARE ? 'Full Load' : 'Loaded';
  }

  private step(at: number): void {
    const before = { moving: this.car.isMoving, door: this.car.door };
    this.now = at;
    this.car.step(at);
    this.account(before.door);
    this.arrivals();
    if (before.moving && !this.car.isMoving && !this.condition.isSuspended) this.arrived();
    this.incident ??= this.plan.due(this);
    if (this.incident?.run(at) === 'over') {
      this.incident = undefined;
      this.idleSince = at;
    }
    if (!this.condition.isSuspended) this.serve();
  }

  private account(doorBefore: string): void {
    const { car, total } = this;
    if (doorBefore === 'Opening' && car.door === 'Opened') total.openings += 1;
    if (car.isMoving) total.tripMs += STEP_MS;
    let kilowatts = this.condition.hasMainPower ? STANDBY_KW : 0;
    if (car.isMoving && this.condition.hasMainPower) {
      // The counterweight balances about 45 % of the rated load: light cars are pulled up for nothing.
      const imbalance = this.loadKg - 0.45 * this.unit.capacityKg;
      const lifted = car.heading === 'Up' ? imbalance : -imbalance;
      kilowatts += RUNNING_KW + Math.max(0, lifted * 9.81 * car.speed) / 1000 / 0.8;
    }
    total.energy += (kilowatts * STEP_MS) / 3_600_000;
  }

  private arrivals(): void {
    while (this.now >= this.nextArrival) {
      const rate = shownPassengersPerHour(this.unit.use, this.now, this.unit.isShowcase);
      this.nextArrival += Math.max(200, this.random.exponential(3_600_000 / rate));
      if (this.waiting.length < MOST_WAITING)
        this.waiting.push({ ...journeyOf(this.unit, this.now, this.random), since: this.now });
    }
    if (this.waiting[0] && this.now - this.waiting[0].since > PATIENCE_MS) this.waiting.shift();
  }

  private calls(): Calls {
    const isFull = this.loadKg >= FULL_SHARE * this.unit.capacityKg;
    const landing = (isUp: boolean) =>
      new Set(isFull ? [] : this.waiting.filter((one) => one.to > one.from === isUp).map((one) => one.from));
    return { car: new Set(this.aboard.map((one) => one.to)), up: landing(true), down: landing(false) };
  }

  private serve(): void {
    const { car } = this;
    if (car.isMoving) return this.callOnTheWay();
    if (car.door === 'Opened' && this.now >= this.dwellUntil) return this.leaveStop();
    if (car.door === 'Blocked' && this.now >= this.dwellUntil) this.openDoor();
    if (car.door === 'Closing' && this.random.chance(0.0012)) {
      car.block();
      this.dwellUntil = this.now + 1200;
    }
    if (car.door === 'Closed') this.chooseNext();
  }

  private openDoor(): void {
    if (this.car.open(this.now)) this.dwellUntil = this.now + 2000 + DWELL_MS;
  }

  private chooseNext(): void {
    const here = this.car.nearest;
    if (
      this.aboard.some((one) => one.to === here) ||
      this.waiting.some((one) => one.from === here && this.mayBoard())
    ) {
      this.exchangeAt(here);
      return;
    }
    const next = nextStop(here, this.car.heading, this.calls());
    if (next) {
      this.goTo(next.floor);
      return;
    }
    this.car.heading = 'Both';
    const main = this.unit.levels.findIndex((level) => level.physical === this.unit.mainFloor);
    if (this.now - this.idleSince > PARK_AFTER_MS && main >= 0 && here !== main) this.goTo(main);
  }

  private callOnTheWay(): void {
    const { car, target } = this;
    if (target === undefined || car.heading === 'Both') return;
    const next = nextAhead(car.nearest, car.heading, this.calls());
    if (next !== undefined && next !== target && car.retarget(car.heightOf(next), this.now)) this.target = next;
  }

  private arrived(): void {
    this.target = undefined;
    this.idleSince = this.now;
    if (!this.car.isOnFloor) return;
    const here = this.car.nearest;
    if (this.aboard.some((one) => one.to === here) || this.waiting.some((one) => one.from === here))
      this.exchangeAt(here);
  }

  private mayBoard(): boolean {
    return this.loadKg < FULL_SHARE * this.unit.capacityKg;
  }

  private exchangeAt(here: number): void {
    this.openDoor();
    const leaving = this.aboard.filter((one) => one.to === here).length;
    this.aboard = this.aboard.filter((one) => one.to !== here);
    const onward = nextStop(here, this.car.heading, this.calls());
    const first = this.waiting.find((one) => one.from === here);
    const direction = this.aboard.length > 0 || !first ? onward?.direction : first.to > here ? 'Up' : 'Down';
    let boarding = 0;
    this.waiting = this.waiting.filter((one) => {
      const fits = this.loadKg + one.massKg <= this.unit.capacityKg;
      if (one.from !== here || (direction && one.to > here !== (direction === 'Up'))) return true;
      // Now and then somebody squeezes into a full car and has to step out again.
      if (!fits && (this.isOverloaded || !this.random.chance(0.4))) return true;
      this.isOverloaded ||= !fits;
      this.aboard.push(one);
      boarding += 1;
      return false;
    });
    this.total.passengers += boarding;
    this.car.heading = direction ?? 'Both';
    this.dwellUntil = this.now + 2000 + DWELL_MS + EXCHANGE_MS * (leaving + boarding);
  }

  private leaveStop(): void {
    if (this.isOverloaded) {
      this.isOverloaded = false;
      this.aboard.pop();
      this.dwellUntil = this.now + 2500;
      return;
    }
    const here = this.car.nearest;
    const late = this.waiting.some(
      (one) => one.from === here && (this.car.heading === 'Both' || one.to > here === (this.car.heading === 'Up')),
    );
    if (late && this.mayBoard() && this.random.chance(0.7)) return this.exchangeAt(here);
    this.car.close(this.now);
    this.idleSince = this.now;
  }
}
