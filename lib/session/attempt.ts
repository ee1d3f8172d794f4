import { inOrder } from '@/lib/auth/in-order';
import { beginSignIn } from '@/lib/auth/rate-limits';
import { AppError } from '@/lib/sms/errors';

/** Answers leave no sooner than this after the call began, whatever was typed stood for (readings 27). */
const FLOOR_MS = 300;

const isWrong = (error: unknown) => error instanceof AppError && error.id === 'invalid_grant';

/** Refusals that only who proved the credentials gets to see. */
const isProven = (error: unknown) => error instanceof AppError && (error.id === 'account_disabled' || error.id === 'verification' || error.id === 'access_denied' || error.id === 'validation_failed');

async function wait(began: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + FLOOR_MS - Date.now())));
}

/** Runs a task whose answer must not tell by its time whether there is such an account. */
export async function evenly<T>(task: () => Promise<T>): Promise<T> {
  const began = Date.now();
  try {
    return await task();
  } finally {
    await wait(began);
  }
}

/**
 * One try to prove who one is, counted for what was tried and for the address (api.md §1.9). Only `invalid_grant` stays
 * counted: every other refusal comes after the proof. Tries of one thing run one after the other, so that of many guesses
 * at once each sees the count of those before; a wrong one is answered no sooner than the others.
 * @throws rate_limited
 */
export async function attempt<T>(what: string, ip: string, prove: () => Promise<T>): Promise<T> {
  const began = Date.now();
  try {
    return await inOrder(what.toLowerCase(), async () => {
      const tryOut = await beginSignIn(what, ip);
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
