import { seeded, type Random } from '@/lib/programs/simulator/random';
import type { ElevatorUnit, EscalatorUnit, FleetUnit } from '@/lib/programs/simulator/unit';
import { makeShaft, planBuilding } from './floors';
import { papersOf, type Papers } from './papers';
import { USE_OF, type Project, type ProjectKind } from './projects';

/** The units of a project: machines, their numbers, their boxes. */

export interface Unit {
  equipmentNo: string;
  equipmentName: string;
  /** Building and number, as those say who work there. */
  shortName: string;
  buildingName: string;
  buildingCode: string;
  equipmentType: string;
  displayType: 'EV' | 'ES' | 'WW';
  productLine: string;
  project: Project;
  /** What the box and the fleet know of it. */
  machine: FleetUnit;
  cubeNo: string | null;
  governmentNo: string;
  constructionDate: Date;
  originContractNo: string;
  papers: Papers;
  /** When its box began to report; Infinity: it has none. */
  liveFrom: number;
  /** Facts of 13 months instead of 90 days. */
  isDeep: boolean;
  /** Of a project that the shown accounts see. */
  isCore: boolean;
  sapSystem: string;
  /** Null: nobody entered it. */
  latitude: number | null;
  longitude: number | null;
  /** Trips (elevators) or running hours (steps) of an ordinary day. */
  dailyUse: number;
  /** Left alone by the fleet: for boxes of the reader's own. */
  isReserved: boolean;
}

const DAY_MS = 86_400_000;
const WALK_SHARE: Partial<Record<ProjectKind, number>> = { airport: 0.4, mall: 0.08, metro: 0.06 };
const STEP_SHARE: Partial<Record<ProjectKind, number>> = {
  airport: 0.4,
  mall: 0.66,
  metro: 0.75,
  hospital: 0.2,
  hotel: 0.12,
  tower: 0.1,
  office: 0.06,
};
const DAILY_TRIPS: Record<ProjectKind, number> = {
  tower: 620,
  office: 480,
  residential: 310,
  hotel: 420,
  mall: 560,
  hospital: 700,
  metro: 380,
  airport: 520,
};
const DAILY_HOURS: Record<ProjectKind, number> = {
  tower: 12,
  office: 11,
  residential: 10,
  hotel: 14,
  mall: 14.5,
  hospital: 15,
  metro: 18.5,
  airport: 20,
};

/** Rated speed and product line that suit a rise in metres. */
function lineFor(
  kind: ProjectKind,
  rise: number,
  isFreight: boolean,
  random: Random,
): { line: string; speed: number; type: string; capacityKg: number } {
  if (isFreight) return { line: 'CARGO 200', speed: 1, type: 'YAE_OTH', capacityKg: random.pick([2000, 3000]) };
  if (kind === 'mall' && random.chance(0.3))
    return { line: 'PANO 300', speed: 1.75, type: 'YAE_ELT', capacityKg: 1350 };
  const capacityKg =
    kind === 'residential' ? random.pick([800, 1050]) : kind === 'hospital' ? 1600 : random.pick([1050, 1350, 1600]);
  // Codes and customers keep house lifts and short rises slow, however high the building.
  if (kind === 'residential' && rise > 45)
    return { line: 'VERTA 500', speed: rise > 75 ? 2.5 : 2, type: 'YAE_ELG', capacityKg };
  if (kind === 'metro' || kind === 'airport') return { line: 'VERTA 200 MRL', speed: 1, type: 'YAE_ELT', capacityKg };
  if (rise > 170) return { line: 'VERTA 900 HS', speed: random.pick([5, 6]), type: 'YAE_ELG', capacityKg: 1600 };
  if (rise > 110) return { line: 'VERTA 900 HS', speed: 4, type: 'YAE_ELG', capacityKg: 1600 };
  if (rise > 75) return { line: 'VERTA 500', speed: random.pick([2.5, 3]), type: 'YAE_ELG', capacityKg };
  if (rise > 45) return { line: 'VERTA 500', speed: random.pick([2, 2.5]), type: 'YAE_ELG', capacityKg };
  if (rise > 18)
    return { line: kind === 'residential' ? 'VERTA 200 MRL' : 'VERTA 300', speed: 1.75, type: 'YAE_ELT', capacityKg };
  return { line: 'VERTA 200 MRL', speed: random.pick([1, 1, 1.75]), type: 'YAE_ELT', capacityKg };
}

export interface UnitOptions {
  seed: string;
  now: Date;
  /** Number of the first unit of this project, 1-based over the whole fleet. */
  first: number;
  /** One of the projects that the shown accounts see: all in good order. */
  isCore: boolean;
}

