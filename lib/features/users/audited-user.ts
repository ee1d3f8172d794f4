import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { noteChange, noteMembers } from '@/lib/platform/audit/changes';
import { MAPPING_TYPE } from '@/lib/platform/auth/accounts/account-types';

/** What the audit log says of a changed account; nothing of its password. */

const AUDITED_FIELDS = {
  nickName: true,
  email: true,
  phone: true,
  userType: true,
  customerType: true,
  projectbranchType: true,
  tier: true,
  branchCode: true,
  roles: { select: { role: true } },
  mappings: { select: { type: true, mappingId: true } },
  invoices: { select: { taxId: true } },
} as const satisfies Prisma.UserSelect;
export type AuditedUser = Prisma.UserGetPayload<{ select: typeof AUDITED_FIELDS }>;

/** An account as it stands in the transaction. */
export const auditedUser = (sql: Transaction, username: string): Promise<AuditedUser> =>
  sql.user.findUniqueOrThrow({ where: { username }, select: AUDITED_FIELDS });

/** A field called code would be taken for a secret. */
function fieldsOf({
  roles: _roles,
  mappings: _mappings,
  invoices: _invoices,
  branchCode: branch,
  ...fields
}: AuditedUser) {
  return { ...fields, branch };
}

/** Of roles and mappings only what came and went. */
export function noteAccount(before: AuditedUser | null, after: AuditedUser | null): void {
  noteChange(before && fieldsOf(before), after && fieldsOf(after));
  const idsOf = (wanted: number) => (account: AuditedUser) =>
    account.mappings.flatMap(({ type, mappingId }) => (type === wanted ? [mappingId] : []));
  const lists: Record<string, (account: AuditedUser) => string[]> = {
    roles: ({ roles }) => roles.map(({ role }) => role),
    projects: idsOf(MAPPING_TYPE.project),
    branches: idsOf(MAPPING_TYPE.branch),
    invoiceCustomers: ({ invoices }) => invoices.map(({ taxId }) => taxId),
  };
  for (const [name, list] of Object.entries(lists))
    noteMembers(name, before ? list(before) : [], after ? list(after) : []);
}
