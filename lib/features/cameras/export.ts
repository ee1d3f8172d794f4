import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet } from '@/lib/platform/list/export-sheet';
import type { ExportCaller } from '@/lib/platform/list/export-sheet';
import type { CameraRow, exportCameras } from './contract';
import { cameras, cameraWhere, orderOf, toCameraRows } from './list';

/** The list as a workbook (silent-screens A7). @throws what `exportSheet` throws */
export function exportRows(caller: ExportCaller, asked: ParsedOf<typeof exportCameras>): Promise<FileAnswer> {
  const { actor } = caller;
  return exportSheet<CameraRow>(caller, {
    route: 'cameralist',
    namespace: 'cameras',
    name: 'camera',
    columns: ({ field, option, own, text }) => [
      field('equipmentNo'),
      field('equipmentName', 32),
      field('buildingName', 28),
      field('branchName', 24),
      option('platform'),
      option('source'),
      field('deviceId', 24),
      field('channelId', 8),
      option('position'),
      field('streamType', 10),
      field('protoType', 10),
      field('encryptMode', 10),
      own('enabled', ({ enabled }) => text(`enabled.${enabled ? 'yes' : 'no'}`), 10),
      own('recorded', ({ recorded }) => text(`recorded.${recorded ? 'yes' : 'no'}`), 10),
      option('video_status', 10, 'status'),
      field('lastOnlineDate', 20),
      field('remark', 32),
      field('updateBy'),
      field('updateDate', 20),
    ],
    read: async () => {
      const where = cameraWhere(actor, asked);
      return {
        total: await cameras.count(where),
        rows: cameras.all(orderOf(asked), where, (rows) => toCameraRows(actor, rows)),
      };
    },
  });
}
