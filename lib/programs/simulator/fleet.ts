import { randomBytes } from 'node:crypto';
import { SimulatedBox } from './box';
import { Elevator } from './elevator';
import type { ElevatorIncident } from './elevator-incidents';
import { Escalator } from './escalator';
import { BoxLink } from './link';
import type { FleetMemory } from './memory';
import type { Machine, MachineOptions } from './model';
import { hashText, seeded } from './random';
import { RestingUnit } from './resting-unit';
import { secretOf } from './secret';
import type { FleetFile, FleetUnit } from './unit';

/** The demo fleet: the first units of its list move and stay connected, the others report now and then. */
export interface FleetOptions {
  file: FleetFile;
  /** Key from which every box's secret follows. */
  key: string;
  url: string;
  /** How many units move. */
  moving: number;
  memory: FleetMemory;
  log(line: string): void;
}

const TICK_MS = 100;
const START_GAP_MS = 60;
const MEMORY_MS = 30_000;
/** How often a moving box reports its signal and its health. */
const VITALS_MS = 5 * 60_000;
/** Maximum length of a visit after the broker's answer; without an answer it is given up. */
const VISIT_MS = 3_000;
const NO_ANSWER_MS = 60_000;
const FIRST_ROUND_MS = 180_000;
const ROUND_MS = 30 * 60_000;
const FASTEST_VISIT_MS = 50;
/** Enough for three thousand units in the first round; a visit in every twentieth of a second is still little work. */
const MOST_VISITS = 60;
/** A moving box loses its connection about once in so many hours. */
const DROPOUT_HOURS = 120;

interface FleetMember {
  unit: FleetUnit;
  machine: Machine;
  box: SimulatedBox;
  link: BoxLink;
}

export class Fleet {
  private readonly movers: FleetMember[] = [];
  private readonly resting: FleetUnit[];
  private readonly visits = new Set<BoxLink>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly runId = randomBytes(4).toString('hex');
  private readonly random = seeded(randomBytes(8).toString('hex'));
  private visitTimer: NodeJS.Timeout | undefined;
  private nextVisit = 0;
  private lastTroubleAt = 0;
  private isStopping = false;

  constructor(private readonly options: FleetOptions) {
    const alive = options.file.units.filter((unit) => unit.trouble !== 'dead');
    const moving = alive.filter((unit) => !unit.trouble).slice(0, options.moving);
    const chosen = new Set(moving);
    this.resting = alive.filter((unit) => !chosen.has(unit));
    const now = Date.now();
    for (const unit of moving) this.movers.push(this.mover(unit, now));
  }

  start(): void {
    this.movers.forEach(({ link }, index) => link.start(index * START_GAP_MS));
    this.timers.push(
      setInterval(() => this.tick(Date.now()), TICK_MS),
      setInterval(() => this.remember(), MEMORY_MS),
      setInterval(() => this.tellVitals(), VITALS_MS),
    );
    if (this.resting.length > 0) this.visitNext(FIRST_ROUND_MS);
    this.options.log(`${this.movers.length} units move, ${this.resting.length} report now and then.`);
  }

  /** Disconnects every moving box in order and stores what it has to remember. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.visitTimer);
    this.remember();
    await Promise.all([
      ...this.movers.map(({ link }) => link.stop()),
      ...[...this.visits].map((link) => link.stop(false)),
    ]);
  }

  /** Makes something befall a moving elevator; false when it is not one of them. */
  provoke(equipmentNo: string, incident: ElevatorIncident): boolean {
    const machine = this.movers.find(({ unit }) => unit.equipmentNo === equipmentNo)?.machine;
    if (!(machine instanceof Elevator)) return false;
    machine.provoke(incident);
    return true;
  }

  private settings(unit: FleetUnit, startAt: number): MachineOptions {
    return {
      seed: this.options.file.seed,
      startAt,
      runId: this.runId,
      counters: this.options.memory.boxes.get(unit.cubeNo)?.counters ?? unit.counters,
    };
  }

