import { seeded, type Random } from '@/lib/programs/simulator/random';
import type { FleetFile, FleetUnit } from '@/lib/programs/simulator/unit';
import { fleetTexts } from './codes';
import type { Unit } from './units';

/** Which units are shown first, which are kept for the reader's own boxes, and which are in trouble. */

/** Larger fleets would only make a long list of units that report once in a while. */
const MOST_FLEET_UNITS = 5000;
const ELEVATOR_FAULTS = ['5', '12', '17', '20', '36'] as const;
const STEP_FAULTS = ['71', '73', '78'] as const;
const RESERVED_ELEVATORS = 4;
const SHOWCASE_ELEVATORS = 3;
/** Of each of the first projects, from which all shown walls are made, so many lifts move, and so many of the rest: the wall of any of them lives. */
const MOVING_LIFTS = 0.9;
const MOVING_STEPS = 0.3;
/** Of every so many that move for the walls, so many move for the screen of the center. */
const MOVING_FOR_CENTER = 16 / 60;
const CENTER_GROUP = 'center';

export interface CorePlan {
  reserved: Unit[];
  showcase: Unit[];
}

const isFree = (unit: Unit) =>
  unit.cubeNo !== null && !unit.machine.isShowcase && !unit.isReserved && !unit.machine.trouble;

/**
 * Marks the units of the first projects, which the shown accounts see. Every kind of trouble occurs in the home branch.
 * @param elite projects of customerElite: their units stay sound
 */
export function planCore(units: readonly Unit[], elite: ReadonlySet<string>, seed: string): CorePlan {
  const boxed = units.filter(({ cubeNo }) => cubeNo !== null);
  const ofElite = boxed.filter((unit) => elite.has(unit.project.projectId));
  // Fast lifts with many floors show most: the tower's first, then one of another building.
  const lifts = ofElite
    .filter(({ displayType }) => displayType === 'EV')
    .sort((a, b) => b.machine.ratedSpeed - a.machine.ratedSpeed || a.equipmentNo.localeCompare(b.equipmentNo));
  const others = lifts.filter(({ project }) => project.kind !== 'tower');
  const showcase = [...lifts.slice(0, 1), ...others.slice(0, SHOWCASE_ELEVATORS - 1)];
  for (const unit of [...showcase, ...ofElite.filter(({ displayType }) => displayType !== 'EV').slice(0, 1)])
    unit.machine.isShowcase = true;

  const reserved = [
    ...lifts.filter(isFree).slice(-RESERVED_ELEVATORS),
    ...ofElite.filter((unit) => unit.displayType === 'ES' && isFree(unit)).slice(-1),
    ...boxed
      .filter((unit) => unit.displayType === 'WW' && isFree(unit))
      .sort((a, b) => Number(elite.has(b.project.projectId)) - Number(elite.has(a.project.projectId)))
      .slice(0, 1),
  ];
  for (const unit of reserved) unit.isReserved = true;
  if (showcase.length < SHOWCASE_ELEVATORS || reserved.length < RESERVED_ELEVATORS + 2)
    throw new Error('the demo data have too few units for the showcase; choose another DEMO_SEED');

  const random = seeded(`${seed}:fleet`);
  const near = boxed.filter((unit) => isFree(unit) && !elite.has(unit.project.projectId));
  (['dead', 'cabinet', 'fault'] as const).forEach((kind, index) => mark(near[index * 4 + 2], kind, random));
  return { reserved, showcase };
}

/** Of the center one stands with a hit comb plate, one has lost its cabinet: by their places on its screen. */
const CENTER_TROUBLE: Readonly<Record<string, 'fault' | 'cabinet'>> = { 'L7 2F': 'fault', 'L4 3F': 'cabinet' };
const CENTER_FAULT = '72';

/** A few of every other project are in trouble. */
export function troubleSome(unit: Unit, seed: string): void {
  if (unit.project.isCenter) {
    const kind = CENTER_TROUBLE[unit.shortName];
    if (kind) unit.machine.trouble = kind;
    if (kind === 'fault') unit.machine.faultCode = CENTER_FAULT;
    return;
  }
  const random = seeded(`${seed}:trouble:${unit.equipmentNo}`);
  if (isFree(unit) && random.chance(0.035))
    mark(
      unit,
      random.weighted([
        ['dead', 45],
        ['cabinet', 25],
        ['fault', 30],
      ]),
      random,
    );
}

function mark(unit: Unit | undefined, kind: 'dead' | 'cabinet' | 'fault', random: Random): void {
  if (!unit) return;
  unit.machine.trouble = kind;
  if (kind === 'fault')
    unit.machine.faultCode = unit.displayType === 'EV' ? random.pick(ELEVATOR_FAULTS) : random.pick(STEP_FAULTS);
}

interface Listed {
  machine: FleetUnit;
  /** Project and kind, of the first projects only. */
  group: string | undefined;
}

/** Collects the units of the fleet as they are made, and orders them: the first move. */
export class FleetList {
  private readonly units: Listed[] = [];
  /** How many of a group have to move. */
  private readonly wanted = new Map<string, number>();

  add(unit: Unit): void {
    const isLift = unit.displayType === 'EV';
    const group = unit.isCore ? `${unit.project.projectId} ${isLift ? 'lifts' : 'steps'}` : undefined;
    if (group !== undefined)
      this.wanted.set(group, (this.wanted.get(group) ?? 0) + (isLift ? MOVING_LIFTS : MOVING_STEPS));
    const isFull = this.units.length >= MOST_FLEET_UNITS && !unit.project.isCenter;
    if (unit.cubeNo === null || unit.isReserved || isFull) return;
    this.units.push({ machine: unit.machine, group: unit.project.isCenter ? CENTER_GROUP : group });
  }

  file(seed: string, screens: readonly string[] = []): FleetFile {
    const random = seeded(`${seed}:order`);
    const movable = shuffled(
      this.units.filter(({ machine }) => !machine.isShowcase && !machine.trouble),
      random,
    );
    const showcase = this.units.filter(({ machine }) => machine.isShowcase);
    const core = this.coreOf(movable, showcase);
    const chosen = new Set(core);
    const order = [
      ...showcase,
      ...core,
      ...movable.filter((one) => !chosen.has(one)),
      ...this.units.filter(({ machine }) => machine.trouble),
    ];
    return { v: 1, seed, texts: fleetTexts(), units: order.map(({ machine }) => machine), screens: [...screens] };
  }

  /** Those that move first, all groups growing together, so that a smaller fleet is spread over the same walls. */
  private coreOf(movable: readonly Listed[], showcase: readonly Listed[]): Listed[] {
    const forWalls = [...this.wanted.values()].reduce((sum, share) => sum + Math.ceil(share), 0);
    return [...this.wanted, [CENTER_GROUP, forWalls * MOVING_FOR_CENTER] as const]
      .flatMap(([group, share]) => {
        const wanted = Math.ceil(share);
        const moving = showcase.filter((one) => one.group === group).length;
        return movable
          .filter((one) => one.group === group)
          .slice(0, Math.max(0, wanted - moving))
          .map((one, index) => ({ one, turn: (moving + index) / wanted }));
      })
      .sort((a, b) => a.turn - b.turn)
      .map(({ one }) => one);
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => [random.next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
