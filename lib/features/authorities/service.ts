import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { addAuthority, deleteAuthority, listAuthoritiesByRole, searchAuthorities, updateAuthority } from './contract';
import type { AuthorityRow } from './contract';
import { AUTHORITY_SELECT, findAuthorities, toAuthorityRow } from './list';

/** The fields that the audit log records. */
const NOTED = { description: true, scope: true } as const satisfies Prisma.AuthoritySelect;

/** @throws not_found */
async function findAuthoritiesOf(actor: Actor, role: string): Promise<AuthorityRow[]> {
  if ((await db().role.count({ where: { role } })) === 0)
    throw new AppError('not_found', { messageKey: 'roleNotFound' });
  const rows = await db().authority.findMany({
    where: { roles: { some: { role } } },
    orderBy: { authority: 'asc' },
    select: AUTHORITY_SELECT,
  });
  return rows.map(toAuthorityRow(await shownTime(actor)));
}

/** @throws conflict */
async function createAuthority(
  actor: Actor,
  { authority, description, scope }: ParsedOf<typeof addAuthority>,
): Promise<null> {
  const { count } = await db().authority.createMany({
    data: [{ authority, description: description || null, ...(scope ? { scope } : {}), createBy: actor.username }],
    skipDuplicates: true,
  });
  if (count === 0)
    throw new AppError('conflict', {
      messageKey: 'authorityExists',
      data: { fieldKeys: { authority: 'authorityExists' } },
    });
  noteChange(null, { description: description || null, ...(scope ? { scope } : {}) });
  return null;
}

/** @throws not_found */
async function changeAuthority({ authority, description, scope }: ParsedOf<typeof updateAuthority>): Promise<null> {
  await db().$transaction(async (sql) => {
    const [before] = await sql.$queryRaw<
      { description: string | null; scope: string }[]
    >`SELECT description, scope FROM authority WHERE authority = ${authority} FOR UPDATE`;
    if (!before) throw new AppError('not_found', { messageKey: 'authorityNotFound' });
    const data = {
      ...(description === undefined ? {} : { description: description || null }),
      ...(scope ? { scope } : {}),
    };
    noteChange(before, await sql.authority.update({ where: { authority }, data, select: NOTED }));
  });
  return null;
}

/** @throws not_found, conflict (a role has it, or it is part of the product) */
async function removeAuthority(authority: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const [found] = await sql.$queryRaw<
      { seeded: boolean }[]
    >`SELECT seeded FROM authority WHERE authority = ${authority} FOR UPDATE`;
    if (!found) throw new AppError('not_found', { messageKey: 'authorityNotFound' });
    if (found.seeded) throw new AppError('conflict', { messageKey: 'authoritySeeded' });
    if ((await sql.roleAuthority.count({ where: { authority } })) > 0)
      throw new AppError('conflict', { messageKey: 'authorityInUse' });
    noteChange(await sql.authority.delete({ where: { authority }, select: NOTED }), null);
  });
  return null;
}

export const services = [
  serve(searchAuthorities, ({ actor }, query) => findAuthorities(actor, query)),
  serve(addAuthority, ({ actor }, input) => createAuthority(actor, input)),
  serve(updateAuthority, (_context, input) => changeAuthority(input)),
  serve(deleteAuthority, (_context, { authority }) => removeAuthority(authority)),
  serve(listAuthoritiesByRole, ({ actor }, { role }) => findAuthoritiesOf(actor, role)),
];
