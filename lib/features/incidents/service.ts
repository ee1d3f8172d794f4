import { serve } from '@/lib/platform/contract/serve';
import { countIncidents, queryIncidents } from './contract';
import { findCounts, findIncidents } from './find';

export const services = [
  serve(queryIncidents, ({ actor, language }, query) => findIncidents(actor, query, language)),
  serve(countIncidents, ({ actor }) => findCounts(actor)),
];
