import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters OWASP names as the minimum: 19 MiB, two passes. About 50 ms on one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random value: it is checked for accounts that do not exist, so that they take as long as real ones. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$ejJFXiVhQikcmJuVHg1E+w$l9rffg2h4mnZ/l5BskVBhEhElzHPL+u+0QYYi5D+/0s';

/** The hash to store for a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/**
 * Does the password match the stored hash? Without a hash (no such account), or with an unknown kind of hash, the work
 * is the same and the answer is no.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isReal = storedHash?.startsWith('$argon2') ?? false;
  const fits = await verify(isReal && storedHash ? storedHash : DUMMY_HASH, password).catch(() => false);
  return isReal && fits;
}
