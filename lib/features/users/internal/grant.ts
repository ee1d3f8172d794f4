import { z } from 'zod';
import type { Actor } from '@/lib/platform/contract/actor';
import { bumpAccess } from '@/lib/platform/auth/tokens/tokens';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { AppError } from '@/lib/platform/contract/errors';
import { MAPPING_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { applyInvoiceGrant, invoiceGrant } from '../invoices';
import { rolesToHave } from '../rules';
import { ROLE } from '../value-sets';

const Payload = z.object({
  roleNameList: z.array(z.object({ roleName: z.string() })),
  invoiceUserList: z.array(z.object({ taxId: z.string() })).catch([]),
  invoiceAttachmentPath: z.string().nullish().catch(null),
});

/**
 * Gives an account what an application asked for: its roles and, with the invoice role, attachment and customers, under the
 * rules of the user dialogs (api.md §2.24). Call it in the transaction of the decision.
 * @param payload of the UserApproval row
 * @throws not_found when the account is gone meanwhile, validation_failed, access_denied
 */
export async function grantApplication(
  sql: Prisma.TransactionClient,
  approver: Actor,
  { username, payload }: { readonly username: string; readonly payload: unknown },
): Promise<void> {
  const { roleNameList, invoiceUserList, invoiceAttachmentPath } = Payload.parse(payload);
  const user = await sql.user.findFirst({
    where: { username, deletedAt: null },
    select: {
      roles: { select: { role: true } },
      mappings: { where: { type: MAPPING_TYPE.project }, select: { mappingId: true } },
    },
  });
  if (!user) throw new AppError('not_found');
  const held = user.roles.map(({ role }) => role);
  const asked = roleNameList.map(({ roleName }) => roleName);
  const roles = await rolesToHave(sql, approver, [...new Set([...held, ...asked])], held);
  if (asked.includes(ROLE.invoice)) {
    const projects = user.mappings.map(({ mappingId }) => mappingId);
    await applyInvoiceGrant(
      sql,
      username,
      await invoiceGrant(
        sql,
        approver,
        { invoiceAttachmentPath: invoiceAttachmentPath ?? undefined, invoiceUserList, projects },
        username,
      ),
    );
  }
  await sql.userRole.createMany({ data: roles.map((role) => ({ username, role })), skipDuplicates: true });
  await bumpAccess(sql, username);
}
