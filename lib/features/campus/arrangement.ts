import type { StatusEntry } from '@/lib/features/equipment/contract';
import { conditionOf, unitState } from '@/lib/live/units/condition';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { ERROR_STATUS } from '@/lib/live/units/value-sets';
import { NEEDS } from './needs-care';
import type { CareNeed } from './needs-care';
import type { WallOrder } from './value-sets';

/** How the tiles of a page are put in groups and in order (readings 146). Pure: no clock, no I/O, no words. */

/** `normal` is said of a unit that was looked at, is connected and fresh only (readings 122); `unknown` of what nobody can say. */
export type UnitClass = CareNeed | 'normal' | 'unknown' | 'notInstalled';

/** The class of a unit by what the status call and its live values say. @param status undefined: not read yet @param now epoch ms of the server */
export function classOf(
  status: StatusEntry | undefined,
  live: LiveStatus,
  isStreaming: boolean,
  now?: number,
): UnitClass {
  const condition = conditionOf(status, live, isStreaming, now);
  const state = unitState(condition);
  if (status === undefined && (state === 'offline' || state === 'online')) return 'unknown';
  if (state !== 'online') return state;
  if (condition.isHeld) return 'held';
  return condition.isFresh && status?.errorStatus === ERROR_STATUS.normal ? 'normal' : 'unknown';
}

/** Place of a class in "worst first": all that need nothing are equal, so that coming and going of news moves no tile. */
export function rankOf(unitClass: UnitClass | undefined): number {
  const rank = NEEDS.findIndex((need) => need === unitClass);
  return rank === -1 ? NEEDS.length : rank;
}

/** Units in the order asked for. By position: as they were given. @param classes of each unit by its number */
export function inOrder<T extends { readonly equipmentNo: string; readonly position: number }>(
  units: readonly T[],
  order: WallOrder,
  classes: ReadonlyMap<string, UnitClass>,
): readonly T[] {
  if (order === 'position') return units;
  const rank = ({ equipmentNo }: T) => rankOf(classes.get(equipmentNo));
  return [...units].sort((a, b) => rank(a) - rank(b) || a.position - b.position);
}

/** A project of the units on a page of the wall. */
export interface WallProject {
  readonly projectId: string;
  readonly projectName: string;
  /** Its units on the whole wall; null where only the page is known. */
  readonly total: number | null;
  /** Its units on this page. */
  readonly equipmentNos: readonly string[];
}

export interface WallGroup<T> {
  /** undefined: units of no project that the user sees. */
  readonly project: WallProject | undefined;
  readonly units: readonly T[];
}

/** Units by project, the groups in the order of their first unit: worst first, the project with the worst unit stands first. */
export function groupsOf<T extends { readonly equipmentNo: string }>(
  ordered: readonly T[],
  projects: readonly WallProject[],
): WallGroup<T>[] {
  const projectOf = new Map(projects.flatMap((project) => project.equipmentNos.map((no) => [no, project] as const)));
  const groups = new Map<WallProject | undefined, T[]>();
  for (const unit of ordered) {
    const project = projectOf.get(unit.equipmentNo);
    const held = groups.get(project);
    if (held) held.push(unit);
    else groups.set(project, [unit]);
  }
  return [...groups].map(([project, units]) => ({ project, units }));
}

interface GroupHead {
  /** Units of the group on the whole wall, as far as that is known; else on this page. */
  readonly count: number;
  /** Units on this page where they are fewer than `count`, or where nobody knows how many there are in all. */
  readonly onPage: number | undefined;
  /** How many are in each state that is said, worst first; link lost and offline are one word. */
  readonly states: readonly {
    readonly state: 'trapped' | 'fault' | 'disconnected' | 'offline' | 'unknown';
    readonly count: number;
  }[];
  /** Every unit of the project stands here, was looked at, is connected and fresh, and none has anything (readings 122). */
  readonly isAllNormal: boolean;
}

const SAID: Readonly<Record<Exclude<UnitClass, 'normal'>, GroupHead['states'][number]['state']>> = {
  trapped: 'trapped',
  fault: 'fault',
  disconnected: 'disconnected',
  held: 'offline',
  offline: 'offline',
  unknown: 'unknown',
  notInstalled: 'unknown',
};
const SAID_ORDER = ['trapped', 'fault', 'disconnected', 'offline', 'unknown'] as const;

/** What the heading of a group may say. */
export function headOf<T extends { readonly equipmentNo: string }>(
  { project, units }: WallGroup<T>,
  classes: ReadonlyMap<string, UnitClass>,
): GroupHead {
  const total = project ? project.total : units.length;
  const counts = new Map<string, number>();
  for (const { equipmentNo } of units) {
    const unitClass = classes.get(equipmentNo) ?? 'unknown';
    if (unitClass === 'normal') continue;
    counts.set(SAID[unitClass], (counts.get(SAID[unitClass]) ?? 0) + 1);
  }
  const isWhole = total !== null && total <= units.length;
  return {
    count: total ?? units.length,
    onPage: isWhole ? undefined : units.length,
    states: SAID_ORDER.flatMap((state) => {
      const count = counts.get(state);
      return count === undefined ? [] : [{ state, count }];
    }),
    isAllNormal: isWhole && units.length > 0 && counts.size === 0,
  };
}

/** As much of the start of a name as the project says too: projects are often named with their city in front. */
function saidByProject(name: string, projectName: string): number {
  let length = Math.min(name.length, projectName.length);
  while (length >= FEWEST_SAID && !projectName.includes(name.slice(0, length))) length -= 1;
  return length >= FEWEST_SAID ? length : 0;
}
/** Fewer letters in common are chance. */
const FEWEST_SAID = 3;

/** The rest of a unit's name below a heading that says the project; the whole name where it begins with nothing of it. */
export function nameInProject(name: string, projectName: string | undefined): string {
  if (projectName === undefined) return name;
  return name.slice(saidByProject(name, projectName)).replace(/^[\s·\-–—_,\uff0c]+/u, '') || name;
}