  private mover(unit: FleetUnit, now: number): FleetMember {
    const settings = this.settings(unit, now);
    const machine = unit.displayType === 'EV' ? new Elevator(unit, settings) : new Escalator(unit, settings);
    const box = new SimulatedBox(
      {
        equipmentNo: unit.equipmentNo,
        machine,
        texts: this.options.file.texts,
        phase: (hashText(unit.cubeNo) % 1000) / 1000,
        pending: this.options.memory.boxes.get(unit.cubeNo)?.pending,
      },
      now,
    );
    const link = this.link(
      unit,
      () => box.connected(Date.now()),
      (leaf, text) => box.receive(leaf, text, Date.now()),
    );
    return { unit, machine, box, link };
  }

  private link(unit: FleetUnit, onUp: () => void, onMessage: (leaf: string, text: string) => void): BoxLink {
    return new BoxLink({
      url: this.options.url,
      cubeNo: unit.cubeNo,
      secret: secretOf(this.options.key, unit.cubeNo),
      firmware: unit.firmware,
      onUp,
      onMessage,
      onTrouble: (reason) => {
        // One line a minute is enough when the whole fleet loses its broker.
        if (this.isStopping || Date.now() - this.lastTroubleAt < 60_000) return;
        this.lastTroubleAt = Date.now();
        this.options.log(`${unit.cubeNo}: ${reason || 'connection lost'}; trying again.`);
      },
    });
  }

  private tick(now: number): void {
    const dropout = TICK_MS / (DROPOUT_HOURS * 3_600_000);
    for (const mover of this.movers) {
      mover.box.tick(now, mover.link);
      if (!mover.unit.isShowcase && mover.link.isUp && this.random.chance(dropout))
        mover.link.drop(this.random.between(30_000, 240_000));
    }
  }

  private tellVitals(): void {
    for (const { link } of this.movers) link.tellOnline();
  }

  private remember(): void {
    const at = Date.now();
    for (const { unit, machine, box } of this.movers) {
      this.options.memory.boxes.set(unit.cubeNo, { at, counters: machine.counters(), pending: box.pending.state() });
    }
    try {
      this.options.memory.save();
    } catch (error) {
      this.options.log(
        `What the boxes remember was not saved: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  private visitNext(roundMs: number): void {
    if (this.isStopping) return;
    const unit = this.resting[this.nextVisit % this.resting.length];
    // No free place: try the same unit again soon, so that none is skipped.
    if (unit && this.visits.size < MOST_VISITS) {
      this.nextVisit += 1;
      this.visit(unit);
    }
    const nextRound = this.nextVisit < this.resting.length ? FIRST_ROUND_MS : ROUND_MS;
    this.visitTimer = setTimeout(
      () => this.visitNext(nextRound),
      Math.max(FASTEST_VISIT_MS, roundMs / this.resting.length),
    );
  }

  /** Connects one resting box, sends its whole state and counters, and hangs up. */
  private visit(unit: FleetUnit): void {
    const { memory } = this.options;
    const remembered = memory.boxes.get(unit.cubeNo);
    const machine = new RestingUnit(unit, this.settings(unit, remembered?.at ?? Date.now()));
    const box = new SimulatedBox(
      { equipmentNo: unit.equipmentNo, machine, texts: this.options.file.texts, firstCountersMs: 0 },
      Date.now(),
    );
    let leaving: NodeJS.Timeout | undefined;
    const leaveIn = (ms: number) => {
      clearTimeout(leaving);
      leaving = setTimeout(() => void link.stop(false).finally(() => this.visits.delete(link)), ms);
    };
    const link = this.link(
      unit,
      () => {
        const now = Date.now();
        box.connected(now);
        box.tick(now, link);
        memory.boxes.set(unit.cubeNo, { at: now, counters: machine.counters() });
        leaveIn(VISIT_MS);
      },
      (leaf, text) => box.receive(leaf, text, Date.now()),
    );
    this.visits.add(link);
    link.start();
    leaveIn(NO_ANSWER_MS);
  }
}
