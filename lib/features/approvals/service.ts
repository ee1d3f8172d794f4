import { randomUUID } from 'node:crypto';
import { notifyAccount } from '@/lib/features/account/internal/notify-account';
import type { Actor } from '@/lib/platform/contract/actor';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { db } from '@/lib/platform/db/client';
import type { UserApproval } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { grantApplication } from '@/lib/features/users/internal/grant';
import { approveApproval, getApproval, queryApprovals, rejectApproval, withdrawApproval } from './contract';
import { approvalScope, findApproval, findApprovals } from './list';

/** The locked application while it waits. @throws not_found, no_object_permission, conflict when it is decided */
async function lockPending(sql: Transaction, actor: Actor, approvalId: string): Promise<UserApproval> {
  await sql.$queryRaw`SELECT 1 FROM user_approval WHERE approval_id = ${approvalId} FOR UPDATE`;
  const found = await requireRow(
    (within) => sql.userApproval.findFirst({ where: { AND: [{ approvalId }, within] } }),
    approvalScope(actor),
  );
  if (found.state !== 'PENDING') throw new AppError('conflict', { messageKey: 'approvalDecided' });
  return found;
}

/** Nobody may decide on an own application. @throws access_denied */
function requireStranger(actor: Actor, { applicant }: UserApproval): void {
  if (applicant === actor.username) throw new AppError('access_denied', { messageKey: 'ownApproval' });
}

async function decide(
  sql: Transaction,
  actor: Actor,
  found: UserApproval,
  state: 'APPROVED' | 'REJECTED',
  comment: string | null,
): Promise<void> {
  const change = { state, comment };
  await sql.userApproval.update({
    where: { approvalId: found.approvalId },
    data: { ...change, approver: actor.username, approveDate: new Date() },
  });
  noteChange({ state: found.state, comment: found.comment }, change);
  await notifyAccount(sql, {
    username: found.applicant,
    words: {
      namespace: 'approvals',
      title: 'message.title',
      message: `message.${state}`,
      params: { username: found.username, reason: comment ?? '' },
    },
    objectId: found.approvalId,
    guid: `approval-${randomUUID()}`,
  });
}

export const services = [
  serve(queryApprovals, ({ actor }, query) => findApprovals(actor, query)),
  serve(getApproval, ({ actor }, { approvalId }) => findApproval(actor, approvalId)),

  serve(approveApproval, async ({ actor }, { approvalId, comment }) => {
    await db().$transaction(async (sql) => {
      const found = await lockPending(sql, actor, approvalId);
      requireStranger(actor, found);
      await grantApplication(sql, actor, found);
      await decide(sql, actor, found, 'APPROVED', comment);
    });
    return null;
  }),

  serve(rejectApproval, async ({ actor }, { approvalId, comment }) => {
    await db().$transaction(async (sql) => {
      const found = await lockPending(sql, actor, approvalId);
      requireStranger(actor, found);
      await decide(sql, actor, found, 'REJECTED', comment);
    });
    return null;
  }),

  serve(withdrawApproval, async ({ actor }, { approvalId }) => {
    await db().$transaction(async (sql) => {
      const found = await lockPending(sql, actor, approvalId);
      if (found.applicant !== actor.username) throw new AppError('no_object_permission');
      await sql.userApproval.update({ where: { approvalId }, data: { state: 'WITHDRAWN', approveDate: new Date() } });
      noteChange({ state: found.state }, { state: 'WITHDRAWN' });
    });
    return null;
  }),
];
