import type { z } from 'zod';
import type { Actor } from '@/lib/platform/contract/actor';
import { hashPassword, verifyPassword } from '@/lib/platform/auth/accounts/password';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { lockAccount } from '@/lib/platform/auth/accounts/account-lock';
import { knownDevice } from '@/lib/platform/auth/sign-in/known-device';
import { beginSignIn } from '@/lib/platform/auth/limits/sign-in-limits';
import { hasCustomCampus } from '@/lib/platform/auth/sessions/request';
import { liveUserScope, requireWholeAccount } from '@/lib/platform/auth/scope/scope';
import { bumpAccess, revokeSession, revokeUserSessions } from '@/lib/platform/auth/tokens/tokens';
import { issueCode, spendCode, tryCode } from '@/lib/platform/auth/sign-in/verify-code';
import { db } from '@/lib/platform/db/client';
import type { User } from '@/lib/platform/db/generated/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import type { ActorContext } from '@/lib/platform/contract/serve';
import {
  changePassword,
  endSessions,
  getUserInfo,
  getUserProfile,
  listSessions,
  saveUser,
  sendProfileCode,
  updateProfile,
  CHANGE_OTHERS_PASSWORD,
} from './contract';
import type { ProfileInput, SessionRow, UserInfo } from './contract';
import { effectiveStrategy } from '@/lib/platform/strategy/data-strategy';
import { may } from '@/lib/platform/contract/access';

/** Nobody has that many sessions, and one answer can hold them. */
const MAX_SESSIONS = 100;

async function readUserInfo(actor: Actor): Promise<UserInfo> {
  const user = await db().user.findUnique({
    where: { username: actor.username },
    include: { branch: { select: { branchName: true } } },
  });
  if (!user) throw new AppError('invalid_token');
  return {
    user: {
      username: user.username,
      nickName: user.nickName,
      email: user.email,
      phone: user.phone,
      branchCode: user.branchCode,
      branchName: user.branch?.branchName ?? null,
      customerType: user.customerType,
      projectbranchType: user.projectbranchType,
      userType: user.userType,
      createDate: formatDateTime(user.createDate),
      inspection: user.inspection,
      contract: user.contract,
    },
    userType: user.userType,
    customerType: user.customerType,
    authority: [...actor.authorities].sort(),
    customCampus: hasCustomCampus(actor),
    dataStrategy: await effectiveStrategy(user, actor.mappings.projects),
    serverTime: formatDateTime(Date.now()),
  };
}

/** The phone in its stored form. An unchanged number needs no code. */
async function storedPhone(username: string): Promise<string | null> {
  return (await db().user.findUniqueOrThrow({ where: { username }, select: { phone: true } })).phone;
}

/** Checks the code that proves a new phone number. @throws FieldError on `code` */
async function proveNewPhone(username: string, phone: string, code: string): Promise<string> {
  if (code.length < 6) throw new FieldError('code', 'codeRequired');
  const found = await tryCode({ phone, username, purpose: 'update_profile' }, code);
  if (!found) throw new FieldError('code', 'badCode');
  return found.serialNo;
}

async function saveProfile(
  { actor: { username } }: ActorContext,
  { user, code }: z.output<typeof ProfileInput>,
): Promise<null> {
  const { nickName, email, phone, inspection, contract } = user;
  const proof = phone === (await storedPhone(username)) ? null : await proveNewPhone(username, phone, code ?? '');
  await db().$transaction(async (sql) => {
    await lockAccount(sql, username);
    if (proof !== null) await spendCode(sql, proof);
    await sql.user.update({ where: { username }, data: { nickName, email, phone, inspection, contract } });
    // The name is used in cookies and headers.
    await bumpAccess(sql, username);
  });
  return null;
}

