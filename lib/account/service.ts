import type { z } from 'zod';
import type { Actor } from '@/lib/auth/actor';
import { hashPassword, verifyPassword } from '@/lib/auth/password';
import { passwordFault } from '@/lib/auth/password-policy';
import { beginSignIn } from '@/lib/auth/rate-limits';
import { hasCustomCampus } from '@/lib/auth/request';
import { userScope } from '@/lib/auth/scope';
import { revokeUserSessions } from '@/lib/auth/tokens';
import { db } from '@/lib/db/client';
import type { User } from '@/lib/db/generated/client';
import { formatDateTime } from '@/lib/i18n/format';
import { AppError, FieldError } from '@/lib/sms/errors';
import { serve } from '@/lib/sms/serve';
import type { ActorContext } from '@/lib/sms/serve';
import { changePassword, getUserInfo, getUserProfile, saveUser, updateProfile } from './contract';
import type { ProfileInput, UserInfo } from './contract';
import { effectiveStrategy } from './data-strategy';

async function readUserInfo(actor: Actor): Promise<UserInfo> {
  const user = await db().user.findUnique({ where: { username: actor.username }, include: { branch: { select: { branchName: true } } } });
  if (!user) throw new AppError('invalid_token');
  return {
    user: {
      username: user.username, nickName: user.nickName, email: user.email, phone: user.phone, branchCode: user.branchCode,
      branchName: user.branch?.branchName ?? null, customerType: user.customerType, projectbranchType: user.projectbranchType,
      userType: user.userType, createDate: formatDateTime(user.createDate), inspection: user.inspection, contract: user.contract,
    },
    userType: user.userType,
    customerType: user.customerType,
    authority: [...actor.authorities].sort(),
    customCampus: hasCustomCampus(actor),
    dataStrategy: await effectiveStrategy(user, actor.mappings.projects),
    serverTime: formatDateTime(Date.now()),
  };
}

async function saveProfile({ actor }: ActorContext, { user, code }: z.output<typeof ProfileInput>): Promise<null> {
  const stored = await db().user.findUniqueOrThrow({ where: { username: actor.username }, select: { phone: true } });
  // A new number needs the code sent to it, and none can be outstanding: nothing has sent one yet.
  if (user.phone !== stored.phone) throw new FieldError('code', (code ?? '').length < 6 ? 'codeRequired' : 'badCode');
  await db().user.update({
    where: { username: actor.username },
    data: { nickName: user.nickName, email: user.email, inspection: user.inspection, contract: user.contract },
  });
  return null;
}

/** The account whose password changes: the own one, or with USER_WRITE one in the caller's scope. */
async function findTarget(actor: Actor, username: string): Promise<{ target: User; isOwn: boolean }> {
  const usernameLower = username.toLowerCase();
  const isOwn = usernameLower === actor.username.toLowerCase();
  if (!isOwn && !actor.authorities.has('USER_WRITE')) throw new AppError('access_denied');
  const target = await db().user.findFirst({ where: { AND: [{ usernameLower, deletedAt: null }, isOwn ? {} : userScope(actor)] } });
  if (target) return { target, isOwn };
  const exists = await db().user.count({ where: { usernameLower, deletedAt: null } });
  throw exists > 0 ? new AppError('no_object_permission') : new AppError('not_found');
}

export const accountServices = [
  serve(getUserProfile, ({ actor }) => readUserInfo(actor)),
  serve(getUserInfo, ({ actor }) => readUserInfo(actor)),
  serve(updateProfile, saveProfile),
  serve(saveUser, saveProfile),

  serve(changePassword, async ({ actor, ip }, { user, newPassword }) => {
    const { target, isOwn } = await findTarget(actor, user.username);
    const fault = passwordFault(newPassword);
    if (fault) throw new FieldError('newPassword', fault);
    // Wrong old passwords count like failed sign-ins (api.md §1.9): a session left open must not help guessing.
    const tryOut = await beginSignIn(target.username, ip);
    if (!(await verifyPassword(target.passwordHash, user.password))) throw new FieldError('user.password', 'wrongOldPassword');
    await tryOut.succeed();
    if (newPassword === user.password) throw new FieldError('newPassword', 'samePassword');
    const passwordHash = await hashPassword(newPassword);
    await db().$transaction(async (sql) => {
      await sql.user.update({ where: { username: target.username }, data: { passwordHash, passwordAt: new Date(), mustReset: false } });
      await revokeUserSessions(sql, target.username, isOwn ? actor.sessionId : null);
    });
    return null;
  }),
];