export function makeUnits(project: Project, { seed, now, first, isCore }: UnitOptions): Unit[] {
  const random = seeded(`${seed}:units:${project.projectId}`);
  const buildings = project.buildings.map((name, index) => ({
    name,
    code: `${project.projectId}-${index + 1}`,
    plan: planBuilding(project.kind, random),
    count: new Map<string, number>(),
  }));
  return Array.from({ length: project.units }, (_, index): Unit => {
    const building = buildings[index % buildings.length];
    if (!building) throw new Error('a project without a building');
    const share = random.next();
    const walk = WALK_SHARE[project.kind] ?? 0;
    const displayType = project.isCenter
      ? 'ES'
      : share < walk
        ? 'WW'
        : share < walk + (STEP_SHARE[project.kind] ?? 0)
          ? 'ES'
          : 'EV';
    const number = first + index;
    const equipmentNo = String(10_500_000 + number);
    const constructionDate = new Date(now.getTime() - Math.floor(random.between(470, 5200)) * DAY_MS);
    const hasBox = project.isCenter
      ? true
      : project.boxes === 'all'
        ? !random.chance(0.012)
        : project.boxes === 'partial' && index % 2 === 0;
    // Box numbers tell year and week of making, then run on.
    const cubeNo = hasBox
      ? `EC${String(random.whole(21, 25))}${String(random.whole(1, 52)).padStart(2, '0')}${String(number).padStart(6, '0')}`
      : null;
    const count = (building.count.get(displayType) ?? 0) + 1;
    building.count.set(displayType, count);
    const made =
      displayType === 'EV' ? elevator(project, building.plan, count, random) : steps(project, displayType, random);
    const ageDays = (now.getTime() - constructionDate.getTime()) / DAY_MS;
    const dailyUse =
      (displayType === 'EV' ? DAILY_TRIPS : DAILY_HOURS)[project.kind] *
      random.between(0.65, displayType === 'EV' ? 1.35 : 1.1);
    const machine: FleetUnit = {
      ...made.machine,
      cubeNo: cubeNo ?? '',
      equipmentNo,
      use: USE_OF[project.kind],
      isShowcase: false,
      firmware: random.pick(['2.3.0', '2.4.1', '2.4.1', '2.5.0']),
      counters: lifetime(
        displayType,
        dailyUse,
        ageDays,
        made.machine.displayType === 'EV' ? undefined : made.machine.direction,
      ),
    };
    const papers = papersOf({ equipmentNo, project, constructionDate }, { isCore, seed, now: now.getTime() });
    // Boxes came with the new lifts and, over the last years, to the old ones.
    const liveFrom = cubeNo
      ? Math.max(
          constructionDate.getTime() + 30 * DAY_MS,
          now.getTime() - Math.floor(random.between(430, 1100)) * DAY_MS,
        )
      : Infinity;
    const year = constructionDate.getUTCFullYear();
    return {
      equipmentNo,
      displayType,
      project,
      machine,
      cubeNo,
      dailyUse,
      constructionDate,
      papers,
      liveFrom,
      isReserved: false,
      isDeep: false,
      isCore,
      shortName: project.isCenter ? centerNickName(index) : `${building.name}${made.label}${count}#`,
      equipmentName: `${project.projectName.replace(project.place.city.replace('市', ''), '')}${building.name}${made.label}${count}#`,
      buildingName: building.name,
      buildingCode: building.code,
      equipmentType: made.type,
      productLine: made.line,
      governmentNo: registration(made.line, displayType, project, constructionDate, number),
      originContractNo: `${project.place.short}${year}N${String(1000 + (number % 9000))}`,
      sapSystem: project.place.companyCode === 'CN10' ? 'P01' : 'P02',
      ...positionOf(project, index % buildings.length, isCore ? 0 : number),
    };
  });
}

/** Buildings of a project stand beside each other; some units were entered without a position, or with a useless one. */
function positionOf({ latitude, longitude }: Project, building: number, number: number) {
  if (number % 200 === 77) return { latitude: null, longitude: null };
  if (number % 600 === 154) return { latitude: 0, longitude: 0 };
  const aside = (degrees: number, step: number) => Math.round((degrees + building * step) * 1e6) / 1e6;
  return { latitude: aside(latitude, 0.0011), longitude: aside(longitude, 0.0013) };
}

/** Ten lines of escalators with four floors each, from the top; one more leads to the car park: `L9 3F`. */
function centerNickName(index: number): string {
  const line = 10 - Math.floor(index / 4);
  return line < 1 ? 'B1 1F' : `L${line} ${4 - (index % 4)}F`;
}

