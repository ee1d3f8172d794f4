import type { Prisma } from '@/lib/platform/db/generated/client';
import { noteChange, noteMembers } from '@/lib/platform/audit/changes';
import { MAPPING_TYPE } from '@/lib/platform/auth/accounts/account-types';

/** What the audit log says of a changed account; nothing of its password. */

type Sql = Prisma.TransactionClient;

const NOTED = {
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
export type Noted = Prisma.UserGetPayload<{ select: typeof NOTED }>;

/** An account as it stands in the transaction. */
export const notedAccount = (sql: Sql, username: string): Promise<Noted> =>
  sql.user.findUniqueOrThrow({ where: { username }, select: NOTED });

/** A field called code would be taken for a secret. */
function fieldsOf({ roles: _roles, mappings: _mappings, invoices: _invoices, branchCode: branch, ...fields }: Noted) {
  return { ...fields, branch };
}

/** Of roles and mappings only what came and went. */
export function noteAccount(before: Noted | null, after: Noted | null): void {
  noteChange(before && fieldsOf(before), after && fieldsOf(after));
  const idsOf = (wanted: number) => (account: Noted) =>
    account.mappings.flatMap(({ type, mappingId }) => (type === wanted ? [mappingId] : []));
  const lists: Record<string, (account: Noted) => string[]> = {
    roles: ({ roles }) => roles.map(({ role }) => role),
    projects: idsOf(MAPPING_TYPE.project),
    branches: idsOf(MAPPING_TYPE.branch),
    invoiceCustomers: ({ invoices }) => invoices.map(({ taxId }) => taxId),
  };
  for (const [name, list] of Object.entries(lists))
    noteMembers(name, before ? list(before) : [], after ? list(after) : []);
}
