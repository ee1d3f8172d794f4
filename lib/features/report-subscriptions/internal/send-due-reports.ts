import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { ReportSubscription } from '@/lib/platform/db/generated/client';
import { withMadeFiles } from '@/lib/platform/files/made-files';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { queueMail } from '@/lib/platform/mail/queue';
import { logger } from '@/lib/platform/system/log';
import { REPORT_KINDS } from '../kinds';
import { outcomeOf } from '../outcome';
import type { ReportKind } from '../report-kind';
import { latestDue, nextDue } from '../shared/due-days';

/** Read in one run; the rest follows with the next. */
const BATCH = 500;
const WAITS = { maxWait: 20_000, timeout: 60_000 };

type Kinds = Readonly<Partial<Record<string, ReportKind>>>;

/**
 * Does what is due of one subscription: an e-mail, or a line that says why there is none. It is decided and written in
 * one transaction that finds the subscription as it was read: who comes second, or after a change, does nothing.
 */
async function sendOne(subscription: ReportSubscription, kind: ReportKind, now: number): Promise<void> {
  const { subscriptionId, day, nextAt, updateDate, emailAddress } = subscription;
  if (nextAt === null) return;
  const dueDate = latestDue(day, nextAt.getTime(), now);
  const outcome = await outcomeOf(subscription, kind, dueDate, now);
  await withMadeFiles(outcome.what === 'send' ? outcome.report.files : [], (keep) =>
    db().$transaction(async (sql) => {
      const { count } = await sql.reportSubscription.updateMany({
        where: { subscriptionId, nextAt, updateDate },
        data:
          outcome.what === 'end'
            ? { nextAt: null, endReason: outcome.reason, endDate: new Date(now) }
            : { nextAt: new Date(nextDue(day, now)) },
      });
      if (count === 0) return;
      const delivery = { subscriptionId, dueDate: new Date(dueDate), createDate: new Date(now) };
      if (outcome.what !== 'send') {
        const params = outcome.what === 'skip' ? { params: outcome.params } : {};
        await sql.reportDelivery.create({ data: { ...delivery, reason: outcome.reason, ...params } });
        return;
      }
      const { actor, report } = outcome;
      const language = parseLanguage(subscription.language);
      const { id } = await queueMail(
        sql,
        {
          kind: kind.mailKind,
          to: emailAddress,
          subject: report.subject,
          text: `${report.text}\n\n${translateServer(language, 'reportSubscriptions', 'because', { name: actor.nickName })}`,
          language,
          // Of the portal itself: it counts to nobody's e-mails of the day.
          username: null,
          branchCode: actor.branchCode,
          attachments: await keep(sql, { kind: 'mailedReport', username: actor.username }),
        },
        now,
      );
      await sql.reportDelivery.create({ data: { ...delivery, mailId: id } });
    }, WAITS),
  );
}

/**
 * Sends the reports that are due, each due date once, of several that were missed the latest (readings 225). One that fails
 * is tried again with the next run and does not stop the others; while nothing can be drawn, the run ends.
 * @returns how many were dealt with
 */
export async function sendDueReports(now: number, kinds: Kinds = REPORT_KINDS): Promise<number> {
  const due = await db().reportSubscription.findMany({
    where: { nextAt: { lte: new Date(now) }, kind: { in: Object.keys(kinds) } },
    orderBy: [{ nextAt: 'asc' }, { subscriptionId: 'asc' }],
    take: BATCH,
  });
  let done = 0;
  for (const subscription of due) {
    const kind = kinds[subscription.kind];
    if (!kind) continue;
    try {
      await sendOne(subscription, kind, now);
      done += 1;
    } catch (error) {
      const { subscriptionId } = subscription;
      logger('mail').warn({ err: error, subscriptionId }, 'a subscribed report was not made, will be tried again');
      if (error instanceof AppError && error.id === 'unavailable') break;
    }
  }
  return done;
}
