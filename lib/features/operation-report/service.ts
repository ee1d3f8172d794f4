import { serve } from '@/lib/platform/contract/serve';
import { exportRunCount, queryRunCount } from './contract';
import { exportReport } from './export';
import { findOperationPage } from './list';

export const services = [
  serve(queryRunCount, ({ actor }, query) => findOperationPage(actor, query)),
  serve(exportRunCount, ({ actor, language }, query) => exportReport({ actor, language }, query)),
];
