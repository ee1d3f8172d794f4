import templates from '@/lib/features/dictionaries/seeds/maintenance-templates.json';
import { seeded, type Random } from '@/lib/programs/simulator/random';
import { dayNumberOf, dayStart, weekdayOf } from '@/lib/platform/i18n/shanghai';
import { HOUR_MS, MINUTE_MS } from './clock';
import { person, type Person } from './people';
import type { Unit } from './units';

/** Maintenance jobs: a visit every fortnight, four of the 26 of a year larger ones (TSG T5002-2017: at least every 15 days). */

export type VisitKind = 'BI' | 'Q' | 'S' | 'A';
const CYCLE_DAYS = 14;
const VISITS_A_YEAR = 26;
const KIND_AT: Record<number, VisitKind> = { 6: 'Q', 12: 'S', 19: 'Q', 25: 'A' };
const MINUTES: Record<VisitKind, number> = { BI: 38, Q: 65, S: 95, A: 140 };
/** Visits of the next weeks are planned already. */
const AHEAD_DAYS = 35;

export interface Visit {
  jobNo: string;
  planDay: number;
  kind: VisitKind;
  maintenanceType: string;
  status: 'PLAN' | 'LOCK' | 'DONE' | 'CONFIRM';
  departAt?: number;
  /** Work on the unit, inspection mode. */
  startAt?: number;
  doneAt?: number;
  signedAt?: number;
  planned: readonly Person[];
  actual: readonly Person[];
}

export interface Crew {
  main: Person;
  mate: Person;
  stand: Person;
}

/** Who looks after a project: a technician, the mate, and whoever stands in. */
export function crewOf(projectId: string, seed: string): Crew {
  const random = seeded(`${seed}:crew:${projectId}`);
  return { main: person(random), mate: person(random), stand: person(random) };
}

export const typeOf = (unit: Unit, kind: VisitKind): string =>
  `YAE_${unit.displayType === 'EV' ? 'ELE' : 'ESC'}_${kind}`;

export function visitsOf(unit: Unit, options: { seed: string; now: number; days: number; crew: Crew }): Visit[] {
  const { now, crew } = options;
  const random = seeded(`${options.seed}:visits:${unit.equipmentNo}`);
  const today = dayNumberOf(now);
  const built = dayNumberOf(unit.constructionDate.getTime()) + 30;
  // A round has its fixed working day; the year of a unit begins with its acceptance.
  let first = built + ((random.whole(1, 5) - weekdayOf(built) + 7) % 7);
  if (random.chance(0.5)) first += 7;
  const ended = unit.papers.off && unit.papers.off.state !== 'RENEWED' ? unit.papers.off.offDay : Infinity;
  const from = Math.max(0, Math.ceil((today - options.days - first) / CYCLE_DAYS));
  const visits: Visit[] = [];
  const number = unit.equipmentNo.slice(-6);
  for (let index = from; first + index * CYCLE_DAYS <= today + AHEAD_DAYS; index += 1) {
    const planDay = first + index * CYCLE_DAYS;
    if (planDay >= ended) break;
    const kind = KIND_AT[index % VISITS_A_YEAR] ?? 'BI';
    visits.push(
      visit(
        {
          jobNo: `8${number}${String(index % 1000).padStart(3, '0')}`,
          planDay,
          kind,
          maintenanceType: typeOf(unit, kind),
        },
        { random, now, today, crew },
      ),
    );
  }
  return visits;
}

function visit(
  base: Pick<Visit, 'jobNo' | 'planDay' | 'kind' | 'maintenanceType'>,
  { random, now, today, crew }: { random: Random; now: number; today: number; crew: Crew },
): Visit {
  const planned = base.kind === 'BI' ? [crew.main] : [crew.main, crew.mate];
  // The draws are made for every visit, so that none depends on how far the others have come.
  const late = random.weighted([
    [0, 93],
    [1, 4],
    [2, 3],
  ] as const);
  const startAt = dayStart(base.planDay + late) + Math.round(random.between(8.5, 16) * HOUR_MS);
  const doneAt =
    startAt + Math.round(Math.max(20, random.normal(MINUTES[base.kind], MINUTES[base.kind] * 0.2)) * MINUTE_MS);
  const departAt = startAt - Math.round(random.between(15, 45) * MINUTE_MS);
  const actual = random.chance(0.08) ? [crew.stand, ...planned.slice(1)] : planned;
  const isForgotten = random.chance(0.006) && today - base.planDay < 20;
  const signedAt = doneAt + Math.round(random.between(0.1, 40) * HOUR_MS);
  const isUnsigned = random.chance(0.04) && today - base.planDay < 60;
  if (departAt > now || isForgotten)
    return { ...base, status: base.planDay === today && random.chance(0.2) ? 'LOCK' : 'PLAN', planned, actual: [] };
  if (doneAt > now) return { ...base, status: 'LOCK', departAt, planned, actual: [] };
  if (isUnsigned || signedAt > now) return { ...base, status: 'DONE', departAt, startAt, doneAt, planned, actual };
  return { ...base, status: 'CONFIRM', departAt, startAt, doneAt, signedAt, planned, actual };
}

const ITEMS = new Map<string, (readonly [string, string])[]>();
for (const { maintenanceType, displayType, item, requirement } of templates) {
  const name = `${displayType} ${maintenanceType}`;
  ITEMS.set(name, [...(ITEMS.get(name) ?? []), [item, requirement]]);
}

/** Check items of a visit: those of the templates that every installation has. */
export function itemsOf(displayType: 'EV' | 'ES' | 'WW', kind: VisitKind): readonly (readonly [string, string])[] {
  const type = `YAE_${displayType === 'EV' ? 'ELE' : 'ESC'}_${kind}`;
  return ITEMS.get(`${displayType} ${type}`) ?? [];
}
