import { serve } from '@/lib/platform/contract/serve';
import { exportErrorInspection, getErrorInspection, inspectError, queryErrorInspection } from './contract';
import { findEpisode } from './detail';
import { exportRows } from './export';
import { inspect } from './inspect';
import { findEpisodePage } from './list';

export const services = [
  serve(queryErrorInspection, ({ actor, language }, query) => findEpisodePage(actor, query, language)),
  serve(exportErrorInspection, (caller, filters) => exportRows(caller, filters)),
  serve(getErrorInspection, ({ actor, language }, { errorId }) => findEpisode(actor, errorId, language)),
  serve(inspectError, ({ actor }, input) => inspect(actor, input)),
];
