import { requireExportAllowed, shownTime } from '@/lib/account/internal';
import { config } from '@/lib/config';
import { db } from '@/lib/db/client';
import { stampedName } from '@/lib/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/files/xlsx';
import type { SheetColumn } from '@/lib/files/xlsx';
import type { Language } from '@/lib/i18n/languages';
import { translateServer } from '@/lib/i18n/server-messages';
import { AppError } from '@/lib/sms/errors';
import { FileAnswer } from '@/lib/sms/file-answer';
import { serve } from '@/lib/sms/serve';
import { nudgeSms } from '@/lib/sms-gateway/dispatch';
import { requeueSms } from '@/lib/sms-gateway/queue';
import { exportSmsLog, querySmsLog, resendSms } from './contract';
import type { SmsLogRow } from './contract';
import { exportedMessages, findSmsLogPage, smsLogWhere, smsScope } from './list';

function columnsOf(language: Language): SheetColumn<SmsLogRow>[] {
  const t = (key: string) => translateServer(language, 'smsLog', key);
  const column = (field: keyof SmsLogRow, value: SheetColumn<SmsLogRow>['value'], width?: number) => ({ header: t(`column.${field}`), value, width });
  return [
    column('createDate', (row) => row.createDate, 20), column('phone', (row) => row.phone), column('receiver', (row) => row.receiver, 20), column('type', (row) => t(`type.${row.type}`)),
    column('content', (row) => row.content, 60), column('equipmentNo', (row) => row.equipmentNo), column('projectName', (row) => row.projectName, 24), column('state', (row) => t(`state.${row.state}`)),
    column('deliverDate', (row) => row.deliverDate, 20), column('error', (row) => row.error, 28), column('tries', (row) => row.tries, 8), column('parts', (row) => row.parts, 8),
  ];
}

export const smsLogServices = [
  serve(querySmsLog, ({ actor, language }, query) => findSmsLogPage(actor, query, language)),

  serve(resendSms, async ({ actor }, { id }) => {
    const key = BigInt(id);
    const found = await db().smsLog.count({ where: { AND: [{ id: key }, smsScope(actor)] } });
    if (found === 0) throw new AppError((await db().smsLog.count({ where: { id: key } })) > 0 ? 'no_object_permission' : 'not_found');
    if (!(await requeueSms(db(), key))) throw new AppError('conflict', { messageKey: 'smsNotFailed' });
    nudgeSms();
    return null;
  }),

  serve(exportSmsLog, async ({ actor, language }, filters) => {
    await requireExportAllowed(actor);
    const { where } = await smsLogWhere(actor, filters);
    const limit = config().exportMaxRows;
    if ((await db().smsLog.count({ where })) > limit) throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
    return new FileAnswer(xlsxStream(translateServer(language, 'routes', 'smsLogList'), columnsOf(language), exportedMessages(where, filters, actor, language, await shownTime(actor))), stampedName('sms', Date.now()), XLSX_TYPE);
  }),
];
