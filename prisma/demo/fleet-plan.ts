import { seeded, type Random } from '@/lib/simulator/random';
import type { FleetFile, FleetUnit } from '@/lib/simulator/unit';
import { eliteProjects } from './accounts';
import { fleetTexts } from './codes';
import type { Project } from './projects';
import type { Unit } from './units';

/** Which units are shown first, which are kept for the reader's own boxes, and which are in trouble. */

/** Larger fleets would only make a long list of units that report once in a while. */
const MOST_FLEET_UNITS = 5000;
const ELEVATOR_FAULTS = ['5', '12', '17', '20', '36'] as const;
const STEP_FAULTS = ['71', '73', '78'] as const;
const RESERVED_ELEVATORS = 4;
const SHOWCASE_ELEVATORS = 3;

export interface FleetPlan {
  /** In the order of the fleet file: those that move first. */
  order: Unit[];
  reserved: Unit[];
  showcase: Unit[];
}

/** Marks the units and says in which order they move. Every online status occurs in the home branch. */
export function planFleet(units: readonly Unit[], projects: readonly Project[], seed: string): FleetPlan {
  const random = seeded(`${seed}:fleet`);
  const elite = new Set(eliteProjects(projects));
  const boxed = units.filter(({ cubeNo }) => cubeNo !== null);
  const free = (unit: Unit) => !unit.machine.isShowcase && !unit.isReserved && !unit.machine.trouble;
  const ofElite = boxed.filter((unit) => elite.has(unit.project.projectId));
  // Fast lifts with many floors show most: the tower's first, then one of another building.
  const lifts = ofElite.filter(({ displayType }) => displayType === 'EV').sort((a, b) => b.machine.ratedSpeed - a.machine.ratedSpeed || a.equipmentNo.localeCompare(b.equipmentNo));
  const others = lifts.filter(({ project }) => project.kind !== 'tower');
  const showcase = [...lifts.slice(0, 1), ...others.slice(0, SHOWCASE_ELEVATORS - 1)];
  for (const unit of [...showcase, ...ofElite.filter(({ displayType }) => displayType !== 'EV').slice(0, 1)]) unit.machine.isShowcase = true;

  const reserved = [
    ...lifts.filter(free).slice(-RESERVED_ELEVATORS),
    ...ofElite.filter((unit) => unit.displayType === 'ES' && free(unit)).slice(-1),
    ...boxed.filter((unit) => unit.displayType === 'WW' && free(unit)).sort((a, b) => Number(elite.has(b.project.projectId)) - Number(elite.has(a.project.projectId))).slice(0, 1),
  ];
  for (const unit of reserved) unit.isReserved = true;
  if (showcase.length < SHOWCASE_ELEVATORS || reserved.length < RESERVED_ELEVATORS + 2) throw new Error('the demo data have too few units for the showcase; choose another DEMO_SEED');

  trouble(boxed.filter(free), elite, random);
  const movable = shuffled(boxed.filter((unit) => free(unit)), random);
  const home = movable.filter(({ project }) => project.place.branchCode === '3101').slice(0, 34);
  const chosen = new Set(home);
  const inTrouble = boxed.filter(({ machine }) => machine.trouble);
  const order = [...boxed.filter(({ machine }) => machine.isShowcase), ...home, ...movable.filter((unit) => !chosen.has(unit)), ...inTrouble];
  return { order, reserved, showcase };
}

function trouble(units: readonly Unit[], elite: ReadonlySet<string>, random: Random): void {
  const kinds = ['dead', 'cabinet', 'fault'] as const;
  // One of each where the home branch and its customers see them; elite's own units stay sound.
  const near = units.filter(({ project }) => project.place.branchCode === '3101' && !elite.has(project.projectId));
  kinds.forEach((kind, index) => mark(near[index * 7 + 2], kind, random));
  for (const unit of units) {
    if (elite.has(unit.project.projectId) || unit.machine.trouble || !random.chance(0.035)) continue;
    mark(unit, random.weighted([['dead', 45], ['cabinet', 25], ['fault', 30]]), random);
  }
}

function mark(unit: Unit | undefined, kind: 'dead' | 'cabinet' | 'fault', random: Random): void {
  if (!unit) return;
  unit.machine.trouble = kind;
  if (kind === 'fault') unit.machine.faultCode = unit.displayType === 'EV' ? random.pick(ELEVATOR_FAULTS) : random.pick(STEP_FAULTS);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items.map((item) => [random.next(), item] as const).sort(([a], [b]) => a - b).map(([, item]) => item);
}

export function fleetFile(plan: FleetPlan, seed: string): FleetFile {
  const units: FleetUnit[] = plan.order.slice(0, MOST_FLEET_UNITS).map(({ machine }) => machine);
  return { v: 1, seed, texts: fleetTexts(), units };
}
