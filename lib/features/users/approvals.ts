import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { ApprovalKind, Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { UserSave } from './save-input';
import { ROLE } from './value-sets';

/** What a branch may ask for and the head office decides (api.md §2.24, silent-screens B3). */

/** `UserSave` without the password, as the decision is made on it; `roleNameList` holds what is asked for. */
function payloadOf(save: UserSave, username: string, roles: readonly string[]): Prisma.InputJsonObject {
  const { username: _name, password: _password, ...user } = save.user;
  return {
    user: { username, ...user },
    modelType: save.modelType,
    roleNameList: roles.map((roleName) => ({ username, roleName })),
    userMappingList: save.userMappingList.map((mapping) => ({ ...mapping })),
    belongBranch: save.belongBranch,
    selectProjectList: [...save.projects],
    invoiceUserList: save.invoiceUserList.map(({ taxId, customerName, projectNames }) => ({
      taxId,
      customerName: customerName ?? null,
      projectNames: projectNames ?? null,
    })),
    invoiceAttachmentPath: save.invoiceAttachmentPath ?? null,
    branchUserType: save.branchUserType ?? null,
  };
}

const kindOf = (save: UserSave, waiting: readonly string[]): ApprovalKind =>
  waiting.includes(ROLE.invoice) ? 'invoice' : save.modelType === 0 ? 'new' : 'role';

/**
 * Notes what a branch asks for. Roles that wait make one application an account and kind: asked again while it is open, it
 * says what was asked last. A creation without any is listed as passed by itself.
 * @returns the id of the application that waits, or null
 */
export async function noteApplication(
  sql: Transaction,
  actor: Actor,
  save: UserSave,
  username: string,
  waiting: readonly string[],
): Promise<string | null> {
  if (waiting.length === 0 && save.modelType !== 0) return null;
  const kind = kindOf(save, waiting);
  const isWaiting = waiting.length > 0;
  const data = {
    kind,
    applicant: actor.username,
    username,
    branchCode: save.belongBranch,
    payload: payloadOf(save, username, isWaiting ? waiting : save.roles),
    attachmentPath: waiting.includes(ROLE.invoice) ? (save.invoiceAttachmentPath ?? null) : null,
    state: isWaiting ? 'PENDING' : 'AUTO',
  } as const;
  const open = isWaiting
    ? await sql.userApproval.findFirst({ where: { username, kind, state: 'PENDING' }, select: { approvalId: true } })
    : null;
  if (open)
    await sql.userApproval.update({
      where: { approvalId: open.approvalId },
      data: { ...data, createDate: new Date() },
    });
  const approvalId = open?.approvalId ?? randomUUID();
  if (!open) await sql.userApproval.create({ data: { approvalId, ...data } });
  return isWaiting ? approvalId : null;
}

const Payload = z.object({ roleNameList: z.array(z.object({ roleName: z.string() })) });

/** Roles of an account that wait for the head office. */
export async function pendingRoles(username: string): Promise<string[]> {
  const open = await db().userApproval.findMany({ where: { username, state: 'PENDING' }, select: { payload: true } });
  return [
    ...new Set(
      open.flatMap(({ payload }) => {
        const parsed = Payload.safeParse(payload);
        return parsed.success ? parsed.data.roleNameList.map(({ roleName }) => roleName) : [];
      }),
    ),
  ];
}
