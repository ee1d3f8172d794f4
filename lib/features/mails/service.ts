import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { db } from '@/lib/platform/db/client';
import { storedFileAnswer } from '@/lib/platform/files/stored-files';
import { findLinkedFile } from '@/lib/platform/mail/linked-files';
import { noteBounce, requeueMail } from '@/lib/platform/mail/queue';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { bounceMail, getMailFile, queryMailLog, resendMail } from './contract';
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

  serve(bounceMail, async (_context, { messageId, reason }) => {
    if (!(await noteBounce(db(), { messageId, reason: reason ?? '' }))) throw new AppError('not_found');
    return null;
  }),

  serve(getMailFile, async ({ actor }, { token }) => {
    await requireExportAllowed(actor);
    const linked = await findLinkedFile(token);
    if (!linked) throw new AppError('invalid_grant', { messageKey: 'badLink' });
    const { body, contentType } = storedFileAnswer(linked.file);
    return new FileAnswer(body, linked.name, contentType);
  }),
];
