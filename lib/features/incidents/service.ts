import { acknowledgeDuty, queryDuty } from './duty-contract';
import { serve } from '@/lib/platform/contract/serve';
import { acknowledgeIncident } from './acknowledge';
import { countIncidents, queryIncidents } from './contract';
import { findDuty } from './internal/duty';
import { findCounts, findIncidents } from './find';

export const services = [
  serve(queryIncidents, ({ actor, language }, query) => findIncidents(actor, query, language)),
  serve(countIncidents, ({ actor }) => findCounts(actor)),
  serve(queryDuty, ({ actor, language }, query) => findDuty(actor, query, language)),
  serve(acknowledgeDuty, ({ actor }, input) => acknowledgeIncident(actor, input)),
];
