import { serve } from '@/lib/platform/contract/serve';
import { act } from './lost-unit-actions';
import { exportOffMaintenance, followUpOff, queryOffMaintenance, resumeService, stopService } from './contract';
import { exportOff } from './export';
import { findOffPage } from './list';

export const services = [
  serve(queryOffMaintenance, ({ actor }, query) => findOffPage(actor, query)),
  serve(followUpOff, ({ actor }, input) => act(actor, 'followUp', input)),
  serve(stopService, ({ actor }, input) => act(actor, 'stop', input)),
  serve(resumeService, ({ actor }, input) => act(actor, 'resume', input)),
  serve(exportOffMaintenance, (caller, asked) => exportOff(caller, asked)),
];