type Common = 'cubeNo' | 'equipmentNo' | 'use' | 'isShowcase' | 'firmware' | 'counters';
interface Made<M> {
  machine: Omit<M, Common>;
  line: string;
  type: string;
  label: string;
}

function elevator(
  project: Project,
  plan: ReturnType<typeof planBuilding>,
  count: number,
  random: Random,
): Made<ElevatorUnit> {
  const isFreight = count > 2 && random.chance(0.1) && project.kind !== 'residential' && project.kind !== 'metro';
  // High towers split their lifts: some serve the lower half, the fast ones only the upper.
  const isHigh = project.kind === 'tower' && plan.floors > 45;
  const isExpress = isHigh && count % 2 === 0 && !isFreight;
  const floors = isHigh && !isExpress && !isFreight ? Math.floor(plan.floors / 2) : plan.floors;
  const shaft = makeShaft({
    kind: project.kind,
    ...plan,
    floors,
    expressOver: isExpress ? Math.floor(plan.floors / 2) : 0,
  });
  const { line, speed, type, capacityKg } = lineFor(project.kind, shaft.rise, isFreight, random);
  return {
    machine: {
      displayType: 'EV',
      levels: shaft.levels,
      mainFloor: shaft.mainFloor,
      ratedSpeed: speed,
      capacityKg,
      hasArd: random.chance(0.6),
    },
    line,
    type,
    label: isFreight
      ? '货梯'
      : project.kind === 'hospital' && count % 3 === 0
        ? '医用梯'
        : line === 'PANO 300'
          ? '观光梯'
          : '客梯',
  };
}

function steps(project: Project, displayType: 'ES' | 'WW', random: Random): Made<EscalatorUnit> {
  const isTransit = project.kind === 'metro' || project.kind === 'airport';
  return {
    machine: {
      displayType,
      ratedSpeed: isTransit && displayType === 'ES' ? 0.65 : 0.5,
      idle: random.weighted([
        ['crawls', 60],
        ['runs', 25],
        ['stands', 15],
      ]),
      direction: random.pick(['Up', 'Down']),
      driveMode: random.weighted([
        ['Inverter', 70],
        ['Mains', 15],
        ['StarDelta', 15],
      ]),
      ratedPowerKw: displayType === 'WW' ? 11 : random.pick([5.5, 7.5, 9, 11]),
      ...(displayType === 'WW' ? { controllerVersion: random.chance(0.5) ? 'F6' : 'F5' } : {}),
    },
    line: displayType === 'WW' ? 'STRADA W' : isTransit ? 'STELA T' : 'STELA E',
    type: 'YAE_ESC',
    label: displayType === 'WW' ? '自动人行道' : '扶梯',
  };
}

/** Registration number of special equipment: category (4), district (6), year and month (6), running number (4). */
function registration(
  line: string,
  displayType: Unit['displayType'],
  project: Project,
  built: Date,
  number: number,
): string {
  const category =
    displayType === 'ES' ? '3310' : displayType === 'WW' ? '3320' : line.startsWith('CARGO') ? '3120' : '3110';
  return `${category}${project.district.code}${built.toISOString().slice(0, 7).replace('-', '')}${String(number % 10_000).padStart(4, '0')}`;
}

/** Counters as they stand after a life of ordinary days. */
export function lifetime(
  displayType: Unit['displayType'],
  dailyUse: number,
  days: number,
  direction?: 'Up' | 'Down',
): Record<string, number> {
  if (displayType === 'EV') {
    const trips = Math.round(dailyUse * days);
    return {
      trips,
      openings: Math.round(trips * 1.13),
      cumulativetriptime: Math.round(trips * 14.2),
      energy: Math.round((trips * 0.034 + days * 4.3) * 100) / 100,
      passengers: Math.round(trips * 1.9),
    };
  }
  const seconds = Math.round(dailyUse * 3600 * days);
  const share = (part: number) => Math.round(seconds * part);
  return {
    up: direction === 'Up' ? share(0.62) : share(0.01),
    down: direction === 'Down' ? share(0.62) : share(0.01),
    readytostart: share(0.05),
    error: share(0.004),
    crawling: share(0.22),
    autostop: share(0.09),
    passup: direction === 'Up' ? share(0.41) : 0,
    passdown: direction === 'Down' ? share(0.41) : 0,
    energy: Math.round((seconds / 3600) * 2.1 * 100) / 100,
    passengers: Math.round((seconds / 3600) * 230),
  };
}