async function listOwnSessions({ username, sessionId }: Actor): Promise<SessionRow[]> {
  const rows = await db().session.findMany({
    where: { username, revokedAt: null, expireAt: { gt: new Date() } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
    take: MAX_SESSIONS,
    select: { id: true, ip: true, userAgent: true, createDate: true, lastUsedAt: true, expireAt: true },
  });
  const sessions = rows.map(({ id, ip, userAgent, createDate, lastUsedAt, expireAt }) => ({
    sessionId: id,
    current: id === sessionId,
    ip,
    userAgent,
    createDate: formatDateTime(createDate),
    lastUsedDate: formatDateTime(lastUsedAt),
    expireDate: formatDateTime(expireAt),
  }));
  return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
}

/**
 * Ends one session of the caller. A session of somebody else answers like an unknown one. @throws not_found, conflict
 */
async function endOne({ username, sessionId: own }: Actor, sessionId: string): Promise<number> {
  if (sessionId === own) throw new AppError('conflict', { messageKey: 'ownSession' });
  return db().$transaction(async (sql) => {
    const found = await sql.session.findFirst({ where: { id: sessionId, username, revokedAt: null } });
    if (!found) throw new AppError('not_found');
    await revokeSession(sql, sessionId);
    return 1;
  });
}

/** The account whose password changes: the caller's own, or with USER_WRITE one in the caller's scope. */
async function findTarget(actor: Actor, username: string): Promise<{ target: User; isOwn: boolean }> {
  const usernameLower = username.toLowerCase();
  const isOwn = usernameLower === actor.username.toLowerCase();
  if (!isOwn && !may(actor, CHANGE_OTHERS_PASSWORD)) throw new AppError('access_denied');
  const target = await db().user.findFirst({
    where: { AND: [{ usernameLower }, isOwn ? {} : liveUserScope(actor)] },
  });
  if (target) {
    if (!isOwn) await requireWholeAccount(db(), actor, target.username);
    return { target, isOwn };
  }
  const exists = await db().user.count({ where: { usernameLower, deletedAt: null } });
  throw exists > 0 ? new AppError('no_object_permission') : new AppError('not_found');
}

export const services = [
  serve(getUserProfile, ({ actor }) => readUserInfo(actor)),
  serve(getUserInfo, ({ actor }) => readUserInfo(actor)),
  serve(updateProfile, saveProfile),
  serve(saveUser, saveProfile),

  serve(sendProfileCode, async ({ actor: { username }, ip, language }, { phone }) => {
    if (phone === (await storedPhone(username))) throw new AppError('conflict', { messageKey: 'samePhone' });
    return issueCode({
      purpose: 'update_profile',
      receiver: { phone, username },
      asked: { phone },
      account: username,
      ip,
      language,
    });
  }),

  serve(listSessions, ({ actor }) => listOwnSessions(actor)),
  serve(endSessions, async ({ actor }, { sessionId }) => {
    if (sessionId) return { ended: await endOne(actor, sessionId) };
    return { ended: await db().$transaction((sql) => revokeUserSessions(sql, actor.username, actor.sessionId)) };
  }),

  serve(changePassword, async ({ actor, ip, deviceId }, { user, newPassword }) => {
    const { target, isOwn } = await findTarget(actor, user.username);
    const fault = passwordFault(newPassword);
    if (fault) throw new FieldError('newPassword', fault);
    // Wrong old passwords count like failed sign-ins (api.md §1.9): a session left open must not help somebody to
    // guess.
    const tryOut = await beginSignIn(
      { kind: 'password', of: target.username },
      { ip, device: await knownDevice(deviceId, { username: target.username }) },
    );
    if (!(await verifyPassword(target.passwordHash, user.password)))
      throw new FieldError('user.password', 'wrongOldPassword');
    await tryOut.succeed();
    if (newPassword === user.password) throw new FieldError('newPassword', 'samePassword');
    const passwordHash = await hashPassword(newPassword);
    await db().$transaction(async (sql) => {
      await sql.user.update({
        where: { username: target.username },
        data: { passwordHash, passwordAt: new Date(), mustReset: false },
      });
      await revokeUserSessions(sql, target.username, isOwn ? actor.sessionId : null);
    });
    return null;
  }),
];
