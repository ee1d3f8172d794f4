import { serve } from '@/lib/platform/contract/serve';
import { deletePushDevice, listPushDevices, queryPushLog, savePushDevice } from './contract';
import { deleteDevice, findDevices, saveDevice } from './devices';
import { findPushLogPage } from './log';

export const services = [
  serve(listPushDevices, ({ actor }) => findDevices(actor)),
  serve(savePushDevice, ({ actor, language }, form) => saveDevice(actor, form, language)),
  serve(deletePushDevice, ({ actor }, { deviceId }) => deleteDevice(actor, deviceId)),
  serve(queryPushLog, ({ actor, language }, query) => findPushLogPage(actor, query, language)),
];
