import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { db } from '@/lib/platform/db/client';
import type { CampusApply, Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { formatDate } from '@/lib/platform/i18n/format';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import type { ActorContext } from '@/lib/platform/contract/serve';
import { handleCampusApply, queryCampusApply, saveCampusApply } from './contract';
import type { CampusApplyForm, HandleCampusApply } from './contract';
import { closeWall, openWall, notifyApplicant } from './enabling';
import { applyScope, findApplications } from './list';
import { isOfKind, isPossible } from './value-sets';

type Form = z.output<typeof CampusApplyForm>;
type ApplicationDecision = z.output<typeof HandleCampusApply>;

const UNIQUE_BROKEN = 'P2002';
const pending = () => new AppError('conflict', { messageKey: 'applyPending' });

async function changeOwn(
  { actor }: ActorContext,
  applyId: string,
  form: Omit<Form, 'applyId'>,
): Promise<{ applyId: string }> {
  const { count } = await db().campusApply.updateMany({
    where: { applyId, username: actor.username, status: { in: ['NEW', 'CONTACTED'] } },
    data: { ...form, email: form.email ?? null },
  });
  if (count === 1) return { applyId };
  const found = await db().campusApply.findUnique({ where: { applyId }, select: { username: true } });
  if (!found) throw new AppError('not_found');
  throw found.username === actor.username
    ? new AppError('conflict', { messageKey: 'stateForbids' })
    : new AppError('no_object_permission');
}

async function apply(context: ActorContext, { applyId, ...form }: Form): Promise<{ applyId: string }> {
  if (applyId) return changeOwn(context, applyId, form);
  const { username, branchCode } = context.actor;
  if ((await db().campusApply.count({ where: { username, status: { in: ['NEW', 'CONTACTED'] } } })) > 0)
    throw pending();
  try {
    return await db().campusApply.create({
      data: { applyId: randomUUID(), username, branchCode, ...form, email: form.email ?? null, status: 'NEW' },
      select: { applyId: true },
    });
  } catch (error) {
    // Two at once: the index lets one through.
    throw (error as { code?: unknown }).code === UNIQUE_BROKEN ? pending() : error;
  }
}

/** The application under lock, in the caller's scope. @throws not_found, no_object_permission */
async function lockApplication(sql: Transaction, { actor }: ActorContext, applyId: string): Promise<CampusApply> {
  await sql.$queryRaw`SELECT 1 FROM campus_apply WHERE apply_id = ${applyId} FOR UPDATE`;
  return requireRow(
    (within) => sql.campusApply.findFirst({ where: { AND: [{ applyId }, within] } }),
    applyScope(actor),
  );
}

/** A last day after today, or none. */
function lastDay({ validUntil }: ApplicationDecision): Date | null {
  if (!validUntil) return null;
  if (validUntil <= formatDate(Date.now())) throw new FieldError('validUntil', 'dateInPast');
  return new Date(`${validUntil}T00:00:00Z`);
}

/** Opens the wall. An older application of the same account that still holds is replaced by this one. */
async function enable(
  sql: Transaction,
  found: CampusApply,
  decision: ApplicationDecision,
): Promise<Prisma.CampusApplyUpdateInput> {
  const validUntil = lastDay(decision);
  await sql.campusApply.updateMany({
    where: { username: found.username, status: 'ENABLED', applyId: { not: found.applyId } },
    data: { status: 'EXPIRED' },
  });
  await openWall(sql, found.username);
  return {
    status: 'ENABLED',
    validUntil,
    ...(decision.tabs ? { tabs: [...new Set(decision.tabs)] } : decision.action === 'enable' ? { tabs: [] } : {}),
  };
}

async function changesOf(
  sql: Transaction,
  found: CampusApply,
  decision: ApplicationDecision,
): Promise<Prisma.CampusApplyUpdateInput> {
  switch (decision.action) {
    case 'contacted':
      return { status: 'CONTACTED' };
    case 'reject':
      if (!decision.comment) throw new FieldError('comment', 'commentRequired');
      return { status: 'REJECTED' };
    case 'enable':
    case 'extend':
      return enable(sql, found, decision);
    case 'disable':
      await closeWall(sql, found);
      return { status: 'EXPIRED' };
  }
}

function newsOf({ action, validUntil }: ApplicationDecision) {
  const news = {
    contacted: 'contacted',
    reject: 'rejected',
    enable: validUntil ? 'enabledUntil' : 'enabled',
    extend: validUntil ? 'extendedUntil' : 'extended',
    disable: 'expired',
  } as const;
  return news[action];
}

async function handle(context: ActorContext, decision: ApplicationDecision): Promise<null> {
  const { action, applyId, comment } = decision;
  if (!isOfKind(context.actor, action)) throw new AppError('access_denied');
  await db().$transaction(async (sql) => {
    const found = await lockApplication(sql, context, applyId);
    if (!isPossible(action, found.status)) throw new AppError('conflict', { messageKey: 'stateForbids' });
    const changes = await changesOf(sql, found, decision);
    await sql.campusApply.update({
      where: { applyId },
      data: { ...changes, ...(comment ? { comment } : {}), handledBy: context.actor.username, handledDate: new Date() },
    });
    noteChange({ ...found }, { ...changes, ...(comment ? { comment } : {}) });
    await notifyApplicant(sql, found, newsOf(decision), `apply-${randomUUID()}`, {
      day: decision.validUntil ?? '',
      reason: comment ?? '',
    });
  });
  return null;
}

export const services = [
  serve(saveCampusApply, apply),
  serve(queryCampusApply, ({ actor }, query) => findApplications(actor, query)),
  serve(handleCampusApply, handle),
];
