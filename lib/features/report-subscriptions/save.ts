import { randomUUID } from 'node:crypto';
import { noteChange } from '@/lib/platform/audit/changes';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { requireProject } from '@/lib/platform/auth/scope/scope';
import { holderOf, may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Prisma, ReportSubscription } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDate } from '@/lib/platform/i18n/format';
import { requireMailable } from '@/lib/platform/mail/opt-out';
import type { saveReportSubscription } from './contract';
import { REPORT_KINDS } from './kinds';
import { ownSubscriptions } from './list';
import { nextDue } from './shared/due-days';
import { MAX_SUBSCRIPTIONS } from './value-sets';

type Form = ParsedOf<typeof saveReportSubscription>;

const requireOwn = (sql: Transaction, actor: Actor, subscriptionId: string): Promise<ReportSubscription> =>
  requireRow(
    (within: Prisma.ReportSubscriptionWhereInput) =>
      sql.reportSubscription.findFirst({ where: { AND: [{ subscriptionId }, within] } }),
    ownSubscriptions(actor),
  );

/** @throws conflict when the account has as many as it may */
async function requireRoom(sql: Transaction, { username }: Actor): Promise<void> {
  // One call at a time per account: two calls at once cannot both be the twentieth.
  await sql.$queryRaw`SELECT 1 FROM users WHERE username = ${username} FOR NO KEY UPDATE`;
  if ((await sql.reportSubscription.count({ where: { username } })) >= MAX_SUBSCRIPTIONS)
    throw new AppError('conflict', { messageKey: 'subscriptionLimit', params: { max: MAX_SUBSCRIPTIONS } });
}

/** What the audit log keeps of it. */
const noted = ({
  kind,
  projectIds,
  emailAddress,
  language,
  day,
  enabled,
}: Omit<Form, 'day' | 'subscriptionId'> & { day: number | null }) => ({
  kind,
  projectIds: projectIds.join(','),
  emailAddress,
  language,
  day,
  enabled,
});

/** @throws validation_failed, access_denied, not_found, no_object_permission, too_many_equipment, conflict */
export async function saveSubscription(actor: Actor, form: Form, now: number): Promise<{ subscriptionId: string }> {
  const { subscriptionId = randomUUID(), kind, emailAddress, language, enabled } = form;
  const made = REPORT_KINDS[kind];
  if (!may(holderOf(actor), made.operation)) throw new AppError('access_denied');
  if (made.isByDay && !form.day) throw new FieldError('day', 'subscriptionDay');
  const day = made.isByDay ? (form.day ?? null) : null;
  const projectIds = [...new Set(form.projectIds)];
  for (const projectId of projectIds) await requireProject(actor, projectId);
  await made.check({ actor, projectIds, dueDate: formatDate(now), now });
  if (enabled) await requireMailable(emailAddress);
  const data = {
    kind,
    projectIds,
    emailAddress,
    language,
    day,
    enabled,
    nextAt: enabled ? new Date(nextDue(day, now)) : null,
    // What had ended begins anew.
    ...(enabled ? { endReason: null, endDate: null } : {}),
  };
  return db().$transaction(async (sql) => {
    const before = form.subscriptionId === undefined ? null : await requireOwn(sql, actor, subscriptionId);
    if (before && before.kind !== kind) throw new FieldError('kind', 'badValue');
    if (before) await sql.reportSubscription.update({ where: { subscriptionId }, data });
    else {
      await requireRoom(sql, actor);
      await sql.reportSubscription.create({ data: { subscriptionId, username: actor.username, ...data } });
    }
    noteChange(before && noted({ ...before, kind, language: before.language as Form['language'] }), noted(data));
    return { subscriptionId };
  });
}

/** @throws not_found, no_object_permission */
export async function deleteSubscription(actor: Actor, subscriptionId: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const before = await requireOwn(sql, actor, subscriptionId);
    await sql.reportSubscription.delete({ where: { subscriptionId } });
    noteChange({ kind: before.kind, emailAddress: before.emailAddress }, null);
  });
  return null;
}
