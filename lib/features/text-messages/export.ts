import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import type { exportSmsLog, SmsLogRow } from './contract';
import { messages, smsLogWhere, toSmsLogRows } from './list';

/** The log as a workbook. @throws what `exportSheet` and `smsLogWhere` throw */
export function exportMessages(caller: ExportCaller, asked: ParsedOf<typeof exportSmsLog>): Promise<FileAnswer> {
  return exportSheet<SmsLogRow>(caller, {
    route: 'smsLogList',
    namespace: 'smsLog',
    name: 'sms',
    columns: ({ field, option }) => [
      field('createDate', 20),
      field('phone'),
      field('receiver', 20),
      option('type'),
      field('content', 60),
      field('equipmentNo'),
      field('projectName', 24),
      option('state'),
      field('deliverDate', 20),
      field('error', 28),
      field('tries', 8),
      field('parts', 8),
    ],
    read: async () => {
      const { where } = await smsLogWhere(caller.actor, asked);
      return {
        total: await messages.count(where),
        rows: messages.all(asked, where, (rows) => toSmsLogRows(rows, caller.actor, caller.language)),
      };
    },
  });
}
