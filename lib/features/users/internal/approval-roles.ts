import { z } from 'zod';
import type { Transaction } from '@/lib/platform/db/transaction';
import { ROLE } from '../value-sets';

export const APPROVAL_ROLES = 'approval.roles';
export const ApprovalRoles = z.array(z.string().min(1).max(64)).max(100);
export const STANDARD_APPROVAL_ROLES: readonly string[] = [ROLE.invoice];

/** Roles of the setting `approval.roles`; the invoice role when nothing is set. */
export async function approvalRoles(sql: Transaction): Promise<ReadonlySet<string>> {
  const row = await sql.setting.findUnique({ where: { key: APPROVAL_ROLES }, select: { value: true } });
  const set = ApprovalRoles.safeParse(row?.value);
  return new Set(set.success ? set.data : STANDARD_APPROVAL_ROLES);
}
