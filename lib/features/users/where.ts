import { projectsInScope, userScopeSql } from '@/lib/platform/auth/scope/scope';
import { unitsInScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { Prisma } from '@/lib/platform/db/generated/client';
import { gramFilter, likeContains } from '@/lib/platform/db/name-grams';
import { activitySql } from './activity';
import type { Month } from './activity';
import type { UserFilters } from './account-contract';
import { CUSTOMER_TYPE, MAPPING_TYPE, USER_TYPE, isHeadOffice } from '@/lib/platform/auth/accounts/account-types';

/** The conditions of the user list on `users u`. Hand-written SQL: activity and devices are not columns (silent-screens B8). */

/**
 * Has `u` a unit that the caller may see? Asked of one account after the other for a page, of which some soon have one; otherwise
 * all that have one are looked up once: of 100,000 accounts that takes a thirtieth of the time.
 */
function hasUnits(actor: Actor, isPage: boolean): Prisma.Sql {
  const unit = Prisma.sql`project_equipment pe JOIN equipment e ON e.equipment_no = pe.equipment_no`;
  const inProject = isPage
    ? Prisma.sql`EXISTS (SELECT 1 FROM user_mapping m JOIN project p ON p.project_id = m.mapping_id AND p.deleted_at IS NULL JOIN (${unit}) ON pe.project_id = p.project_id
        WHERE m.username = u.username AND m.type = ${MAPPING_TYPE.project} AND ${unitsInScope(actor)})`
    : Prisma.sql`u.username IN (SELECT m.username FROM user_mapping m WHERE m.type = ${MAPPING_TYPE.project} AND m.mapping_id IN (
        SELECT p.project_id FROM project p WHERE p.deleted_at IS NULL AND EXISTS (SELECT 1 FROM ${unit} WHERE pe.project_id = p.project_id AND ${unitsInScope(actor)})))`;
  const inBranch = Prisma.sql`u.username IN (SELECT m.username FROM user_mapping m WHERE m.type = ${MAPPING_TYPE.branch} AND EXISTS (SELECT 1 FROM equipment e WHERE e.branch_code = m.mapping_id AND ${unitsInScope(actor)}))`;
  return Prisma.sql`(u.user_type = ${USER_TYPE.project} AND ${inProject} OR u.user_type = ${USER_TYPE.branch} AND ${inBranch})`;
}

/** Accounts by name, phone or the name of a project of theirs; each way by its own index. */
function keywordSql(actor: Actor, keyword: string): Prisma.Sql {
  const like = likeContains(keyword);
  const grams = gramFilter(keyword).searchGrams.hasEvery;
  const named = Prisma.sql`SELECT username FROM users WHERE search_grams @> ${grams}::text[] AND (username_lower LIKE lower(${like}) OR nick_name ILIKE ${like})`;
  // The list shows whole numbers to everybody who may read it.
  const called = /^\d+$/.test(keyword) ? [Prisma.sql`SELECT username FROM users WHERE phone LIKE ${like}`] : [];
  const project = Prisma.sql`p.search_grams @> ${grams}::text[] AND p.project_name ILIKE ${like} AND ${projectsInScope(actor)}`;
  const mapped = Prisma.sql`SELECT m.username FROM project p JOIN user_mapping m ON m.type = ${MAPPING_TYPE.project} AND m.mapping_id = p.project_id WHERE ${project}`;
  const inBranch = Prisma.sql`SELECT m.username FROM project p JOIN user_mapping m ON m.type = ${MAPPING_TYPE.branch} AND m.mapping_id = p.branch_code WHERE ${project}`;
  return Prisma.sql`u.username IN (${Prisma.join([named, ...called, mapped, inBranch], ' UNION ')})`;
}

/** 0 branch, 1 internal, 2 to 4 external customers of a tier (readings 14). */
function customerSql(value: number): Prisma.Sql {
  if (value < CUSTOMER_TYPE.external)
    return Prisma.sql`u.customer_type = ${value} AND u.user_type <> ${USER_TYPE.headOffice}`;
  return Prisma.sql`u.customer_type = ${CUSTOMER_TYPE.external} AND u.tier = ${value - 1}`;
}

/** Everything that has to hold of an account `u` in the list. @param options.isPage only the first of them are wanted */
export function usersWhere(actor: Actor, filters: UserFilters, month: Month, { isPage = false } = {}): Prisma.Sql {
  const conditions = [Prisma.sql`u.deleted_at IS NULL`, userScopeSql(actor)];
  if (filters.keyword) conditions.push(keywordSql(actor, filters.keyword));
  // The filter is the head office's; the branches of others are their scope already.
  if (filters.branchCodes && isHeadOffice(actor))
    conditions.push(Prisma.sql`u.branch_code = ANY(${filters.branchCodes})`);
  if (filters.customerType !== undefined) conditions.push(customerSql(filters.customerType));
  if (filters.status) conditions.push(activitySql(filters.status, month));
  if (filters.haveEquipment !== undefined) {
    const isWanted = filters.haveEquipment === 1;
    const has = hasUnits(actor, isPage && isWanted);
    conditions.push(isWanted ? has : Prisma.sql`NOT ${has}`);
  }
  return Prisma.join(conditions, ' AND ');
}
