import { requireRow } from '@/lib/platform/auth/require-row';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import { requeueMail } from '@/lib/platform/mail/queue';
import { queryMailLog, resendMail } from './contract';
import { findMailLogPage, mailScope } from './list';

export const services = [
  serve(queryMailLog, ({ actor, language }, query) => findMailLogPage(actor, query, language)),

  serve(resendMail, async ({ actor }, { id }) => {
    const { id: key } = await requireRow(
      (within) => db().mailLog.findFirst({ where: { AND: [{ id: BigInt(id) }, within] }, select: { id: true } }),
      mailScope(actor),
    );
    if (!(await requeueMail(db(), key))) throw new AppError('conflict', { messageKey: 'mailNotFailed' });
    return null;
  }),
];
