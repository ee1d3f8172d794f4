import { serve } from '@/lib/platform/contract/serve';
import { findBuildings } from './buildings';
import { countUnitStates, getHomeDay, getHomeWork, queryHomeBuildings } from './contract';
import { findDay } from './day';
import { countStates } from './states';
import { findWork } from './day-work';

export const services = [
  serve(countUnitStates, ({ actor }, query) => countStates(actor, query)),
  serve(getHomeDay, ({ actor, language }) => findDay(actor, language)),
  serve(getHomeWork, ({ actor }) => findWork(actor)),
  serve(queryHomeBuildings, ({ actor }, query) => findBuildings(actor, query)),
];
