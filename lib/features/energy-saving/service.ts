import { serve } from '@/lib/platform/contract/serve';
import {
  exportEnergySaving,
  getEnergyDaily,
  getEnergySummary,
  queryEnergySaving,
  saveEnergyParameter,
} from './contract';
import { findDays } from './daily';
import { exportRows } from './export';
import { findEnergyPage, findSummary } from './list';
import { saveParameter } from './save';

export const services = [
  serve(queryEnergySaving, ({ actor }, query) => findEnergyPage(actor, query)),
  serve(getEnergySummary, ({ actor }, query) => findSummary(actor, query)),
  serve(getEnergyDaily, ({ actor }, query) => findDays(actor, query)),
  serve(saveEnergyParameter, ({ actor }, input) => saveParameter(actor, input)),
  serve(exportEnergySaving, ({ actor, language }, query) => exportRows({ actor, language }, query)),
];
