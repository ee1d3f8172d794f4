import { serve } from '@/lib/platform/contract/serve';
import { exportSymptoms, getSymptom, handleSymptom, querySymptoms } from './contract';
import { findSymptom } from './detail';
import { exportRows } from './export';
import { handle } from './handle';
import { findSymptomPage } from './list';

export const services = [
  serve(querySymptoms, ({ actor, language }, query) => findSymptomPage(actor, language, query)),
  serve(exportSymptoms, (caller, filters) => exportRows(caller, filters)),
  serve(getSymptom, ({ actor, language }, { symptomId }) => findSymptom(actor, symptomId, language)),
  serve(handleSymptom, async ({ actor, language }, input) => {
    await handle(actor, input);
    return findSymptom(actor, input.symptomId, language);
  }),
];
