import type { Actor } from '@/lib/platform/contract/actor';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { sharedFigures } from '@/lib/platform/db/shared-counts';
import type { listMapAreas, MapAreas } from './contract';
import { readAreas } from './internal/map-areas';
import { shownOnMap } from './internal/places';

/** Who asks within it shares the answer. */
const SHARED_MS = 5000;

export async function findAreas(actor: Actor, { level, parentArea }: ParsedOf<typeof listMapAreas>): Promise<MapAreas> {
  const shown = await shownOnMap(actor);
  const asked = { ...shown.key, level, parentArea: parentArea ?? null };
  return sharedFigures(actor, 'listMapAreas', asked, SHARED_MS, () => readAreas(shown, level, parentArea));
}
