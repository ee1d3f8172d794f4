import { inOrder } from '@/lib/auth/in-order';
import { verifyPassword } from '@/lib/auth/password';
import { passwordPolicy } from '@/lib/auth/password-policy';
import { beginSignIn, isSignInLocked, noteSignInFailure } from '@/lib/auth/rate-limits';
import { createSession } from '@/lib/auth/tokens';
import type { TokenPair } from '@/lib/auth/tokens';
import { db } from '@/lib/db/client';
import type { User } from '@/lib/db/generated/client';
import { AppError } from '@/lib/sms/errors';
import type { SignInChallenge } from './contract';

/** Password sign-in (api.md §2.1, order: credentials, account state, selectRequired, needResetPassword, tokens). */

const PHONE = /^1\d{10}$/;
/** Accounts looked at for one phone number; more than that is not a person's phone. */
const MAX_ACCOUNTS = 20;
/** Refusals leave no sooner than this after the call began, whatever the name typed stood for (readings 27). */
const REFUSAL_FLOOR_MS = 300;
const DAY_MS = 24 * 3600_000;

export interface Client {
  ip: string;
  userAgent: string;
}

export type SignedInUser = Pick<User, 'username' | 'userType' | 'customerType'>;
export interface SignedIn { user: SignedInUser; pair: TokenPair }

/** `138****5678`; null without a phone. */
export function maskPhone(phone: string | null): string | null {
  return phone === null ? null : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/**
 * Signs in by username (any case) or phone and password.
 * @throws invalid_grant (the same for unknown names), account_disabled, verification with a challenge, rate_limited
 */
export async function signInWithPassword(account: string, password: string, client: Client): Promise<SignedIn> {
  const began = Date.now();
  try {
    // One after the other for one name: of many guesses at once each must see the count of those before.
    return await inOrder(account.toLowerCase(), () => attempt(account, password, client));
  } catch (error) {
    if (error instanceof AppError && error.id === 'invalid_grant') {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + REFUSAL_FLOOR_MS - Date.now())));
    }
    throw error;
  }
}

async function attempt(account: string, password: string, client: Client): Promise<SignedIn> {
  const tryOut = await beginSignIn(account, client.ip);
  let matching: User[];
  try {
    matching = await findMatching(account, password);
  } catch (error) {
    await tryOut.cancel().catch(() => undefined);
    throw error;
  }
  if (matching.length === 0) throw new AppError('invalid_grant');
  await tryOut.succeed();
  const user = choose(matching, account);
  requireNoReset(user);
  const pair = await db().$transaction(async (sql) => {
    // Against what was checked: a password changed meanwhile has ended all sessions, and this one must not outlive it.
    const { count } = await sql.user.updateMany({
      where: { username: user.username, passwordHash: user.passwordHash, enabled: true, deletedAt: null }, data: { lastSignInAt: new Date() },
    });
    if (count === 0) throw new AppError('invalid_grant');
    return createSession(sql, { username: user.username, ip: client.ip, userAgent: client.userAgent });
  });
  return { user, pair };
}

/** Accounts behind the name whose password fits. At least one hash is always checked. */
async function findMatching(account: string, password: string): Promise<User[]> {
  const byPhone = PHONE.test(account) ? [{ phone: account, deletedAt: null }] : [];
  const candidates = await db().user.findMany({
    where: { OR: [{ usernameLower: account.toLowerCase() }, ...byPhone] }, orderBy: { username: 'asc' }, take: MAX_ACCOUNTS,
  });
  const checked = await Promise.all(
    (candidates.length > 0 ? candidates : [null]).map(async (user) => {
      const fits = await verifyPassword(user?.passwordHash ?? null, password);
      if (!user) return null;
      const isOwnName = user.usernameLower === account.toLowerCase();
      // An account reached by phone has its own count; when that is spent a right password is not told from a wrong one.
      if (!isOwnName && (await isSignInLocked(user.username))) return null;
      if (!fits && !isOwnName) await noteSignInFailure(user.username);
      return fits ? user : null;
    }),
  );
  return checked.filter((user) => user !== null);
}

function choose(matching: readonly User[], account: string): User {
  const usable = matching.filter((user) => user.enabled && user.deletedAt === null);
  const [only, ...others] = usable;
  if (!only) throw new AppError('account_disabled');
  const named = usable.find((user) => user.usernameLower === account.toLowerCase());
  if (named) return named;
  if (others.length === 0) return only;
  const challenge: SignInChallenge = { selectRequired: true, selectableUsers: usable.map(({ username, nickName }) => ({ username, nickName })) };
  throw new AppError('verification', { messageKey: 'selectRequired', data: challenge });
}

function requireNoReset(user: User): void {
  const { maxAgeDays } = passwordPolicy;
  const isExpired = maxAgeDays !== null && Date.now() - user.passwordAt.getTime() > maxAgeDays * DAY_MS;
  if (!user.mustReset && !isExpired) return;
  const challenge: SignInChallenge = { needResetPassword: true, username: user.username, phone: maskPhone(user.phone) };
  throw new AppError('verification', { messageKey: user.mustReset ? 'passwordFirstUse' : 'passwordExpired', data: challenge });
}
