import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { db } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { nudgeSms } from '@/lib/platform/texting/dispatch';
import { requeueSms } from '@/lib/platform/texting/queue';
import { exportSmsLog, querySmsLog, resendSms, sendMessage } from './contract';
import { exportMessages } from './export';
import { findSmsLogPage, smsScope } from './list';
import { sendToAccounts } from './send';

export const services = [
  serve(sendMessage, ({ actor }, message) => sendToAccounts(actor, message)),
  serve(querySmsLog, ({ actor, language }, query) => findSmsLogPage(actor, query, language)),

  serve(resendSms, async ({ actor }, { id }) => {
    const { id: key } = await requireRow(
      (within) => db().smsLog.findFirst({ where: { AND: [{ id: BigInt(id) }, within] }, select: { id: true } }),
      smsScope(actor),
    );
    if (!(await requeueSms(db(), key))) throw new AppError('conflict', { messageKey: 'smsNotFailed' });
    nudgeSms();
    return null;
  }),

  serve(exportSmsLog, exportMessages),
];
