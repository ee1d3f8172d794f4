import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import type { EdgeCubeRow, exportCubes as exportOperation } from './contract';
import { countCubes, cubeConditions, exportedCubes } from './list';

/** The register as a workbook. @throws what `exportSheet` throws */
export function exportCubes(caller: ExportCaller, asked: ParsedOf<typeof exportOperation>): Promise<FileAnswer> {
  return exportSheet<EdgeCubeRow>(caller, {
    route: 'gateway',
    namespace: 'gateways',
    name: 'gateway',
    columns: ({ field, option, own, text }) => [
      field('cubeNo', 20),
      field('equipmentNo'),
      field('equipmentName', 32),
      field('buildingName', 20),
      field('branchName', 20),
      field('model', 12),
      field('fwVersion', 10),
      field('signal', 10),
      field('iccid', 22),
      own('controllerConnected', ({ controllerConnected: is }) =>
        is === null ? null : text(`controller.${is ? 'yes' : 'no'}`),
      ),
      option('onlineStatus'),
      field('lastDataAt', 20),
      field('bindDate', 20),
      option('bindState'),
      own('enabled', ({ enabled }) => text(`enabled.${enabled ? 'yes' : 'no'}`), 8),
      field('remark', 28),
      field('createDate', 20),
    ],
    read: async () => ({
      total: await countCubes(cubeConditions(caller.actor, asked)),
      rows: exportedCubes(caller.actor, asked),
    }),
  });
}
