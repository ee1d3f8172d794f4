import type { Actor } from '@/lib/platform/contract/actor';
import { unitsInScope } from '@/lib/live/scope/equipment-scope';
import { projectsInScope } from '@/lib/platform/auth/scope/scope';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';

export interface Holdings {
  readonly projects: number;
  readonly equipment: number;
}

/**
 * Parts of a query on `users u`; without the focus (silent-screens B8). A head-office account has no mapping, so it
 * holds nothing itself.
 */

const branchesOfUser = Prisma.sql`(SELECT mapping_id FROM user_mapping WHERE username = u.username AND type = ${MAPPING_TYPE.branch})`;

/**
 * The numbers of the units of `u` that the caller may see, each once. A head-office account has no mapping and so none.
 */
export function unitsOfUser(actor: Actor): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT pe.equipment_no FROM user_mapping m
    JOIN project p ON p.project_id = m.mapping_id AND p.deleted_at IS NULL
    JOIN project_equipment pe ON pe.project_id = p.project_id
    JOIN equipment e ON e.equipment_no = pe.equipment_no
    WHERE u.user_type = ${USER_TYPE.project} AND m.username = u.username AND m.type = ${MAPPING_TYPE.project} AND ${unitsInScope(actor)}
    UNION ALL
    SELECT e.equipment_no FROM equipment e
    WHERE u.user_type = ${USER_TYPE.branch} AND e.branch_code IN ${branchesOfUser} AND ${unitsInScope(actor)}`;
}

/** Id and name of the projects of `u` that the caller may see: mapped ones, or those of mapped branches. */
export function projectsOfUser(actor: Actor): Prisma.Sql {
  return Prisma.sql`
    SELECT p.project_id, p.project_name FROM user_mapping m JOIN project p ON p.project_id = m.mapping_id
    WHERE u.user_type = ${USER_TYPE.project} AND m.username = u.username AND m.type = ${MAPPING_TYPE.project} AND ${projectsInScope(actor)}
    UNION
    SELECT p.project_id, p.project_name FROM project p WHERE u.user_type = ${USER_TYPE.branch} AND p.branch_code IN ${branchesOfUser} AND ${projectsInScope(actor)}`;
}

/** Projects and distinct units of accounts, as far as the caller may see them; the head office has all. */
export async function holdingsOf(actor: Actor, usernames: readonly string[]): Promise<Map<string, Holdings>> {
  if (usernames.length === 0) return new Map();
  const { text, values } = Prisma.sql`
    SELECT u.username,
      (CASE WHEN u.user_type = ${USER_TYPE.headOffice} THEN (SELECT count(*) FROM project p WHERE ${projectsInScope(actor)}) ELSE (SELECT count(*) FROM (${projectsOfUser(actor)}) own) END)::int AS projects,
      (CASE WHEN u.user_type = ${USER_TYPE.headOffice} THEN (SELECT count(*) FROM equipment e WHERE ${unitsInScope(actor)}) ELSE (SELECT count(*) FROM (${unitsOfUser(actor)}) own) END)::int AS equipment
    FROM users u WHERE u.username = ANY(${[...new Set(usernames)]})`;
  const { rows } = await pool().query<{ username: string } & Holdings>({ text, values });
  return new Map(rows.map(({ username, projects, equipment }) => [username, { projects, equipment }]));
}
