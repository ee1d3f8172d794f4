import type { z } from 'zod';
import { verifyPassword } from '@/lib/platform/auth/accounts/password';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { knownDevice } from '@/lib/platform/auth/sign-in/known-device';
import { isSignInLocked, noteSignInFailure } from '@/lib/platform/auth/limits/sign-in-limits';
import { spendCode, tryAskedCode, tryCode } from '@/lib/platform/auth/sign-in/verify-code';
import { db } from '@/lib/platform/db/client';
import type { User } from '@/lib/platform/db/generated/client';
import { AppError } from '@/lib/platform/contract/errors';
import { attempt } from './attempt';
import type { CodeSignIn } from './contract';
import { choose, openSession, pendingOf, requireNoReset, requireVerified } from './steps';
import type { SignInClient, SignedIn } from './steps';

/** Sign-in by password, by SMS code, and the second step of a password sign-in (api.md §2.1). */

/** The most accounts that are checked for one phone number; no person's phone has more. */
const MAX_ACCOUNTS = 20;

export const accountsOfPhone = (phone: string): Promise<User[]> =>
  db().user.findMany({ where: { phone, deletedAt: null }, orderBy: { username: 'asc' }, take: MAX_ACCOUNTS });
const isNamed = (account: string) => (user: User) => user.usernameLower === account.toLowerCase();
const wrongCode = () => new AppError('invalid_grant', { messageKey: 'badCode' });

/**
 * Signs in by username (any case) or phone and password.
 * @throws invalid_grant (the same for unknown names), account_disabled, verification with a challenge, rate_limited
 */
export async function signInWithPassword(account: string, password: string, client: SignInClient): Promise<SignedIn> {
  return attempt('password', account, client, async () => {
    const matching = await findMatching(account, password, client);
    if (matching.length === 0) throw new AppError('invalid_grant');
    const user = choose(matching, isNamed(account));
    await requireNoReset(user);
    await requireVerified(user, client);
    return openSession(user, client);
  });
}

/** The accounts of the name whose password is right. At least one hash is always checked. */
async function findMatching(account: string, password: string, { ip, deviceId }: SignInClient): Promise<User[]> {
  const byPhone = PHONE.test(account) ? [{ phone: account, deletedAt: null }] : [];
  const candidates = await db().user.findMany({
    where: { OR: [{ usernameLower: account.toLowerCase() }, ...byPhone] },
    orderBy: { username: 'asc' },
    take: MAX_ACCOUNTS,
  });
  const checked = await Promise.all(
    (candidates.length > 0 ? candidates : [null]).map(async (user) => {
      const fits = await verifyPassword(user?.passwordHash ?? null, password);
      if (!user) return null;
      const isOwnName = isNamed(account)(user);
      // An account found by phone has its own count. When that is used up, a right password is answered like a wrong
      // one.
      if (isOwnName) return fits ? user : null;
      const origin = { ip, device: await knownDevice(deviceId, { username: user.username }) };
      if (await isSignInLocked(user.username, origin)) return null;
      if (!fits) await noteSignInFailure(user.username, origin);
      return fits ? user : null;
    }),
  );
  return checked.filter((user) => user !== null);
}

/**
 * Signs in by phone and the requested code, or else the newest one sent to the phone. The code proves the phone, so no
 * second code is needed. It is used up only when the session opens, so that the account chooser can send it again.
 * @throws as `signInWithPassword`
 */
export async function signInWithCode(
  { phoneNo: phone, code, username, serialNo }: Omit<z.infer<typeof CodeSignIn>, 'type'>,
  client: SignInClient,
): Promise<SignedIn> {
  return attempt('code', phone, client, async () => {
    const asked = serialNo ? await tryAskedCode({ serialNo, phone, purpose: 'sign_token' }, code) : null;
    const proof = asked ?? (await tryCode({ phone, purpose: 'sign_token' }, code));
    if (!proof) throw wrongCode();
    const accounts = await accountsOfPhone(phone);
    const matching = username ? accounts.filter(isNamed(username)) : accounts;
    if (matching.length === 0) throw wrongCode();
    const user = choose(matching, () => false);
    await requireNoReset(user);
    return openSession(user, client, (sql) => spendCode(sql, proof.serialNo));
  });
}

/**
 * The second step of a password sign-in. @throws invalid_grant also when account or password changed since the first
 * step
 */
export async function signInVerified(serialNo: string, code: string, client: SignInClient): Promise<SignedIn> {
  return attempt('verify', serialNo, client, async () => {
    const proof = await tryCode({ serialNo, purpose: 'need_verify' }, code);
    const user = proof?.username ? await db().user.findUnique({ where: { username: proof.username } }) : null;
    if (!proof || !user) throw wrongCode();
    choose([user], () => true);
    if (JSON.stringify(proof.pending) !== JSON.stringify(pendingOf(user)) || user.phone !== proof.phone)
      throw wrongCode();
    await requireNoReset(user);
    return openSession(user, client, (sql) => spendCode(sql, serialNo));
  });
}
