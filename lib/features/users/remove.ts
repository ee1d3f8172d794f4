import type { Actor } from '@/lib/platform/contract/actor';
import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { bumpAccess, revokeUserSessions } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { findTarget, requireAnotherHeadOffice } from './rules';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';

/** What ends the sessions of an account: deleting it, and a password given by an administrator. */

/** Soft: the name stays taken and its traces keep their author. @throws not_found, no_object_permission, access_denied, conflict */
export async function deleteAccount(actor: Actor, name: string): Promise<null> {
  const target = await findTarget(actor, name);
  const { username } = target;
  if (username === actor.username) throw new AppError('conflict', { messageKey: 'ownAccount' });
  await db().$transaction(async (sql) => {
    const { userType } = await target.lock(sql);
    if (userType === USER_TYPE.headOffice) await requireAnotherHeadOffice(sql, username);
    const removed = await sql.user.update({
      where: { username },
      data: { deletedAt: new Date() },
      select: { nickName: true, email: true, phone: true, userType: true },
    });
    noteChange(removed, null);
    await sql.userApproval.updateMany({ where: { username, state: 'PENDING' }, data: { state: 'WITHDRAWN' } });
    await revokeUserSessions(sql, username);
    await bumpAccess(sql, username);
  });
  return null;
}

/** A password for somebody else: it has to be changed at the next sign-in. @throws validation_failed, access_denied, not_found, no_object_permission */
export async function resetAccountPassword(actor: Actor, name: string, password: string): Promise<null> {
  const isHeadOffice =
    (await db().user.count({
      where: { usernameLower: name.toLowerCase(), deletedAt: null, userType: USER_TYPE.headOffice },
    })) > 0;
  if (isHeadOffice && actor.userType !== USER_TYPE.headOffice)
    throw new AppError('access_denied', { messageKey: 'strongerAccount' });
  const target = await findTarget(actor, name);
  const { username } = target;
  const fault = passwordFault(password);
  if (fault) throw new FieldError('user.password', fault);
  const passwordHash = await hashPassword(password);
  await db().$transaction(async (sql) => {
    await target.lock(sql);
    await sql.user.update({ where: { username }, data: { passwordHash, passwordAt: new Date(), mustReset: true } });
    await revokeUserSessions(sql, username);
  });
  return null;
}
