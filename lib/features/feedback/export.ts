import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { exportFeedback, FeedbackRow } from './contract';
import { feedbackItems, feedbackWhere, toFeedbackRows } from './list';

/** What users reported, as a workbook. @throws what `exportSheet` throws */
export function exportItems(caller: ExportCaller, asked: ParsedOf<typeof exportFeedback>): Promise<FileAnswer> {
  return exportSheet<FeedbackRow>(caller, {
    route: 'userFeedbackList',
    namespace: 'feedback',
    name: 'feedback',
    columns: ({ field, option, own }) => [
      field('feedbackId', 38),
      option('type'),
      field('content', 60),
      field('imageTotal', 8),
      field('username'),
      field('nickName', 20),
      field('phone'),
      own('branchName', (row) => row.branchName ?? row.projectNames, 24),
      own('source', (row) => [row.source, row.version].filter(Boolean).join(' ')),
      field('createDate', 20),
      option('state'),
      field('assignee'),
      field('handledDate', 20),
    ],
    read: async () => {
      const where = await feedbackWhere(caller.actor, asked);
      const time = await shownTime(caller.actor);
      return {
        total: await feedbackItems.count(where),
        rows: feedbackItems.all(asked, where, (items) => toFeedbackRows(caller.actor, items, time)),
      };
    },
  });
}
