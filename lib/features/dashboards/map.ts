import { unhealthyUnits } from '@/lib/live/scope/shown-calls';
import { readAreas } from '@/lib/features/map/internal/map-areas';
import { readBuildings } from '@/lib/features/map/internal/map-buildings';
import { inArea, shownOnMap, type ShownOnMap } from '@/lib/features/map/internal/places';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import type { getDashboardMap } from './contract';
import { narrow } from './narrow';
import { madeAt, shared } from './read';

/** The units of a dashboard on the map, as the national map counts them (silent-screens D1, D2, D5). */

type Found = OutputOf<typeof getDashboardMap>;
type Place = Pick<ParsedOf<typeof getDashboardMap>, 'level' | 'parentArea' | 'area'>;

/** As on the national map, where somebody may be trapped. */
const SHARED_MS = 5000;
const BUILDINGS = 3;

async function readPlace(shown: ShownOnMap, { level, parentArea, area }: Place, now: number): Promise<Found> {
  const asOf = madeAt(now);
  if (level !== BUILDINGS) return { asOf, ...(await readAreas(shown, level, parentArea)), buildings: [] };
  const where = area === undefined ? inArea(1, parentArea ?? '', undefined) : inArea(2, area, parentArea);
  return { asOf, areas: [], unlocated: null, buildings: await readBuildings(shown, where) };
}

/** @throws as `narrow` */
export async function findMap(actor: Actor, asked: ParsedOf<typeof getDashboardMap>, now = Date.now()): Promise<Found> {
  const narrowed = await narrow(actor, asked);
  const shown = {
    ...(await shownOnMap(narrowed.actor, narrowed.units)),
    ...(asked.view === 'ka' && narrowed.projectIds
      ? { keyAccounts: { unhealthy: unhealthyUnits(narrowed, now), projectIds: narrowed.projectIds } }
      : {}),
  };
  const { level, parentArea, area } = asked;
  const { readsCallbacks, readsIncidents } = shown;
  const question = {
    isOfKeyAccounts: shown.keyAccounts !== undefined,
    level,
    parentArea,
    area,
    readsCallbacks,
    readsIncidents,
  };
  return shared(narrowed, 'getDashboardMap', question, SHARED_MS, () => readPlace(shown, asked, now));
}
