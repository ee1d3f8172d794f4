import { z } from 'zod';

/**
 * What a sign-in answers besides tokens (api.md §2.1). Parsed leniently: another back end may send it with 200 or 511.
 */
const Flags = z.object({
  needVerify: z.boolean().optional(),
  serialNo: z.string().optional(),
  intervalSeconds: z.number().optional(),
  selectRequired: z.boolean().optional(),
  selectableUsers: z.array(z.object({ username: z.string(), nickName: z.string().nullish() })).optional(),
  needResetPassword: z.boolean().optional(),
  username: z.string().optional(),
  phone: z.string().nullish(),
});

const INTERVAL_SEC = 60;

export interface SelectableUser {
  readonly username: string;
  readonly nickName: string;
}

/** A code was sent; the user enters it for this number. */
export interface Verification {
  readonly serialNo: string;
  /** Masked. */
  readonly phone: string;
  readonly intervalSeconds: number;
}

export type SignInOutcome =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'select'; readonly users: readonly SelectableUser[] }
  /** `phone` is masked; null: the account has none and resets its password with the old one. */
  | { readonly kind: 'reset'; readonly username: string; readonly phone: string | null }
  | ({ readonly kind: 'verify' } & Verification);

/** The next step that `data` of a sign-in answer asks for. */
export function outcomeOf(data: unknown): SignInOutcome {
  const flags = Flags.safeParse(data).data;
  if (flags?.selectRequired)
    return {
      kind: 'select',
      users: (flags.selectableUsers ?? []).map(({ username, nickName }) => ({
        username,
        nickName: nickName ?? username,
      })),
    };
  if (flags?.needResetPassword) return { kind: 'reset', username: flags.username ?? '', phone: flags.phone ?? null };
  if (flags?.needVerify)
    return {
      kind: 'verify',
      serialNo: flags.serialNo ?? '',
      phone: flags.phone ?? '',
      intervalSeconds: flags.intervalSeconds ?? INTERVAL_SEC,
    };
  return { kind: 'signedIn' };
}
