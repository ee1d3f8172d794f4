import { COMMON_PASSWORDS } from './common-passwords';

/**
 * The rule for new passwords (doc1 §5, readings 26), in one object, so that an installation can make it stricter in one
 * place. Pure: forms and server use the same function. Existing passwords are never checked against it.
 */
export const passwordPolicy = {
  minLength: 8,
  maxLength: 20,
  /** How many of upper case, lower case, digit and symbol must occur. */
  minClasses: 3,
  refusesCommon: true,
  /** Days after which a password must be renewed at sign-in; null: never. */
  maxAgeDays: null as number | null,
};

export type PasswordPolicy = typeof passwordPolicy;
/** Keys of the `errors` messages. */
export type PasswordFault = 'passwordRule' | 'passwordCommon';

const CLASSES = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/** What is wrong with a new password; null: nothing. */
export function passwordFault(password: string, policy: PasswordPolicy = passwordPolicy): PasswordFault | null {
  const length = [...password].length;
  const classes = CLASSES.filter((pattern) => pattern.test(password)).length;
  if (length < policy.minLength || length > policy.maxLength || classes < policy.minClasses || /\p{Cc}/u.test(password))
    return 'passwordRule';
  return policy.refusesCommon && COMMON_PASSWORDS.has(password.toLowerCase()) ? 'passwordCommon' : null;
}
