import { serve } from '@/lib/platform/contract/serve';
import { exportRunCount, getRunDaily, queryRunCount } from './contract';
import { findRunDays } from './daily';
import { exportReport } from './export';
import { findOperationPage } from './list';

export const services = [
  serve(queryRunCount, ({ actor }, query) => findOperationPage(actor, query)),
  serve(getRunDaily, ({ actor }, query) => findRunDays(actor, query)),
  serve(exportRunCount, ({ actor, language }, query) => exportReport({ actor, language }, query)),
];
