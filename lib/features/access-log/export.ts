import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { AccessLogRow, exportAccessLog } from './contract';
import { accessLogWhere, exportedLines } from './list';

/** The audit log as a workbook. @throws what `exportSheet` and `accessLogWhere` throw */
export function exportLines(caller: ExportCaller, asked: ParsedOf<typeof exportAccessLog>): Promise<FileAnswer> {
  return exportSheet<AccessLogRow>(caller, {
    route: 'apiaccesslog',
    namespace: 'accessLog',
    name: 'apiAccessLog',
    columns: ({ field, option }) => [
      field('createDate', 20),
      field('username'),
      field('nickName', 20),
      option('userType'),
      field('ip'),
      field('module'),
      option('action'),
      field('objectId'),
      field('method', 8),
      field('path', 36),
      field('code', 8),
      field('durationMs', 10),
      field('client', 10),
      field('requestId', 38),
    ],
    read: async () => {
      const { where } = await accessLogWhere(caller.actor, asked);
      return {
        total: await db().apiAccessLog.count({ where }),
        rows: exportedLines(where, asked, await shownTime(caller.actor)),
      };
    },
  });
}
