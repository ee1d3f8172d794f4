import type { Actor } from '@/lib/auth/actor';
import { equipmentKeys } from '@/lib/auth/scope';
import { pool } from '@/lib/db/client';

export interface Holdings {
  readonly projects: number;
  readonly equipment: number;
}

const QUERY = `
  SELECT u.username,
    (SELECT count(*) FROM project p WHERE p.deleted_at IS NULL AND ($2::text[] IS NULL OR p.branch_code = ANY ($2)) AND ($3::text[] IS NULL OR p.project_id = ANY ($3)) AND CASE u.user_type
       WHEN 0 THEN true
       WHEN 2 THEN p.branch_code IN (SELECT mapping_id FROM user_mapping WHERE username = u.username AND type = 2)
       ELSE p.project_id IN (SELECT mapping_id FROM user_mapping WHERE username = u.username AND type = 1) END)::int AS projects,
    (SELECT count(*) FROM equipment e WHERE e.deleted_at IS NULL AND ($2::text[] IS NULL OR e.branch_code = ANY ($2))
       AND ($3::text[] IS NULL OR EXISTS (SELECT 1 FROM project_equipment own WHERE own.equipment_no = e.equipment_no AND own.project_id = ANY ($3))) AND CASE u.user_type
       WHEN 0 THEN true
       WHEN 2 THEN e.branch_code IN (SELECT mapping_id FROM user_mapping WHERE username = u.username AND type = 2)
       ELSE e.equipment_no IN (SELECT pe.equipment_no FROM project_equipment pe JOIN user_mapping m ON m.mapping_id = pe.project_id WHERE m.username = u.username AND m.type = 1) END)::int AS equipment
  FROM users u WHERE u.username = ANY ($1)`;

/** Projects and distinct units of accounts, as far as the caller may see them, without the focus (silent-screens B8 equipmentTotal). */
export async function holdingsOf(actor: Actor, usernames: readonly string[]): Promise<Map<string, Holdings>> {
  if (usernames.length === 0) return new Map();
  const { branches, projects } = equipmentKeys(actor);
  const { rows } = await pool().query<{ username: string } & Holdings>(QUERY, [[...new Set(usernames)], branches, projects]);
  return new Map(rows.map(({ username, projects, equipment }) => [username, { projects, equipment }]));
}
