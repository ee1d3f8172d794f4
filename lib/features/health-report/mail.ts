import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { withMadeFiles } from '@/lib/platform/files/made-files';
import type { Language } from '@/lib/platform/i18n/languages';
import { requireMailable } from '@/lib/platform/mail/opt-out';
import { queueMail } from '@/lib/platform/mail/queue';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { requireFewProjects } from './internal/few-projects';
import { mailWords } from './mail-words';
import { drawHealthReport } from './pdf';
import type { mailHealthReport } from './project-list-contract';

/**
 * Queues the report with its PDF, both as the caller may see them.
 * @throws as mailHealthReport; unavailable where no e-mail can be sent
 */
export async function mailReport(
  actor: Actor,
  { projectIds, emailAddress, username: _asked, ...window }: ParsedOf<typeof mailHealthReport>,
  language: Language,
): Promise<null> {
  await requireExportAllowed(actor);
  requireFewProjects(actor, projectIds);
  await requireMailable(emailAddress);
  const now = Date.now();
  const file = await drawHealthReport(actor, { ...window, projectId: projectIds }, language, now);
  const { suppressed } = await withMadeFiles([file], (keep) =>
    db().$transaction(async (sql) =>
      queueMail(
        sql,
        {
          kind: 'project',
          to: emailAddress,
          ...mailWords(file, language),
          language,
          username: actor.username,
          branchCode: actor.branchCode,
          attachments: await keep(sql, { kind: 'mailedReport', username: actor.username }),
        },
        now,
      ),
    ),
  );
  if (suppressed === 'noProvider') throw new AppError('unavailable', { messageKey: 'mailNoProvider' });
  return null;
}
