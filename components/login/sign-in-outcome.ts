import { z } from 'zod';

/**
 * What a sign-in answers besides tokens (api.md §2.1). Read leniently: another back end may answer 200 or 511 with it, and
 * may know challenges that this page does not offer.
 */
const Flags = z.object({
  needVerify: z.boolean().optional(),
  selectRequired: z.boolean().optional(),
  selectableUsers: z.array(z.object({ username: z.string(), nickName: z.string().nullish() })).optional(),
  needResetPassword: z.boolean().optional(),
  username: z.string().optional(),
});

export interface SelectableUser {
  readonly username: string;
  readonly nickName: string;
}

export type SignInOutcome =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'select'; readonly users: readonly SelectableUser[] }
  | { readonly kind: 'reset'; readonly username: string }
  | { readonly kind: 'verify' };

/** The next step that `data` of a sign-in answer asks for. */
export function outcomeOf(data: unknown): SignInOutcome {
  const flags = Flags.safeParse(data).data;
  if (flags?.selectRequired) return { kind: 'select', users: (flags.selectableUsers ?? []).map(({ username, nickName }) => ({ username, nickName: nickName ?? username })) };
  if (flags?.needResetPassword) return { kind: 'reset', username: flags.username ?? '' };
  if (flags?.needVerify) return { kind: 'verify' };
  return { kind: 'signedIn' };
}
