import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { AppError } from '@/lib/platform/contract/errors';
import type { Actor } from '@/lib/platform/contract/actor';
import { isHeadOffice, MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';

/**
 * The rows that an actor may read or change (api.md §1.5), as a `where` for the query: never fetch, then filter. Every
 * function starts with no rows and adds what a mapping grants. Deleted projects are in nobody's scope, so no list, count or
 * detail can show one. Deleted accounts stay in scope, for the logs that name them.
 */

export type ScopedActor = Pick<Actor, 'userType' | 'username' | 'branchName' | 'mappings' | 'focus'>;

export interface ScopeOptions {
  /** The focus narrows lists, counts, exports and the wall, but not reads and writes by key. */
  readonly focus: boolean;
}

/** The focus projects in force: null when there is no narrowing (no header, or a user without a branch, readings 15). */
export function focusOf(actor: ScopedActor): readonly string[] | null {
  return actor.branchName === 'admin' ? null : actor.focus;
}

/** What each kind of user may see (api.md §1.5): head office, branch users, project users, and anybody else. */
interface RowsByUserType<W> {
  readonly head: W;
  readonly branch: W;
  readonly project: W;
  readonly none: W;
}

export function rowsOf<W>(
  { userType }: Pick<ScopedActor, 'userType'>,
  { head, branch, project, none }: RowsByUserType<W>,
): W {
  switch (userType) {
    case USER_TYPE.headOffice:
      return head;
    case USER_TYPE.branch:
      return branch;
    case USER_TYPE.project:
      return project;
    default:
      return none;
  }
}

export const inBranches = ({ mappings }: ScopedActor) => ({ in: [...mappings.branches] });
export const inProjects = ({ mappings }: ScopedActor) => ({ in: [...mappings.projects] });

/** `prj`: projects. */
export function projectScope(actor: ScopedActor, { focus }: ScopeOptions): Prisma.ProjectWhereInput {
  const narrowed = focus ? focusOf(actor) : null;
  return {
    AND: [
      { deletedAt: null },
      projectOfMappings(actor),
      ...(narrowed === null ? [] : [{ projectId: { in: [...narrowed] } }]),
    ],
  };
}

function projectOfMappings(actor: ScopedActor): Prisma.ProjectWhereInput {
  return rowsOf<Prisma.ProjectWhereInput>(actor, {
    head: {},
    branch: { branchCode: inBranches(actor) },
    project: { projectId: inProjects(actor) },
    none: { projectId: { in: [] } },
  });
}

/** `br`: branches. */
export function branchScope(actor: ScopedActor): Prisma.BranchWhereInput {
  return rowsOf<Prisma.BranchWhereInput>(actor, {
    head: {},
    branch: { branchCode: inBranches(actor) },
    project: { projects: { some: { projectId: inProjects(actor) } } },
    none: { branchCode: { in: [] } },
  });
}

/** `usr`: accounts. */
export function userScope(actor: ScopedActor): Prisma.UserWhereInput {
  return rowsOf<Prisma.UserWhereInput>(actor, {
    head: {},
    branch: { branchCode: inBranches(actor), userType: { not: USER_TYPE.headOffice } },
    project: { username: actor.username },
    none: { username: { in: [] } },
  });
}

/** `usr` without deleted accounts: what can be found, opened or changed. */
export function liveUserScope(actor: ScopedActor): Prisma.UserWhereInput {
  return { AND: [{ deletedAt: null }, userScope(actor)] };
}

/** `usr` for hand-written SQL on `users u`: the same rows as `userScope`. */
export function userScopeSql(actor: ScopedActor): Prisma.Sql {
  return rowsOf<Prisma.Sql>(actor, {
    head: Prisma.sql`true`,
    branch: Prisma.sql`u.branch_code = ANY(${[...actor.mappings.branches]}) AND u.user_type <> ${USER_TYPE.headOffice}`,
    project: Prisma.sql`u.username = ${actor.username}`,
    none: Prisma.sql`false`,
  });
}

/** A row that names an account, in column `A`, and that account's branch. */
type AccountRow<A extends string> = { readonly [column in A]?: string } & { readonly branchCode?: { in: string[] } };

/**
 * `usr` for rows that store the account and its branch themselves, so that they outlive it: their own, and those of
 * the branches in scope. Rows without an account belong to the head office.
 * @param column where the account's name stands
 * @param others a further condition for rows of other accounts
 */
export function accountRowScope<A extends string, O extends object>(actor: ScopedActor, column: A, others?: O) {
  const own = { [column]: actor.username } as AccountRow<A>;
  const ofBranch = { branchCode: inBranches(actor), ...others } as AccountRow<A> & O;
  return rowsOf<AccountRow<A> & { OR?: AccountRow<A>[] }>(actor, {
    head: {} as AccountRow<A>,
    branch: { OR: [own, ofBranch] } as AccountRow<A> & { OR: AccountRow<A>[] },
    project: own,
    none: own,
  });
}

/**
 * The branches or projects whose rows the actor may touch, for hand-written SQL; without focus. null means all, an empty
 * list none.
 */
export function mappedKeys(actor: ScopedActor): {
  branches: readonly string[] | null;
  projects: readonly string[] | null;
} {
  return rowsOf<ReturnType<typeof mappedKeys>>(actor, {
    head: { branches: null, projects: null },
    branch: { branches: actor.mappings.branches, projects: null },
    project: { branches: null, projects: actor.mappings.projects },
    none: { branches: [], projects: [] },
  });
}

/** Projects `p` that the caller may see; names of others are neither shown nor searched. */
export function projectsInScope(actor: ScopedActor): Prisma.Sql {
  const { branches, projects } = mappedKeys(actor);
  if (branches) return Prisma.sql`p.deleted_at IS NULL AND p.branch_code = ANY(${[...branches]})`;
  if (projects) return Prisma.sql`p.deleted_at IS NULL AND p.project_id = ANY(${[...projects]})`;
  return Prisma.sql`p.deleted_at IS NULL`;
}

/**
 * Asserts that an account exists and is in the caller's scope.
 * @returns its name as stored
 * @throws not_found, no_object_permission (511)
 */
export async function requireUser(actor: ScopedActor, username: string): Promise<string> {
  const usernameLower = username.toLowerCase();
  const found = await db().user.findFirst({
    where: { AND: [{ usernameLower }, liveUserScope(actor)] },
    select: { username: true },
  });
  if (found) return found.username;
  const exists = await db().user.count({ where: { usernameLower, deletedAt: null } });
  throw new AppError(exists > 0 ? 'no_object_permission' : 'not_found');
}

type Sql = Pick<Prisma.TransactionClient, 'userMapping' | 'project' | 'branch'>;

/**
 * Are all mappings of an account, of both types, in the caller's scope? A mapping to a deleted row is only in the head
 * office's scope.
 */
export async function hasWholeAccount(sql: Sql, actor: ScopedActor, username: string): Promise<boolean> {
  if (isHeadOffice(actor)) return true;
  const mappings = await sql.userMapping.findMany({ where: { username }, select: { type: true, mappingId: true } });
  const idsOf = (wanted: number) => mappings.filter(({ type }) => type === wanted).map(({ mappingId }) => mappingId);
  const [projects, branches] = [idsOf(MAPPING_TYPE.project), idsOf(MAPPING_TYPE.branch)];
  if (projects.length + branches.length < mappings.length) return false;
  const seenProjects = await sql.project.count({
    where: { AND: [{ projectId: { in: projects } }, projectScope(actor, { focus: false })] },
  });
  const seenBranches = await sql.branch.count({
    where: { AND: [{ branchCode: { in: branches } }, branchScope(actor)] },
  });
  return seenProjects === projects.length && seenBranches === branches.length;
}

/**
 * Asserts that nobody gets access to an account that sees more than the caller: by a new phone, a password, a link or
 * other roles (readings 116).
 * @throws no_object_permission (511); its text says who may
 */
export async function requireWholeAccount(sql: Sql, actor: ScopedActor, username: string): Promise<void> {
  if (!(await hasWholeAccount(sql, actor, username)))
    throw new AppError('no_object_permission', { messageKey: 'foreignMappings' });
}

/**
 * Asserts that a project exists and the actor may see it; focus does not matter for a key.
 * @throws not_found, no_object_permission (511)
 */
export async function requireProject(
  actor: ScopedActor,
  projectId: string,
): Promise<{ projectId: string; branchCode: string; autoCreate: string }> {
  const select = { projectId: true, branchCode: true, autoCreate: true } as const;
  const found = await db().project.findFirst({
    where: { AND: [{ projectId }, projectScope(actor, { focus: false })] },
    select,
  });
  if (found) return found;
  const exists = await db().project.count({ where: { projectId, deletedAt: null } });
  throw new AppError(exists > 0 ? 'no_object_permission' : 'not_found');
}
