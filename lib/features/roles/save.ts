import type { Actor } from '@/lib/platform/contract/actor';
import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { noteChange, noteMembers } from '@/lib/platform/audit/changes';
import { AppError } from '@/lib/platform/contract/errors';
import { holds, isMaster } from '@/lib/platform/contract/authorities';
import type { RoleSave } from './contract';

/** Writes roles. Triggers count the change for their users (`users.access_version`) in the same transaction. */

/**
 * The most users that are notified one by one. Sessions of a role with more users notice it by the regular checks:
 * requests within 2 s, sockets within 4 s (readings 59).
 */
const MAX_HINTS = 200;

/** A refusal that is also shown at the field of the dialog. */
const refuse = (id: 'not_found' | 'conflict' | 'access_denied', field: string, messageKey: string, name: string) =>
  new AppError(id, { messageKey, params: { name }, data: { fieldKeys: { [field]: messageKey } } });

/**
 * The names, each once. All have to be known, and new ones have to be the caller's own, unless the caller has
 * SUPER_MASTER.
 */
async function authoritiesOf(
  sql: Transaction,
  actor: Actor,
  { authorityNameList }: RoleSave,
  held: ReadonlySet<string>,
): Promise<string[]> {
  const names = [...new Set(authorityNameList.map(({ authorityName }) => authorityName))];
  const known = new Set(
    (await sql.authority.findMany({ where: { authority: { in: names } }, select: { authority: true } })).map(
      ({ authority }) => authority,
    ),
  );
  for (const name of names) {
    if (!known.has(name)) throw refuse('not_found', 'authorityNameList', 'unknownAuthority', name);
    const mayGive = held.has(name) || holds(actor, name) || isMaster(actor);
    if (!mayGive) throw refuse('access_denied', 'authorityNameList', 'foreignAuthority', name);
  }
  return names;
}

const NOTED = { description: true, scope: true, branchAssignable: true } as const satisfies Prisma.RoleSelect;
const notedOf = (sql: Transaction, role: string) => sql.role.findUniqueOrThrow({ where: { role }, select: NOTED });

const assignableOf = (actor: Actor, { branchAssignable }: RoleSave) =>
  isMaster(actor) && typeof branchAssignable === 'boolean' ? { branchAssignable } : {};

/** @throws conflict, not_found (authority), access_denied */
export async function createRole(actor: Actor, input: RoleSave): Promise<null> {
  const { role, description, scope } = input;
  await db().$transaction(async (sql) => {
    const names = await authoritiesOf(sql, actor, input, new Set());
    // The insert itself decides between two calls at once.
    const { count } = await sql.role.createMany({
      data: [
        { role, description, ...(scope ? { scope } : {}), ...assignableOf(actor, input), createBy: actor.username },
      ],
      skipDuplicates: true,
    });
    if (count === 0) throw refuse('conflict', 'role', 'roleExists', role);
    await sql.roleAuthority.createMany({ data: names.map((authority) => ({ role, authority })) });
    noteChange(null, await notedOf(sql, role));
    noteMembers('authorities', [], names);
  });
  return null;
}

/** @throws not_found (role, authority), access_denied */
export async function changeRole(actor: Actor, input: RoleSave): Promise<null> {
  const { role, description, scope } = input;
  await db().$transaction(async (sql) => {
    const locked = await sql.$queryRaw<unknown[]>`SELECT 1 FROM role WHERE role = ${role} FOR UPDATE`;
    if (locked.length === 0) throw new AppError('not_found', { messageKey: 'roleNotFound' });
    const held = new Set(
      (await sql.roleAuthority.findMany({ where: { role }, select: { authority: true } })).map(
        ({ authority }) => authority,
      ),
    );
    const names = await authoritiesOf(sql, actor, input, held);
    const added = names.filter((name) => !held.has(name));
    const removed = [...held].filter((name) => !names.includes(name));
    const before = await notedOf(sql, role);
    noteChange(
      before,
      await sql.role.update({
        where: { role },
        data: { description, ...(scope ? { scope } : {}), ...assignableOf(actor, input) },
        select: NOTED,
      }),
    );
    noteMembers('authorities', [...held], names);
    if (removed.length > 0) await sql.roleAuthority.deleteMany({ where: { role, authority: { in: removed } } });
    if (added.length > 0) await sql.roleAuthority.createMany({ data: added.map((authority) => ({ role, authority })) });
    if (added.length + removed.length > 0) await tellUsers(sql, role);
  });
  return null;
}

async function tellUsers(sql: Transaction, role: string): Promise<void> {
  const users = await sql.userRole.findMany({ where: { role }, select: { username: true }, take: MAX_HINTS + 1 });
  if (users.length > MAX_HINTS) return;
  await notifyPortal(
    sql,
    users.map(({ username }) => ({ topic: 'access', key: username })),
  );
}

/** @throws not_found, conflict (an account has it, or it is part of the product) */
export async function removeRole(role: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const [found] = await sql.$queryRaw<{ seeded: boolean }[]>`SELECT seeded FROM role WHERE role = ${role} FOR UPDATE`;
    if (!found) throw new AppError('not_found', { messageKey: 'roleNotFound' });
    if (found.seeded) throw new AppError('conflict', { messageKey: 'roleSeeded' });
    if ((await sql.userRole.count({ where: { role } })) > 0)
      throw new AppError('conflict', { messageKey: 'roleInUse' });
    const held = await sql.roleAuthority.findMany({ where: { role }, select: { authority: true } });
    noteChange(await sql.role.delete({ where: { role }, select: NOTED }), null);
    noteMembers(
      'authorities',
      held.map(({ authority }) => authority),
      [],
    );
  });
  return null;
}
