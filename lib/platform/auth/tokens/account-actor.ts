import { config } from '@/lib/config';
import { MAPPING_TYPE, userTypeOf } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';

/** Rights and scope of an account, as its row, roles and mappings say them now. */

export interface AccountRow {
  username: string;
  nick_name: string;
  user_type: number;
  customer_type: number | null;
  branch_code: string | null;
  branch_name: string | null;
  is_usable: boolean;
  access_version: number;
  authorities: string[];
  projects: string[];
  branches: string[];
}

/** Of `users u LEFT JOIN branch b`. */
export const ACCOUNT_COLUMNS = `
         u.username, u.nick_name, u.user_type, u.customer_type, u.branch_code, b.branch_name, (u.enabled AND u.deleted_at IS NULL) AS is_usable, u.access_version,
         ARRAY(SELECT ra.authority FROM user_role ur JOIN role_authority ra ON ra.role = ur.role WHERE ur.username = u.username
               UNION
               SELECT 'CAMPUS_VIEW_' || upper(tab) || '_READ' FROM campus_apply a, jsonb_array_elements_text(a.tabs) AS tab
               WHERE a.username = u.username AND a.status = 'ENABLED' AND (a.valid_until IS NULL OR a.valid_until >= (now() AT TIME ZONE '${TIME_ZONE}')::date)
               ORDER BY 1) AS authorities,
         ARRAY(SELECT mapping_id FROM user_mapping WHERE username = u.username AND type = ${MAPPING_TYPE.project}) AS projects,
         ARRAY(SELECT mapping_id FROM user_mapping WHERE username = u.username AND type = ${MAPPING_TYPE.branch}) AS branches`;

export const actorOfRow = (row: AccountRow, sessionId: string): Actor => ({
  sessionId,
  username: row.username,
  focus: null,
  accessVersion: row.access_version,
  nickName: row.nick_name,
  userType: userTypeOf(row.user_type),
  customerType: row.customer_type,
  branchCode: row.branch_code,
  branchName: row.branch_name ?? 'admin',
  authorities: new Set(row.authorities),
  mappings: { projects: row.projects, branches: row.branches },
});

/**
 * The account as if it called now, for what the portal does in its name; undefined: it is disabled or deleted, or its
 * rights are known to an upstream back end alone.
 */
export async function actorOfAccount(username: string): Promise<Actor | undefined> {
  if (config().upstream !== undefined) return undefined;
  const { rows } = await pool().query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM users u LEFT JOIN branch b ON b.branch_code = u.branch_code WHERE u.username = $1`,
    [username],
  );
  const [row] = rows;
  return row?.is_usable ? actorOfRow(row, '') : undefined;
}
