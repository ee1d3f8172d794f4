import { requireExportAllowed, shownTime } from '@/lib/platform/strategy/limits';
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
import { nudgeSms } from '@/lib/platform/texting/dispatch';
import { requeueSms } from '@/lib/platform/texting/queue';
import { exportSmsLog, querySmsLog, resendSms, sendMessage } from './contract';
import type { SmsLogRow } from './contract';
import { exportedMessages, findSmsLogPage, smsLogWhere, smsScope } from './list';
import { sendToAccounts } from './send';

function columnsOf(language: Language): SheetColumn<SmsLogRow>[] {
  const t = (key: string) => translateServer(language, 'smsLog', key);
  const column = (field: keyof SmsLogRow, value: SheetColumn<SmsLogRow>['value'], width?: number) => ({
    header: t(`column.${field}`),
    value,
    width,
  });
  return [
    column('createDate', (row) => row.createDate, 20),
    column('phone', (row) => row.phone),
    column('receiver', (row) => row.receiver, 20),
    column('type', (row) => t(`type.${row.type}`)),
    column('content', (row) => row.content, 60),
    column('equipmentNo', (row) => row.equipmentNo),
    column('projectName', (row) => row.projectName, 24),
    column('state', (row) => t(`state.${row.state}`)),
    column('deliverDate', (row) => row.deliverDate, 20),
    column('error', (row) => row.error, 28),
    column('tries', (row) => row.tries, 8),
    column('parts', (row) => row.parts, 8),
  ];
}

export const smsLogServices = [
  serve(sendMessage, ({ actor }, message) => sendToAccounts(actor, message)),
  serve(querySmsLog, ({ actor, language }, query) => findSmsLogPage(actor, query, language)),

  serve(resendSms, async ({ actor }, { id }) => {
    const key = BigInt(id);
    const found = await db().smsLog.count({ where: { AND: [{ id: key }, smsScope(actor)] } });
    if (found === 0)
      throw new AppError((await db().smsLog.count({ where: { id: key } })) > 0 ? 'no_object_permission' : 'not_found');
    if (!(await requeueSms(db(), key))) throw new AppError('conflict', { messageKey: 'smsNotFailed' });
    nudgeSms();
    return null;
  }),

  serve(exportSmsLog, async ({ actor, language }, filters) => {
    await requireExportAllowed(actor);
    const { where } = await smsLogWhere(actor, filters);
    const limit = config().exportMaxRows;
    if ((await db().smsLog.count({ where })) > limit)
      throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
    return new FileAnswer(
      xlsxStream(
        translateServer(language, 'routes', 'smsLogList'),
        columnsOf(language),
        exportedMessages(where, filters, actor, language, await shownTime(actor)),
      ),
      stampedName('sms', Date.now()),
      XLSX_TYPE,
    );
  }),
];
