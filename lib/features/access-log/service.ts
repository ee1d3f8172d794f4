import { cutToHistory, requireExportAllowed, shownTime } from '@/lib/platform/strategy/limits';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { stampedName } from '@/lib/platform/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import type { SheetColumn } from '@/lib/platform/files/xlsx';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { serve } from '@/lib/platform/contract/serve';
import { AccessLogDetail, exportAccessLog, getAccessLog, queryAccessLog } from './contract';
import type { AccessLogRow } from './contract';
import { accessLogWhere, exportedLines, findAccessLogPage, logScope, toRows } from './list';

function columnsOf(language: Language): SheetColumn<AccessLogRow>[] {
  const t = (key: string) => translateServer(language, 'accessLog', key);
  const column = (field: keyof AccessLogRow, value: SheetColumn<AccessLogRow>['value'], width?: number) => ({
    header: t(`column.${field}`),
    value,
    width,
  });
  return [
    column('createDate', (row) => row.createDate, 20),
    column('username', (row) => row.username),
    column('nickName', (row) => row.nickName, 20),
    column('userType', (row) => (row.userType === null ? null : t(`userType.${row.userType}`))),
    column('ip', (row) => row.ip),
    column('module', (row) => row.module),
    column('action', (row) => t(`action.${row.action}`)),
    column('objectId', (row) => row.objectId),
    column('method', (row) => row.method, 8),
    column('path', (row) => row.path, 36),
    column('code', (row) => row.code, 8),
    column('durationMs', (row) => row.durationMs, 10),
    column('client', (row) => row.client, 10),
    column('requestId', (row) => row.requestId, 38),
  ];
}

export const services = [
  serve(queryAccessLog, ({ actor }, query) => findAccessLogPage(actor, query)),

  serve(getAccessLog, async ({ actor }, { id }) => {
    const found = await db().apiAccessLog.findFirst({
      where: { AND: [{ id: BigInt(id) }, logScope(actor), { createDate: (await cutToHistory(actor, {})).span }] },
    });
    if (!found)
      throw new AppError(
        (await db().apiAccessLog.count({ where: { id: BigInt(id) } })) > 0 ? 'no_object_permission' : 'not_found',
      );
    const [row] = await toRows([found], await shownTime(actor));
    return AccessLogDetail.parse({ ...row, userAgent: found.userAgent, params: found.params, diff: found.diff });
  }),

  serve(exportAccessLog, async ({ actor, language }, filters) => {
    await requireExportAllowed(actor);
    const { where } = await accessLogWhere(actor, filters);
    const limit = config().exportMaxRows;
    if ((await db().apiAccessLog.count({ where })) > limit)
      throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
    return new FileAnswer(
      xlsxStream(
        translateServer(language, 'routes', 'apiaccesslog'),
        columnsOf(language),
        exportedLines(where, filters, await shownTime(actor)),
      ),
      stampedName('apiAccessLog', Date.now()),
      XLSX_TYPE,
    );
  }),
];
