import { randomBytes } from 'node:crypto';
import { hashDevice, knownDevice } from '@/lib/platform/auth/sign-in/known-device';
import { maskPhone } from '@/lib/platform/auth/accounts/phone';
import { createSession } from '@/lib/platform/auth/tokens/tokens';
import type { TokenPair } from '@/lib/platform/auth/tokens/tokens';
import { issueCode, liveTicket } from '@/lib/platform/auth/sign-in/verify-code';
import { db } from '@/lib/platform/db/client';
import type { Prisma, User } from '@/lib/platform/db/generated/client';
import { noteSigner } from '@/lib/platform/audit/changes';
import type { CallContext } from '@/lib/platform/contract/serve';
import { AppError } from '@/lib/platform/contract/errors';
import type { SignInChallenge } from './contract';
import { signInPolicy } from './policy';

/** The steps of every sign-in after the credentials (api.md §2.1 Order): account state, selectRequired, needResetPassword, needVerify, tokens. */

const DAY_MS = 24 * 3600_000;

export type SignInClient = Pick<CallContext, 'ip' | 'userAgent' | 'language' | 'isBrowser' | 'deviceId'>;
export type SignedInUser = Pick<User, 'username' | 'userType' | 'customerType'>;
export interface SignedIn {
  user: SignedInUser;
  pair: TokenPair;
  /** The browser's own mark, which it stores; null for programs. */
  deviceId: string | null;
}

const challenge = (messageKey: string, data: SignInChallenge) => new AppError('verification', { messageKey, data });

/** The one account with the right credentials. @throws account_disabled, verification (selectRequired) */
export function choose(matching: readonly User[], isNamed: (user: User) => boolean): User {
  const usable = matching.filter((user) => user.enabled && user.deletedAt === null);
  const [only, ...others] = usable;
  if (!only) throw new AppError('account_disabled');
  const chosen = usable.find(isNamed) ?? (others.length === 0 ? only : undefined);
  if (chosen) {
    noteSigner(chosen.username);
    return chosen;
  }
  throw challenge('selectRequired', {
    selectRequired: true,
    selectableUsers: usable.map(({ username, nickName }) => ({ username, nickName })),
  });
}

/** @throws verification (needResetPassword) for a password that an administrator set, or that is too old */
export async function requireNoReset(user: User): Promise<void> {
  const { passwordMaxAgeDays: maxAgeDays } = await signInPolicy();
  const isExpired = maxAgeDays !== null && Date.now() - user.passwordAt.getTime() > maxAgeDays * DAY_MS;
  if (!user.mustReset && !isExpired) return;
  throw challenge(user.mustReset ? 'passwordFirstUse' : 'passwordExpired', {
    needResetPassword: true,
    username: user.username,
    phone: maskPhone(user.phone),
  });
}

async function isKnownBrowser(username: string, { isBrowser, deviceId }: SignInClient): Promise<boolean> {
  return isBrowser && (await knownDevice(deviceId, { username })) !== null;
}

/** The state on which a challenge depends: a new password makes it invalid. */
export const pendingOf = (user: User): Prisma.InputJsonObject => ({ passwordAt: user.passwordAt.toISOString() });

/** @throws verification (needVerify) when the policy demands a code, which is sent then */
export async function requireVerified(user: User, client: SignInClient): Promise<void> {
  const rule = (await signInPolicy()).verifyRule(user.customerType);
  if (rule === 'never' || (rule === 'newBrowser' && (await isKnownBrowser(user.username, client)))) return;
  // No code can be sent. Letting such an account in without one would make the rule worthless for it.
  if (!user.phone) throw new AppError('access_denied', { messageKey: 'verifyNeedsPhone' });
  const pending = pendingOf(user);
  const ticket =
    (await liveTicket('need_verify', user.phone, user.username, pending)) ??
    (await issueCode({
      purpose: 'need_verify',
      receiver: { phone: user.phone, username: user.username },
      ip: client.ip,
      language: client.language,
      pending,
    }));
  throw challenge('verification', { needVerify: true, ...ticket });
}

/**
 * Opens the session of an account whose identity is proven.
 * @param spend uses up the proof, in the same transaction
 * @throws invalid_grant when the account changed since it was read: a password change meanwhile has ended all sessions,
 * and this one must not outlive it
 */
export async function openSession(
  user: User,
  client: SignInClient,
  spend: (sql: Prisma.TransactionClient) => Promise<void> = () => Promise.resolve(),
): Promise<SignedIn> {
  const deviceId = client.isBrowser ? (client.deviceId ?? randomBytes(24).toString('base64url')) : null;
  const pair = await db().$transaction(async (sql) => {
    // The account is locked before its proof: the order of every such transaction (account-lock.ts).
    const { count } = await sql.user.updateMany({
      where: { username: user.username, passwordHash: user.passwordHash, enabled: true, deletedAt: null },
      data: { lastSignInAt: new Date() },
    });
    if (count === 0) throw new AppError('invalid_grant');
    await spend(sql);
    return createSession(sql, {
      username: user.username,
      ip: client.ip,
      userAgent: client.userAgent,
      deviceId: deviceId === null ? undefined : hashDevice(deviceId),
    });
  });
  return { user, pair, deviceId };
}
