import type { Actor } from '@/lib/platform/contract/actor';
import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { userScope } from '@/lib/platform/auth/scope/scope';
import { bumpAccess } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { noteApplication } from './approvals';
import { approvalRoles } from './internal/approval-roles';
import { applyInvoiceGrant, invoiceGrant } from './invoices';
import { noteAccount, auditedUser } from './audited-user';
import {
  findTarget,
  requireAnotherHeadOffice,
  requireBranches,
  requireMasterFor,
  requireProjects,
  rolesToHave,
} from './rules';
import type { UserSave } from './save-input';
import { customerTypeOf, ROLE, TIER_ROLES } from './value-sets';
import {
  CUSTOMER_TYPE,
  MAPPING_TYPE,
  PROJECT_BRANCH_TYPE,
  USER_TYPE,
  isHeadOffice,
} from '@/lib/platform/auth/accounts/account-types';

/** Creating and changing accounts (api.md §2.3); everything of one save in one transaction. */

/** Names that stand beside the key in a path of ours (api.md §1.2 Keys), in lower case. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'access',
  'approval',
  'branchuser',
  'checkrepeat',
  'createloginlink',
  'detail',
  'download',
  'equipment',
  'feedback',
  'query',
  'queryequipment',
  'resetpw',
  'saveuser',
  'sendmessage',
  'strategy',
  'updatepw',
]);

interface UserKind {
  readonly userType: number;
  readonly customerType: number;
  readonly projectbranchType: number | null;
  readonly tier: number | null;
}

/** The highest tier of the roles; the type chosen in the branch dialog when no role says one. */
function tierOf(
  { roles, branchUserType }: Pick<UserSave, 'roles' | 'branchUserType'>,
  customerType: number,
): number | null {
  if (customerType !== CUSTOMER_TYPE.external) return null;
  const tiers = roles.flatMap((role) => TIER_ROLES[role] ?? []);
  return tiers.length > 0 ? Math.max(...tiers) : (branchUserType ?? null);
}

/** What kind of account the admin dialog describes. */
function adminKind(save: UserSave): UserKind {
  const { userType, projectbranchType, customerType } = save.user;
  if (userType === USER_TYPE.headOffice)
    return { userType, customerType: CUSTOMER_TYPE.internal, projectbranchType: null, tier: null };
  if (projectbranchType === PROJECT_BRANCH_TYPE.branch)
    return { userType: USER_TYPE.branch, customerType: CUSTOMER_TYPE.branch, projectbranchType, tier: null };
  const type = customerType ?? CUSTOMER_TYPE.external;
  return {
    userType: USER_TYPE.project,
    customerType: type,
    projectbranchType: PROJECT_BRANCH_TYPE.ordinary,
    tier: tierOf(save, type),
  };
}

/** The branch dialog makes project users only. */
function branchKind(save: UserSave): UserKind {
  const customerType = customerTypeOf(save.branchUserType ?? 0);
  return {
    userType: USER_TYPE.project,
    customerType,
    projectbranchType: PROJECT_BRANCH_TYPE.ordinary,
    tier: tierOf(save, customerType),
  };
}

/** Projects of an ordinary user, branches of a branch user, nothing of a head-office account. */
function mappingsOf(save: UserSave, { userType }: UserKind): { type: number; mappingId: string }[] {
  if (userType === USER_TYPE.project)
    return save.projects.map((mappingId) => ({ type: MAPPING_TYPE.project, mappingId }));
  if (userType === USER_TYPE.branch)
    return save.branches.map((mappingId) => ({ type: MAPPING_TYPE.branch, mappingId }));
  return [];
}

/** Every key that the save names is there and the caller's to give. */
async function requireReferences(sql: Transaction, actor: Actor, save: UserSave, kind: UserKind): Promise<void> {
  requireMasterFor(actor, kind.userType);
  const mappings = mappingsOf(save, kind);
  const idsOf = (wanted: number) => mappings.filter(({ type }) => type === wanted).map(({ mappingId }) => mappingId);
  await requireProjects(sql, actor, idsOf(MAPPING_TYPE.project));
  await requireBranches(sql, actor, [
    ...new Set([...idsOf(MAPPING_TYPE.branch), ...(save.belongBranch === null ? [] : [save.belongBranch])]),
  ]);
}

async function setRoles(sql: Transaction, username: string, roles: readonly string[]): Promise<void> {
  await sql.userRole.deleteMany({ where: { username, role: { notIn: [...roles] } } });
  await sql.userRole.createMany({ data: roles.map((role) => ({ username, role })), skipDuplicates: true });
}

/** Replaces the mappings: whoever may save sees all of them (readings 116), so none is kept that the save does not name. */
async function setMappings(sql: Transaction, username: string, save: UserSave, kind: UserKind): Promise<void> {
  const wanted = mappingsOf(save, kind);
  const held = await sql.userMapping.findMany({
    where: { username },
    select: { id: true, type: true, mappingId: true },
  });
  const gone = held.filter(
    ({ type, mappingId }) => !wanted.some((mapping) => mapping.type === type && mapping.mappingId === mappingId),
  );
  await sql.userMapping.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  await sql.userMapping.createMany({
    data: wanted.map((mapping) => ({ username, ...mapping, customerType: kind.customerType })),
    skipDuplicates: true,
  });
}

/** Nobody of this name, living or deleted (its traces stay his). */
const isNameTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

interface UserVariant {
  readonly isBranch: boolean;
}

