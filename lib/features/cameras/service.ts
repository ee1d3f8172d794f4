import { serve } from '@/lib/platform/contract/serve';
import {
  closeVideo,
  deleteCamera,
  downloadRecord,
  exportCameras,
  getVideoUrl,
  queryCameras,
  queryVideoRecords,
  resetCameraKey,
  saveCamera,
  startVideo,
} from './contract';
import { exportRows } from './export';
import { findCameraPage } from './list';
import { deleteOne, newKey, saveOne } from './save';
import { closeStreams, findRecords, findVideoUrl, openDownload, openStream } from './watch';

export const services = [
  serve(getVideoUrl, ({ actor }, asked) => findVideoUrl(actor, asked)),
  serve(startVideo, ({ actor }, asked) => openStream(actor, asked)),
  serve(closeVideo, ({ actor }, { clientId }) => closeStreams(actor, clientId)),
  serve(downloadRecord, ({ actor }, asked) => openDownload(actor, asked)),
  serve(queryVideoRecords, ({ actor }, asked) => findRecords(actor, asked)),
  serve(queryCameras, ({ actor }, query) => findCameraPage(actor, query)),
  serve(saveCamera, ({ actor }, form) => saveOne(actor, form)),
  serve(deleteCamera, (_, { cameraId }) => deleteOne(cameraId)),
  serve(resetCameraKey, ({ actor }, { cameraId }) => newKey(actor, cameraId)),
  serve(exportCameras, (caller, asked) => exportRows(caller, asked)),
];
