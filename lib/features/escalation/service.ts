import { serve } from '@/lib/platform/contract/serve';
import { acknowledgeIncident } from './acknowledge';
import { acknowledgeDuty, queryDuty } from './contract';
import { findDuty } from './duty';

export const services = [
  serve(queryDuty, ({ actor }, query) => findDuty(actor, query)),
  serve(acknowledgeDuty, ({ actor }, input) => acknowledgeIncident(actor, input)),
];
