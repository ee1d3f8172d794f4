import { serve } from '@/lib/platform/contract/serve';
import { findAreas } from './areas';
import { findBuildings } from './buildings';
import { listMapAreas, listMapBuildings, listUnlocated } from './contract';
import { findUnlocated } from './unlocated';

export const services = [
  serve(listMapAreas, ({ actor }, query) => findAreas(actor, query)),
  serve(listMapBuildings, ({ actor }, query) => findBuildings(actor, query)),
  serve(listUnlocated, ({ actor }, query) => findUnlocated(actor, query)),
];
