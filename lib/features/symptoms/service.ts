import { serve } from '@/lib/platform/contract/serve';
import { querySymptoms } from './contract';
import { findSymptomPage } from './list';

export const symptomServices = [serve(querySymptoms, ({ actor }, query) => findSymptomPage(actor, query))];
