import { AppError } from '@/lib/platform/contract/errors';
import { createMatcher } from '@/lib/platform/door/match';
import type { Operation } from '@/lib/platform/contract/operation';
import { readInput } from '@/lib/platform/door/read-input';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { validate } from '@/lib/platform/contract/validate';
import { few } from '../../../support/full';

const match = createMatcher(OPERATIONS);

/** `accepted`: a service would see it. `refused`: in an orderly way. Otherwise what was thrown. */
export type Fate = 'accepted' | 'refused' | `fault: ${string}`;

/** What becomes of a call's input before any service sees it: read, guarded, trimmed and parsed as the door does, in process. */
export async function fateOf({ method, input }: Operation, request: Request): Promise<Fate> {
  try {
    const url = new URL(request.url);
    const { values } = await readInput(request, match(method, url.pathname.slice('/sms/'.length)), url);
    validate(input, values);
    return 'accepted';
  } catch (error) {
    return error instanceof AppError && error.id !== 'server_error' ? 'refused' : `fault: ${String(error)}`;
  }
}

/**
 * Which of many values go through the door as well: a seeded few of those that a service gets to see, and of those that are
 * refused before, where one refusal is like another.
 */
export function throughTheDoor<T>(sifted: readonly { value: T; fate: Fate }[], seed: string): T[] {
  const those = (fate: Fate) => sifted.filter((one) => one.fate === fate).map(({ value }) => value);
  return [...few(those('accepted'), 2, `${seed} accepted`), ...few(those('refused'), 1, `${seed} refused`)];
}
