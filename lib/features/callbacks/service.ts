import { serve } from '@/lib/platform/contract/serve';
import {
  createCallback,
  exportCallbacks,
  getCallback,
  listCallbackStatus,
  listTechnicians,
  moveCallback,
  queryCallbacks,
} from './contract';
import { create } from './internal/create';
import { findCallback, findHistory } from './detail';
import { exportRows } from './export';
import { findCallbackPage } from './list';
import { move } from './internal/move';
import { findTechnicians } from './internal/technicians';

export const services = [
  serve(queryCallbacks, ({ actor, language }, query) => findCallbackPage(actor, query, language)),
  serve(exportCallbacks, exportRows),
  serve(getCallback, ({ actor, language }, { callbackId }) => findCallback(actor, callbackId, language)),
  serve(listCallbackStatus, ({ actor }, { callbackId }) => findHistory(actor, callbackId)),
  serve(createCallback, ({ actor }, input) => create(actor, input)),
  serve(moveCallback, ({ actor, language }, input) => move(actor, input, language)),
  serve(listTechnicians, ({ actor }, input) => findTechnicians(actor, input)),
];
