import { lockAccount } from '@/lib/platform/auth/accounts/account-lock';
import type { Actor } from '@/lib/platform/contract/actor';
import { branchScope, projectScope, requireUser, requireWholeAccount } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { User } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { USER_TYPE, isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { holds, isMaster } from '@/lib/platform/contract/authorities';

/** Who may do what to which account (api.md §2.3 Rules). */

type UserEditor = Pick<Actor, 'userType' | 'authorities'>;

/** Authorities of an account by its roles. */
export async function authoritiesOf(sql: Transaction, username: string): Promise<string[]> {
  const rows = await sql.roleAuthority.findMany({
    where: { roleRow: { users: { some: { username } } } },
    select: { authority: true },
    distinct: ['authority'],
  });
  return rows.map(({ authority }) => authority);
}

/**
 * The target rule: nobody changes, deletes or resets an account that is stronger than he is and than what a branch may give;
 * a new phone or password would take it over.
 * @throws access_denied
 */
export async function requireWeakerTarget(sql: Transaction, actor: UserEditor, username: string): Promise<void> {
  if (isMaster(actor)) return;
  const lacking = (await authoritiesOf(sql, username)).filter((authority) => !holds(actor, authority));
  if (lacking.length === 0) return;
  const assignable = await sql.roleAuthority.findMany({
    where: { authority: { in: lacking }, roleRow: { branchAssignable: true } },
    select: { authority: true },
    distinct: ['authority'],
  });
  if (assignable.length < lacking.length) throw new AppError('access_denied', { messageKey: 'strongerAccount' });
}

/** An account that a caller means to write, as it was when he asked. */
export interface EditedAccount {
  readonly username: string;
  /** The account under lock, with the rules asked again: what it may see must not grow between the question and the write. */
  lock(sql: Transaction): Promise<User>;
}

/**
 * An account in the caller's scope that is not stronger than he is and sees no more than he does.
 * @throws not_found, no_object_permission, access_denied
 */
export async function findTarget(actor: Actor, name: string): Promise<EditedAccount> {
  const username = await requireUser(actor, name);
  const check = async (sql: Transaction): Promise<void> => {
    await requireWeakerTarget(sql, actor, username);
    await requireWholeAccount(sql, actor, username);
  };
  await check(db());
  return {
    username,
    lock: async (sql) => {
      await lockAccount(sql, username);
      const user = await sql.user.findFirst({ where: { username, deletedAt: null } });
      if (!user) throw new AppError('not_found');
      await check(sql);
      return user;
    },
  };
}

/**
 * The roles that an account will have. Outside the head office only assignable ones are given and taken; what an account
 * holds beyond them stays as it is. Roles with SUPER_MASTER are given by its holders only.
 * @throws validation_failed for an unknown role, access_denied
 */
export async function rolesToHave(
  sql: Transaction,
  actor: UserEditor,
  wanted: readonly string[],
  held: readonly string[],
): Promise<string[]> {
  const rows = await sql.role.findMany({
    where: { role: { in: [...new Set([...wanted, ...held])] } },
    select: {
      role: true,
      branchAssignable: true,
      authorities: { where: { authority: 'SUPER_MASTER' }, select: { authority: true } },
    },
  });
  const known = new Map(rows.map((row) => [row.role, row]));
  const unknown = wanted.find((role) => !known.has(role));
  if (unknown !== undefined) throw new FieldError('roleNameList', 'roleNotFound');
  const isGiven = (role: string) => !held.includes(role);
  if (!isMaster(actor) && wanted.some((role) => isGiven(role) && (known.get(role)?.authorities.length ?? 0) > 0))
    throw new AppError('access_denied', { messageKey: 'masterOnly' });
  if (isHeadOffice(actor)) return [...wanted];
  const isAssignable = (role: string) => known.get(role)?.branchAssignable ?? false;
  if (wanted.some((role) => isGiven(role) && !isAssignable(role)))
    throw new AppError('access_denied', { messageKey: 'roleNotAssignable' });
  return [...new Set([...wanted, ...held.filter((role) => !isAssignable(role))])];
}

/** Every project exists and is the caller's to give. @throws not_found, no_object_permission */
export async function requireProjects(sql: Transaction, actor: Actor, projectIds: readonly string[]): Promise<void> {
  const where = { projectId: { in: [...projectIds] }, deletedAt: null };
  const visible = await sql.project.count({ where: { AND: [where, projectScope(actor, { focus: false })] } });
  if (visible === projectIds.length) return;
  throw new AppError((await sql.project.count({ where })) === projectIds.length ? 'no_object_permission' : 'not_found');
}

/** Every branch exists and is the caller's to give. @throws not_found, no_object_permission */
export async function requireBranches(sql: Transaction, actor: Actor, branchCodes: readonly string[]): Promise<void> {
  const where = { branchCode: { in: [...branchCodes] } };
  const visible = await sql.branch.count({ where: { AND: [where, branchScope(actor)] } });
  if (visible === branchCodes.length) return;
  throw new AppError((await sql.branch.count({ where })) === branchCodes.length ? 'no_object_permission' : 'not_found');
}

/** Head-office accounts are made and kept by holders of SUPER_MASTER. @throws access_denied */
export function requireMasterFor(actor: UserEditor, userType: number): void {
  if (userType === USER_TYPE.headOffice && !isMaster(actor))
    throw new AppError('access_denied', { messageKey: 'masterOnly' });
}

/** One after the other: who deletes or demotes a head-office account must not leave the portal without any. @throws conflict */
export async function requireAnotherHeadOffice(sql: Transaction, username: string): Promise<void> {
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('last-head-office'))`;
  const others = await sql.user.count({
    where: { userType: USER_TYPE.headOffice, deletedAt: null, enabled: true, username: { not: username } },
  });
  if (others === 0) throw new AppError('conflict', { messageKey: 'lastHeadOffice' });
}
