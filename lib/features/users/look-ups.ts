import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import {
  branchScope,
  hasWholeAccount,
  projectScope,
  requireUser,
  liveUserScope,
} from '@/lib/platform/auth/scope/scope';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { monthOf } from './activity';
import { pendingRoles } from './approvals';
import type { checkExistingCustomer, checkUserRepeat, queryUserEquipment } from './contract';
import type { MappingRow, UserDetail } from './account-contract';
import { rowsOfUsers } from './list';
import { INTERNAL } from './value-sets';
import {
  CUSTOMER_TYPE,
  MAPPING_TYPE,
  USER_TYPE,
  isBranchUser,
  isCustomer,
} from '@/lib/platform/auth/accounts/account-types';

/** Reads of one account and the checks of its dialogs. */

const MAX_NAMED = 20;

/** Names are told of the caller’s scope only; that a name or phone is taken is told to everyone who may make accounts (readings 27). */
export async function findRepeats(
  actor: Actor,
  { username, phone }: ParsedOf<typeof checkUserRepeat>,
): Promise<OutputOf<typeof checkUserRepeat>> {
  // A deleted account keeps its name, but not its phone.
  const where: Prisma.UserWhereInput =
    username !== undefined ? { usernameLower: username.toLowerCase() } : { phone, deletedAt: null };
  const [exists, users] = await Promise.all([
    db().user.count({ where }),
    db().user.findMany({
      where: { AND: [where, liveUserScope(actor)] },
      orderBy: { username: 'asc' },
      take: MAX_NAMED,
      select: { username: true, nickName: true },
    }),
  ]);
  return { exist: exists > 0, users };
}

export async function findExisting(
  actor: Actor,
  { user }: ParsedOf<typeof checkExistingCustomer>,
): Promise<OutputOf<typeof checkExistingCustomer>> {
  const ways: Prisma.UserWhereInput[] = [
    ...(user.phone ? [{ phone: user.phone }] : []),
    ...(user.nickName ? [{ nickName: user.nickName }] : []),
    ...(user.username ? [{ usernameLower: user.username.toLowerCase() }] : []),
  ];
  if (ways.length === 0) return [];
  const rows = await db().user.findMany({
    where: { AND: [liveUserScope(actor), { OR: ways }] },
    orderBy: [{ createDate: 'desc' }, { username: 'asc' }],
    take: MAX_NAMED,
    select: { createDate: true, username: true, nickName: true },
  });
  const time = await shownTime(actor);
  return rows.map(({ createDate, ...row }) => ({ ...row, createDate: time(createDate) }));
}

/** The mappings of an account whose projects and branches the caller may see. @throws not_found, no_object_permission */
export async function findMappings(actor: Actor, name: string): Promise<MappingRow[]> {
  const username = await requireUser(actor, name);
  const rows = await db().userMapping.findMany({
    where: { username },
    orderBy: { id: 'asc' },
    select: { mappingId: true, type: true, customerType: true },
  });
  const idsOf = (wanted: number) => rows.filter(({ type }) => type === wanted).map(({ mappingId }) => mappingId);
  const [projects, branches] = await Promise.all([
    db().project.findMany({
      where: { AND: [{ projectId: { in: idsOf(MAPPING_TYPE.project) } }, projectScope(actor, { focus: false })] },
      select: { projectId: true, projectName: true },
    }),
    db().branch.findMany({
      where: { AND: [{ branchCode: { in: idsOf(MAPPING_TYPE.branch) } }, branchScope(actor)] },
      select: { branchCode: true, branchName: true },
    }),
  ]);
  const names = new Map<string, string>([
    ...projects.map((row) => [`1:${row.projectId}`, row.projectName] as const),
    ...branches.map((row) => [`2:${row.branchCode}`, row.branchName] as const),
  ]);
  return rows.flatMap((row) => {
    const found = names.get(`${row.type}:${row.mappingId}`);
    return found === undefined ? [] : [{ ...row, name: found }];
  });
}

const branchUserTypeOf = ({
  userType,
  customerType,
  tier,
}: {
  userType: number;
  customerType: number | null;
  tier: number | null;
}) => (userType !== USER_TYPE.project ? null : customerType === CUSTOMER_TYPE.internal ? INTERNAL : tier);

/** @throws not_found, no_object_permission */
export async function findDetail(actor: Actor, name: string, language: Language): Promise<UserDetail> {
  const username = await requireUser(actor, name);
  const [rows, user, userMappingList, waiting, editable] = await Promise.all([
    rowsOfUsers(actor, [username], monthOf(undefined, Date.now()), language, await shownTime(actor)),
    db().user.findUniqueOrThrow({
      where: { username },
      include: { roles: { orderBy: { role: 'asc' } }, invoices: { orderBy: { taxId: 'asc' } } },
    }),
    findMappings(actor, username),
    pendingRoles(username),
    hasWholeAccount(db(), actor, username),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return {
    ...row,
    branchUserType: branchUserTypeOf(user),
    roleNameList: user.roles.map(({ role }) => ({ username, roleName: role })),
    pendingRoles: waiting,
    userMappingList,
    invoiceUserList: user.invoices.map(({ taxId, customerName, projectNames }) => ({
      taxId,
      customerName,
      projectNames,
      username,
    })),
    invoiceAttachmentPath: user.invoiceAttachmentPath,
    editable,
  };
}

/** The units that an account is mapped to and the caller may see. @throws not_found, no_object_permission */
export async function findEquipment(
  actor: Actor,
  query: ParsedOf<typeof queryUserEquipment>,
): Promise<OutputOf<typeof queryUserEquipment>> {
  const username = await requireUser(actor, query.username);
  const user = await db().user.findUniqueOrThrow({
    where: { username },
    select: { userType: true, mappings: { select: { type: true, mappingId: true } } },
  });
  const idsOf = (wanted: number) =>
    user.mappings.filter(({ type }) => type === wanted).map(({ mappingId }) => mappingId);
  const mapped: Prisma.EquipmentWhereInput = isBranchUser(user)
    ? { branchCode: { in: idsOf(MAPPING_TYPE.branch) } }
    : {
        projects: {
          some: {
            project: {
              deletedAt: null,
              projectId: { in: isCustomer(user) ? idsOf(MAPPING_TYPE.project) : [] },
            },
          },
        },
      };
  const where: Prisma.EquipmentWhereInput = {
    AND: [mapped, equipmentScope(actor, { focus: false })],
  };
  const direction = query.sortField ? query.sortOrder : 'desc';
  const field = query.sortField ?? 'createDate';
  const [total, records] = await Promise.all([
    db().equipment.count({ where }),
    db().equipment.findMany({
      where,
      orderBy: [{ [field]: direction }, ...(field === 'equipmentNo' ? [] : [{ equipmentNo: direction }])],
      skip: (query.pageIndex - 1) * query.pageSize,
      take: query.pageSize,
      select: {
        equipmentNo: true,
        cubeNo: true,
        equipmentType: true,
        productLine: true,
        equipmentName: true,
        buildingName: true,
      },
    }),
  ]);
  return page(records, total, query);
}
