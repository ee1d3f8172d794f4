import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { requireUser } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { hasAny } from '@/lib/platform/contract/authorities';
import { addRole, deleteRole, listRolesByUser, searchRoles, updateRole } from './contract';
import type { RoleRow } from './contract';
import { createRole, changeRole, removeRole } from './save';

const SELECT = {
  role: true,
  description: true,
  scope: true,
  createDate: true,
  branchAssignable: true,
} as const satisfies Prisma.RoleSelect;

const toRow =
  (time: ShownTime) =>
  ({ createDate, ...row }: Prisma.RoleGetPayload<{ select: typeof SELECT }>): RoleRow => ({
    ...row,
    createDate: time(createDate),
  });

/** All roles for the head office's role administrators; for everybody else those that the caller may grant. */
function visibleTo(actor: Actor): Prisma.RoleWhereInput {
  return isHeadOffice(actor) && hasAny(actor, ['ROLE_READ']) ? {} : { branchAssignable: true };
}

async function findRoles(actor: Actor, query: ParsedOf<typeof searchRoles>): Promise<OutputOf<typeof searchRoles>> {
  const { searchKey, sortField = 'createDate', sortOrder, pageIndex, pageSize } = query;
  const where: Prisma.RoleWhereInput = {
    AND: [
      visibleTo(actor),
      searchKey ? { OR: [{ role: containsText(searchKey) }, { description: containsText(searchKey) }] } : {},
    ],
  };
  const [total, rows] = await Promise.all([
    db().role.count({ where }),
    db().role.findMany({
      where,
      orderBy: [{ [sortField]: sortOrder }, { role: 'asc' }],
      skip: (pageIndex - 1) * pageSize,
      take: pageSize,
      select: SELECT,
    }),
  ]);
  return page(rows.map(toRow(await shownTime(actor))), total, query);
}

/** Whoever may see an account sees all of its roles, because an update sends the whole list back. */
async function findRolesOf(actor: Actor, username: string): Promise<RoleRow[]> {
  const target = await requireUser(actor, username);
  const rows = await db().role.findMany({
    where: { users: { some: { username: target } } },
    orderBy: { role: 'asc' },
    select: SELECT,
  });
  return rows.map(toRow(await shownTime(actor)));
}

export const services = [
  serve(searchRoles, ({ actor }, query) => findRoles(actor, query)),
  serve(listRolesByUser, ({ actor }, { username }) => findRolesOf(actor, username)),
  serve(addRole, ({ actor }, role) => createRole(actor, role)),
  serve(updateRole, ({ actor }, role) => changeRole(actor, role)),
  serve(deleteRole, (_context, { role }) => removeRole(role)),
];
