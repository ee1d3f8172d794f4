import { z } from 'zod';
import { passwordPolicy } from '@/lib/platform/auth/accounts/password-policy';
import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';

/** The sign-in policy of the installation: the Setting `signInPolicy` (api.md §2.1, §5.7), read at every sign-in. */

export const SIGN_IN_POLICY_KEY = 'signInPolicy';

/** When a sign-in by password also needs a code. */
export const VERIFY_RULES = ['never', 'newBrowser', 'always'] as const;
const Verify = z.enum(VERIFY_RULES);
export type VerifyRule = z.infer<typeof Verify>;

export const StoredPolicy = z.strictObject({
  /** For accounts whose customerType has no rule of its own. */
  verify: Verify.default('never'),
  /** customerType ("0", "1", "2") → rule. */
  verifyByCustomerType: z.partialRecord(z.enum(['0', '1', '2']), Verify).default({}),
  /** Days after which a password must be renewed; null: never; absent: as in the password policy. */
  passwordMaxAgeDays: z.number().int().min(1).nullish(),
});

export type StoredPolicy = z.output<typeof StoredPolicy>;

export interface SignInPolicy {
  verifyRule(customerType: number | null): VerifyRule;
  readonly passwordMaxAgeDays: number | null;
}

/**
 * The policy of a stored value. A value that cannot be read counts as the strictest policy, because it was meant to
 * require something.
 */
export function parsePolicy(value: unknown): SignInPolicy {
  const parsed = StoredPolicy.safeParse(value ?? {});
  if (!parsed.success) {
    logger('sign-in').error(
      { issues: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) },
      `the setting ${SIGN_IN_POLICY_KEY} is wrong: every sign-in asks for a code`,
    );
    return { verifyRule: () => 'always', passwordMaxAgeDays: passwordPolicy.maxAgeDays };
  }
  const { verify, verifyByCustomerType, passwordMaxAgeDays = passwordPolicy.maxAgeDays } = parsed.data;
  const rules: Partial<Record<string, VerifyRule>> = verifyByCustomerType;
  return { verifyRule: (customerType) => rules[String(customerType)] ?? verify, passwordMaxAgeDays };
}

export async function signInPolicy(): Promise<SignInPolicy> {
  return parsePolicy(
    (await db().setting.findUnique({ where: { key: SIGN_IN_POLICY_KEY }, select: { value: true } }))?.value,
  );
}
