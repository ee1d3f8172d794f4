import type { Random } from '@/lib/programs/simulator/random';
import type { UnitLevel } from '@/lib/programs/simulator/unit';
import type { ProjectKind } from './projects';

/** Landings of a shaft: labels as they stand beside the doors, heights in metres above the lowest landing. */

/** How a building counts its floors. Many leave out 4, 13 and 14; some write 12A for 13. */
export type Numbering = 'plain' | 'no-4' | 'no-4-13-14' | '12A';

const STOREY: Record<ProjectKind, number> = {
  tower: 4.2,
  office: 4.0,
  residential: 2.95,
  hotel: 3.4,
  mall: 5.4,
  hospital: 4.1,
  metro: 6.2,
  airport: 6.5,
};
const LOBBY: Record<ProjectKind, number> = {
  tower: 6.5,
  office: 5.2,
  residential: 4.2,
  hotel: 5.4,
  mall: 5.8,
  hospital: 5.0,
  metro: 6.2,
  airport: 7.5,
};

/** Labels of `count` floors from the entrance floor upwards. */
export function upperLabels(count: number, numbering: Numbering): string[] {
  const labels: string[] = [];
  for (let floor = 1; labels.length < count; floor += 1) {
    const ends = String(floor);
    if (numbering === '12A' && floor === 13) labels.push('12A');
    else if (numbering === '12A' && (floor === 4 || floor === 14)) labels.push(floor === 4 ? '3A' : '15A');
    else if (numbering !== 'plain' && floor % 10 === 4) continue;
    else if (numbering === 'no-4-13-14' && floor === 13) continue;
    else labels.push(ends);
  }
  return labels;
}

export interface Shaft {
  levels: UnitLevel[];
  /** Physical number of the entrance floor. */
  mainFloor: number;
  /** Metres between the lowest and the highest landing. */
  rise: number;
}

export interface ShaftPlan {
  kind: ProjectKind;
  basements: number;
  /** Floors from the entrance upwards. */
  floors: number;
  numbering: Numbering;
  /** An express lift passes this many floors above the entrance without landings. */
  expressOver?: number;
}

export function makeShaft({ kind, basements, floors, numbering, expressOver = 0 }: ShaftPlan): Shaft {
  const labels = upperLabels(floors, numbering);
  const entrance = basements * 3.9;
  const below = Array.from({ length: basements }, (_, index) => ({
    label: `B${basements - index}`,
    height: index * 3.9,
  }));
  const above = labels
    .map((label, index) => ({
      label,
      height: entrance + (index === 0 ? 0 : LOBBY[kind] + (index - 1) * STOREY[kind]),
      index,
    }))
    .filter(({ index }) => index <= 1 || index > expressOver);
  const levels = [...below, ...above].map(({ label, height }, index) => ({
    physical: index + 1,
    label,
    height: Math.round(height * 100) / 100,
  }));
  return { levels, mainFloor: basements + 1, rise: levels.at(-1)?.height ?? 0 };
}

const FLOORS: Record<ProjectKind, readonly [number, number]> = {
  tower: [38, 66],
  office: [10, 30],
  residential: [11, 33],
  hotel: [9, 28],
  mall: [5, 8],
  hospital: [5, 21],
  metro: [2, 3],
  airport: [3, 5],
};

/** Floors, basements and numbering of one building; all its lifts share them. */
export function planBuilding(
  kind: ProjectKind,
  random: Random,
): { floors: number; basements: number; numbering: Numbering } {
  const [low, high] = FLOORS[kind];
  const basements = kind === 'residential' ? random.whole(1, 2) : kind === 'metro' ? 1 : random.whole(1, 3);
  const numbering =
    kind === 'metro' || kind === 'airport'
      ? 'plain'
      : random.weighted<Numbering>([
          ['plain', 35],
          ['no-4', 20],
          ['no-4-13-14', 25],
          ['12A', 20],
        ]);
  return { floors: random.whole(low, high), basements, numbering };
}
