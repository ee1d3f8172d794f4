import { hashPassword, verifyPassword } from '@/lib/platform/auth/accounts/password';
import { lockAccount } from '@/lib/platform/auth/accounts/account-lock';
import { knownDevice } from '@/lib/platform/auth/sign-in/known-device';
import { forgetSignInFailures } from '@/lib/platform/auth/limits/sign-in-limits';
import { revokeUserSessions } from '@/lib/platform/auth/tokens/tokens';
import { issueCode, spendCode, tryCode } from '@/lib/platform/auth/sign-in/verify-code';
import type { CodeTicket } from '@/lib/platform/auth/sign-in/verify-code';
import { db } from '@/lib/platform/db/client';
import type { Prisma, User } from '@/lib/platform/db/generated/client';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { CallContext } from '@/lib/platform/contract/serve';
import { attempt, evenly } from './attempt';
import type { SignInCaller as Tryer } from './attempt';
import { accountsOfPhone } from './sign-in';
import { choose } from './steps';

/** Requested codes, and the forgotten or expired password (silent-screens B10, api.md §2.2). */

type PasswordResetCaller = Pick<CallContext, 'ip' | 'language'>;

const usernameIs = (username: string) => ({ usernameLower: username.toLowerCase(), deletedAt: null });

/**
 * Sends a code to a phone; the answer is the same whether an account has it or not. @throws rate_limited, unavailable
 */
export function requestPhoneCode(
  purpose: 'sign_token' | 'reset_password',
  phone: string,
  { ip, language }: PasswordResetCaller,
): Promise<CodeTicket> {
  return evenly(async () => {
    const accounts = await accountsOfPhone(phone);
    const [only, ...others] = accounts;
    const receiver = only ? { phone, username: others.length === 0 ? only.username : null } : null;
    return issueCode({ purpose, receiver, asked: { phone }, ip, language });
  });
}

/**
 * Sends a code to the phone of an account; the answer shows neither phone nor account. @throws rate_limited,
 * unavailable
 */
export function requestAccountCode(username: string, { ip, language }: PasswordResetCaller): Promise<CodeTicket> {
  return evenly(async () => {
    const user = await db().user.findFirst({ where: usernameIs(username), select: { username: true, phone: true } });
    return issueCode({
      purpose: 'reset_password',
      receiver: user?.phone ? { phone: user.phone, username: user.username } : null,
      asked: { name: username },
      ip,
      language,
    });
  });
}

export interface Reset {
  readonly username?: string | null;
  readonly phoneNo?: string | null;
  readonly serialNo: string;
  readonly code: string;
  readonly newPassword: string;
}

/**
 * Sets a new password with a code. All sessions of the account end, and none opens.
 * @throws invalid_grant, account_disabled, verification (selectRequired), validation_failed (samePassword),
 * rate_limited
 */
export function resetByCode({ username, phoneNo, serialNo, code, newPassword }: Reset, asker: Tryer): Promise<void> {
  return attempt('reset', serialNo, asker, async () => {
    const wrongCode = new AppError('invalid_grant', { messageKey: 'badCode' });
    const proof = await tryCode({ serialNo, purpose: 'reset_password' }, code);
    if (!proof || proof.phone === '' || (phoneNo && phoneNo !== proof.phone)) throw wrongCode;
    // The phone must still be the account's: it may have changed since the code was requested.
    const accounts = await accountsOfPhone(proof.phone);
    const name = username?.toLowerCase();
    const matching = name ? accounts.filter(({ usernameLower }) => usernameLower === name) : accounts;
    if (matching.length === 0) throw wrongCode;
    const user = choose(matching, () => false);
    await setPassword(user, newPassword, asker, (sql) => spendCode(sql, serialNo));
  });
}

/**
 * Sets a new password with the old one, for an account that must choose one and has no phone for a code.
 * @throws invalid_grant (the same for unknown names), access_denied when a code is possible, account_disabled,
 * rate_limited
 */
export function resetByPassword(username: string, password: string, newPassword: string, asker: Tryer): Promise<void> {
  return attempt('password', username, asker, async () => {
    const user = await db().user.findFirst({ where: usernameIs(username) });
    if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) throw new AppError('invalid_grant');
    choose([user], () => true);
    if (user.phone) throw new AppError('access_denied', { messageKey: 'resetNeedsCode' });
    await setPassword(user, newPassword, asker);
  });
}

async function setPassword(
  user: User,
  newPassword: string,
  { ip, deviceId }: Tryer,
  spend: (sql: Prisma.TransactionClient) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  if (await verifyPassword(user.passwordHash, newPassword)) throw new FieldError('newPassword', 'samePassword');
  const passwordHash = await hashPassword(newPassword);
  await db().$transaction(async (sql) => {
    await lockAccount(sql, user.username);
    await spend(sql);
    const { count } = await sql.user.updateMany({
      where: {
        username: user.username,
        passwordHash: user.passwordHash,
        phone: user.phone,
        enabled: true,
        deletedAt: null,
      },
      data: { passwordHash, passwordAt: new Date(), mustReset: false },
    });
    if (count === 0) throw new AppError('invalid_grant', { messageKey: 'badCode' });
    await revokeUserSessions(sql, user.username);
  });
  await forgetSignInFailures(user.username, { ip, device: await knownDevice(deviceId, { username: user.username }) });
}
