import { defineList, textFilter } from '@/components/kit/list/list-query';
import { CAMERA_SORT_FIELDS, queryCameras } from '@/lib/features/cameras/contract';
import { PLATFORMS, VIDEO_STATES } from '@/lib/features/cameras/value-sets';

/** Which camera looks into which unit (silent-screens A7). */
export const cameraList = defineList({
  name: 'cameras',
  rowKey: 'cameraId',
  operation: queryCameras,
  filters: {
    key: textFilter(),
    deviceId: textFilter(),
    platform: textFilter(),
    status: textFilter(),
    branchCode: textFilter(),
  },
  sortFields: CAMERA_SORT_FIELDS,
  choices: { platform: ['', ...PLATFORMS], status: ['', ...VIDEO_STATES] },
  lists: ['branchCode'],
  // A camera comes and goes by itself.
  refreshMs: 10_000,
});
