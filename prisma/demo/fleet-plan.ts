import { seeded, type Random } from '@/lib/simulator/random';
import type { FleetFile, FleetUnit } from '@/lib/simulator/unit';
import { fleetTexts } from './codes';
import type { Unit } from './units';

/** Which units are shown first, which are kept for the reader's own boxes, and which are in trouble. */

/** Larger fleets would only make a long list of units that report once in a while. */
const MOST_FLEET_UNITS = 5000;
const ELEVATOR_FAULTS = ['5', '12', '17', '20', '36'] as const;
const STEP_FAULTS = ['71', '73', '78'] as const;
const RESERVED_ELEVATORS = 4;
const SHOWCASE_ELEVATORS = 3;
/** So many units of the home branch move before those of the others. */
const HOME_FIRST = 34;
const HOME = '3101';

export interface CorePlan {
  reserved: Unit[];
  showcase: Unit[];
}

const isFree = (unit: Unit) => unit.cubeNo !== null && !unit.machine.isShowcase && !unit.isReserved && !unit.machine.trouble;

/**
 * Marks the units of the first projects, which the shown accounts see. Every kind of trouble occurs in the home branch.
 * @param elite projects of customerElite: their units stay sound
 */
export function planCore(units: readonly Unit[], elite: ReadonlySet<string>, seed: string): CorePlan {
  const boxed = units.filter(({ cubeNo }) => cubeNo !== null);
  const ofElite = boxed.filter((unit) => elite.has(unit.project.projectId));
  // Fast lifts with many floors show most: the tower's first, then one of another building.
  const lifts = ofElite.filter(({ displayType }) => displayType === 'EV').sort((a, b) => b.machine.ratedSpeed - a.machine.ratedSpeed || a.equipmentNo.localeCompare(b.equipmentNo));
  const others = lifts.filter(({ project }) => project.kind !== 'tower');
  const showcase = [...lifts.slice(0, 1), ...others.slice(0, SHOWCASE_ELEVATORS - 1)];
  for (const unit of [...showcase, ...ofElite.filter(({ displayType }) => displayType !== 'EV').slice(0, 1)]) unit.machine.isShowcase = true;

  const reserved = [
    ...lifts.filter(isFree).slice(-RESERVED_ELEVATORS),
    ...ofElite.filter((unit) => unit.displayType === 'ES' && isFree(unit)).slice(-1),
    ...boxed.filter((unit) => unit.displayType === 'WW' && isFree(unit)).sort((a, b) => Number(elite.has(b.project.projectId)) - Number(elite.has(a.project.projectId))).slice(0, 1),
  ];
  for (const unit of reserved) unit.isReserved = true;
  if (showcase.length < SHOWCASE_ELEVATORS || reserved.length < RESERVED_ELEVATORS + 2) throw new Error('the demo data have too few units for the showcase; choose another DEMO_SEED');

  const random = seeded(`${seed}:fleet`);
  const near = boxed.filter((unit) => isFree(unit) && !elite.has(unit.project.projectId));
  (['dead', 'cabinet', 'fault'] as const).forEach((kind, index) => mark(near[index * 4 + 2], kind, random));
  return { reserved, showcase };
}

/** A few of every other project are in trouble. */
export function troubleSome(unit: Unit, seed: string): void {
  const random = seeded(`${seed}:trouble:${unit.equipmentNo}`);
  if (isFree(unit) && random.chance(0.035)) mark(unit, random.weighted([['dead', 45], ['cabinet', 25], ['fault', 30]]), random);
}

function mark(unit: Unit | undefined, kind: 'dead' | 'cabinet' | 'fault', random: Random): void {
  if (!unit) return;
  unit.machine.trouble = kind;
  if (kind === 'fault') unit.machine.faultCode = unit.displayType === 'EV' ? random.pick(ELEVATOR_FAULTS) : random.pick(STEP_FAULTS);
}

/** Collects the units of the fleet as they are made, and orders them: the first move. */
export class FleetList {
  private readonly units: { machine: FleetUnit; isHome: boolean }[] = [];

  add(unit: Unit): void {
    if (unit.cubeNo === null || unit.isReserved || this.units.length >= MOST_FLEET_UNITS) return;
    this.units.push({ machine: unit.machine, isHome: unit.project.place.branchCode === HOME });
  }

  file(seed: string): FleetFile {
    const random = seeded(`${seed}:order`);
    const movable = shuffled(this.units.filter(({ machine }) => !machine.isShowcase && !machine.trouble), random);
    const home = movable.filter(({ isHome }) => isHome).slice(0, HOME_FIRST);
    const chosen = new Set(home);
    const order = [...this.units.filter(({ machine }) => machine.isShowcase), ...home, ...movable.filter((one) => !chosen.has(one)), ...this.units.filter(({ machine }) => machine.trouble)];
    return { v: 1, seed, texts: fleetTexts(), units: order.map(({ machine }) => machine) };
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items.map((item) => [random.next(), item] as const).sort(([a], [b]) => a - b).map(([, item]) => item);
}
