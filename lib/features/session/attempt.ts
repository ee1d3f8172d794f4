import { inOrder } from '@/lib/platform/system/in-order';
import { knownDevice } from '@/lib/platform/auth/sign-in/known-device';
import { addressKey } from '@/lib/platform/auth/limits/rate-limits';
import { beginSignIn } from '@/lib/platform/auth/limits/sign-in-limits';
import type { Guess, GuessKind, SignInOrigin } from '@/lib/platform/auth/limits/sign-in-limits';
import type { CallContext } from '@/lib/platform/contract/serve';
import { AppError } from '@/lib/platform/contract/errors';

/** Answers leave no sooner than this after the call began, whatever was typed (readings 27). */
const FLOOR_MS = 300;

const isWrong = (error: unknown) => error instanceof AppError && error.id === 'invalid_grant';

/** Refusals that only a caller with correct credentials sees. */
const isProven = (error: unknown) =>
  error instanceof AppError &&
  (error.id === 'account_disabled' ||
    error.id === 'verification' ||
    error.id === 'access_denied' ||
    error.id === 'validation_failed');

async function wait(began: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + FLOOR_MS - Date.now())));
}

/** Runs a task whose answer time must not show whether the account exists. */
export async function evenly<T>(task: () => Promise<T>): Promise<T> {
  const began = Date.now();
  try {
    return await task();
  } finally {
    await wait(began);
  }
}

export type SignInCaller = Pick<CallContext, 'ip' | 'deviceId'>;

/** The account whose known browsers count for this attempt; none when no account is named. */
function accountsOf({ kind, of }: Guess): { OR: ({ usernameLower: string } | { phone: string })[] } | null {
  if (kind !== 'password' && kind !== 'code') return null;
  return { OR: [...(kind === 'password' ? [{ usernameLower: of.toLowerCase() }] : []), { phone: of }] };
}

async function originOf(guess: Guess, { ip, deviceId }: SignInCaller): Promise<SignInOrigin> {
  const accounts = accountsOf(guess);
  return { ip, device: accounts === null ? null : await knownDevice(deviceId, accounts) };
}

/**
 * One attempt to sign in, counted by what was tried and from where (api.md §1.9). Only `invalid_grant` stays counted,
 * because every other refusal comes after correct credentials. Attempts for one thing from one place run one after the
 * other, so that each sees the count of those before, and nobody waits behind a stranger's guesses. A wrong one is
 * answered no sooner than the others.
 * @throws rate_limited
 */
export async function attempt<T>(
  kind: GuessKind,
  of: string,
  asker: SignInCaller,
  prove: () => Promise<T>,
): Promise<T> {
  const began = Date.now();
  const guess: Guess = { kind, of };
  try {
    const origin = await originOf(guess, asker);
    return await inOrder(JSON.stringify([kind, of.toLowerCase(), origin.device ?? addressKey(origin.ip)]), async () => {
      const tryOut = await beginSignIn(guess, origin);
      try {
        const result = await prove();
        await tryOut.succeed();
        return result;
      } catch (error) {
        if (!isWrong(error)) await (isProven(error) ? tryOut.succeed() : tryOut.cancel()).catch(() => undefined);
        throw error;
      }
    });
  } catch (error) {
    if (isWrong(error)) await wait(began);
    throw error;
  }
}
