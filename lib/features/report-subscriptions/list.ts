import { z } from 'zod';
import { mailReason } from '@/lib/features/mails/internal/mail-reason';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { holderOf, may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma, ReportDelivery as StoredDelivery } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { parseLanguage, type Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { Attachment } from '@/lib/platform/mail/queue';
import { shownTime, type ShownTime } from '@/lib/platform/strategy/limits';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { queryReportDeliveries, queryReportSubscriptions, ReportDelivery } from './contract';
import { REPORT_KINDS } from './kinds';
import { projectsInReach } from './outcome';
import { END_REASONS, MAX_SUBSCRIPTIONS, SUBSCRIPTION_KINDS } from './value-sets';

/** The own subscriptions, and what became of them. */

export const ownSubscriptions = ({ username }: Actor): Prisma.ReportSubscriptionWhereInput => ({ username });

/** The kinds that the caller may read. */
const kindsOf = (actor: Actor) =>
  SUBSCRIPTION_KINDS.filter((kind) => may(holderOf(actor), REPORT_KINDS[kind].operation)).map((kind) => ({
    kind,
    isByDay: REPORT_KINDS[kind].isByDay,
  }));

const Params = z.record(z.string(), z.union([z.string(), z.number()])).catch({});

/** Why nothing was sent: the end of the subscription, or what a call would have been refused with. */
function reasonText({ reason, params }: Pick<StoredDelivery, 'reason' | 'params'>, language: Language): string | null {
  if (reason === null) return null;
  if (hasServerMessage(language, 'reportSubscriptions', `endReason.${reason}`))
    return translateServer(language, 'reportSubscriptions', `endReason.${reason}`);
  return hasServerMessage(language, 'errors', reason)
    ? translateServer(language, 'errors', reason, Params.parse(params))
    : reason;
}

async function shownDeliveries(
  rows: readonly StoredDelivery[],
  time: ShownTime,
  language: Language,
): Promise<ReportDelivery[]> {
  const mails = await db().mailLog.findMany({ where: { id: { in: rows.flatMap(({ mailId }) => mailId ?? []) } } });
  return rows.map((row) => {
    const mail = mails.find(({ id }) => id === row.mailId);
    return {
      id: String(row.id),
      dueDate: storedDay(row.dueDate),
      // The log forgets old e-mails, which have been sent by then.
      state: row.mailId === null ? 'NOT_SENT' : (mail?.state ?? 'SENT'),
      reason: row.mailId === null ? reasonText(row, language) : mail ? mailReason(mail, language) : null,
      createDate: time(row.createDate),
      sentDate: mail?.sentDate ? time(mail.sentDate) : null,
      files: Attachment.array()
        .catch([])
        .parse(mail?.attachments ?? [])
        .map(({ name }) => name),
    };
  });
}

export async function findSubscriptions(
  actor: Actor,
  language: Language,
): Promise<OutputOf<typeof queryReportSubscriptions>> {
  const [rows, time] = await Promise.all([
    db().reportSubscription.findMany({
      where: ownSubscriptions(actor),
      orderBy: [{ createDate: 'desc' }, { subscriptionId: 'asc' }],
      include: { deliveries: { orderBy: { dueDate: 'desc' }, take: 1 } },
    }),
    shownTime(actor),
  ]);
  const last = await shownDeliveries(
    rows.flatMap(({ deliveries }) => deliveries),
    time,
    language,
  );
  const names = await projectsInReach(actor, [...new Set(rows.flatMap(({ projectIds }) => projectIds))]);
  const nameOf = new Map(names.map((project) => [project.projectId, project]));
  const records = rows.map((row) => {
    const delivery = last.find(({ id }) => id === String(row.deliveries[0]?.id));
    return {
      subscriptionId: row.subscriptionId,
      kind: z.enum(SUBSCRIPTION_KINDS).parse(row.kind),
      projects: row.projectIds.flatMap((id) => nameOf.get(id) ?? []),
      emailAddress: row.emailAddress,
      language: parseLanguage(row.language),
      day: row.day,
      enabled: row.enabled,
      nextDate: row.nextAt && formatDate(row.nextAt),
      endReason: z.enum(END_REASONS).nullable().catch(null).parse(row.endReason),
      endDate: row.endDate && time(row.endDate),
      lastDate: delivery?.dueDate ?? null,
      lastState: delivery?.state ?? null,
      lastReason: delivery?.reason ?? null,
      createDate: time(row.createDate),
    };
  });
  return { kinds: kindsOf(actor), maxSubscriptions: MAX_SUBSCRIPTIONS, records };
}

/** @throws not_found, no_object_permission */
export async function findDeliveries(
  actor: Actor,
  query: ParsedOf<typeof queryReportDeliveries>,
  language: Language,
): Promise<OutputOf<typeof queryReportDeliveries>> {
  const { subscriptionId } = await requireRow(
    (within: Prisma.ReportSubscriptionWhereInput) =>
      db().reportSubscription.findFirst({
        where: { AND: [{ subscriptionId: query.subscriptionId }, within] },
        select: { subscriptionId: true },
      }),
    ownSubscriptions(actor),
  );
  const where = { subscriptionId };
  const [total, rows, time] = await Promise.all([
    db().reportDelivery.count({ where }),
    db().reportDelivery.findMany({
      where,
      orderBy: { dueDate: query.sortField ? query.sortOrder : 'desc' },
      skip: (query.pageIndex - 1) * query.pageSize,
      take: query.pageSize,
    }),
    shownTime(actor),
  ]);
  return page(await shownDeliveries(rows, time, language), total, query);
}