/** Roles of the save that take effect, and those that wait for the head office. */
async function splitRoles(
  sql: Transaction,
  actor: Actor,
  save: UserSave,
  held: readonly string[],
  { isBranch }: UserVariant,
): Promise<{ roles: string[]; waiting: string[] }> {
  const roles = await rolesToHave(sql, actor, save.roles, held);
  if (!isBranch || isHeadOffice(actor)) return { roles, waiting: [] };
  const asked = await approvalRoles(sql);
  const waiting = roles.filter((role) => asked.has(role) && !held.includes(role));
  return { roles: roles.filter((role) => !waiting.includes(role)), waiting };
}

/** The invoice customers take effect with the role; while it waits they stand in the application. */
async function saveInvoices(
  sql: Transaction,
  actor: Actor,
  save: UserSave,
  username: string,
  roles: readonly string[],
): Promise<void> {
  const grant = save.roles.includes(ROLE.invoice) ? await invoiceGrant(sql, actor, save, username) : null;
  if (grant === null || roles.includes(ROLE.invoice)) await applyInvoiceGrant(sql, username, grant);
}

/** A phone that an account uses already; names those that the caller may see (readings 27). @throws conflict */
async function requireFreePhone(sql: Transaction, actor: Actor, phone: string): Promise<void> {
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`phone:${phone}`}))`;
  const where = { phone, deletedAt: null };
  if ((await sql.user.count({ where })) === 0) return;
  const seen = await sql.user.findMany({
    where: { AND: [where, userScope(actor)] },
    orderBy: { username: 'asc' },
    take: 20,
    select: { username: true },
  });
  if (seen.length === 0)
    throw new AppError('conflict', { messageKey: 'phoneInUse', data: { fieldKeys: { 'user.phone': 'phoneInUse' } } });
  throw new AppError('conflict', {
    messageKey: 'phoneUsedBy',
    params: { names: seen.map(({ username }) => username).join('\u3001') },
    data: { fieldKeys: { 'user.phone': 'phoneUsedBy' } },
  });
}

/** @throws validation_failed, conflict, access_denied, not_found, no_object_permission */
export async function createAccount(
  actor: Actor,
  save: UserSave,
  variant: UserVariant,
): Promise<{ username: string; approvalId: string | null }> {
  const { username, nickName, email, phone } = save.user;
  const password = save.user.password ?? '';
  if (RESERVED_NAMES.has(username.toLowerCase())) throw new FieldError('user.username', 'reservedName');
  const fault = passwordFault(password);
  if (fault) throw new FieldError('user.password', fault);
  const kind = variant.isBranch ? branchKind(save) : adminKind(save);
  const passwordHash = await hashPassword(password);
  try {
    return await db().$transaction(async (sql) => {
      await requireReferences(sql, actor, save, kind);
      const { roles, waiting } = await splitRoles(sql, actor, save, [], variant);
      if (variant.isBranch) await requireFreePhone(sql, actor, phone);
      await sql.user.create({
        data: {
          username,
          usernameLower: username.toLowerCase(),
          nickName,
          email,
          phone,
          passwordHash,
          passwordAt: new Date(),
          ...kind,
          branchCode: save.belongBranch,
          createBy: actor.username,
          roles: { create: roles.map((role) => ({ role })) },
          mappings: {
            create: mappingsOf(save, kind).map((mapping) => ({ ...mapping, customerType: kind.customerType })),
          },
        },
      });
      await saveInvoices(sql, actor, save, username, roles);
      const approvalId = variant.isBranch ? await noteApplication(sql, actor, save, username, waiting) : null;
      noteAccount(null, await auditedUser(sql, username));
      return { username, approvalId };
    });
  } catch (error) {
    throw isNameTaken(error)
      ? new AppError('conflict', {
          messageKey: 'usernameTaken',
          data: { fieldKeys: { 'user.username': 'usernameTaken' } },
        })
      : error;
  }
}

/** @throws as createAccount; access_denied by the target rule, and in the branch variant for accounts that are no project users */
export async function updateAccount(
  actor: Actor,
  save: UserSave,
  variant: UserVariant,
): Promise<{ approvalId: string } | null> {
  const target = await findTarget(actor, save.user.username);
  const { username } = target;
  const kind = variant.isBranch ? branchKind(save) : adminKind(save);
  return db().$transaction(async (sql) => {
    const { userType } = await target.lock(sql);
    if (variant.isBranch && userType !== USER_TYPE.project)
      throw new AppError('access_denied', { messageKey: 'projectUsersOnly' });
    const before = await auditedUser(sql, username);
    await requireReferences(sql, actor, save, kind);
    if (userType === USER_TYPE.headOffice) {
      requireMasterFor(actor, USER_TYPE.headOffice);
      if (!isHeadOffice(kind)) await requireAnotherHeadOffice(sql, username);
    }
    const held = before.roles.map(({ role }) => role);
    const { roles, waiting } = await splitRoles(sql, actor, save, held, variant);
    const { nickName, email, phone } = save.user;
    await sql.user.update({
      where: { username },
      data: { nickName, email, phone, ...kind, branchCode: save.belongBranch },
    });
    await setRoles(sql, username, roles);
    await setMappings(sql, username, save, kind);
    await saveInvoices(sql, actor, save, username, roles);
    const approvalId = variant.isBranch ? await noteApplication(sql, actor, save, username, waiting) : null;
    noteAccount(before, await auditedUser(sql, username));
    await bumpAccess(sql, username);
    return approvalId === null ? null : { approvalId };
  });
}
