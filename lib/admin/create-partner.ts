import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '@/lib/auth/password';
import { closeDb, db } from '@/lib/db/client';
import { AdminError } from './create-admin';

/** `npm run partner:create`: a system that calls the operations for partners by HTTP Basic (api.md §1.4 Partner). */

const SCOPES = ['import', 'token'] as const;

/**
 * Makes a partner, or gives an existing one a new secret and these scopes.
 * @param scopes `import`: `integration/upsert`; `token`: one-time sign-in of its users
 * @returns the secret, which is stored nowhere
 * @throws AdminError when id or scopes cannot be used
 */
export async function createPartner(partnerId: string, scopes: readonly string[], name = partnerId): Promise<{ partnerId: string; secret: string }> {
  if (!/^[A-Za-z0-9_.-]{1,40}$/.test(partnerId)) throw new AdminError(`"${partnerId}" is no partner id: 1 to 40 letters, digits, dots, dashes and underscores.`);
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (scopes.length === 0 || unknown.length > 0) throw new AdminError(`A partner has one or both of the scopes ${SCOPES.join(' and ')}.`);
  const secret = randomBytes(32).toString('base64url');
  const granted = { name, secretHash: await hashPassword(secret), scopes: [...scopes], enabled: true };
  await db().partner.upsert({ where: { partnerId }, create: { partnerId, ...granted }, update: granted });
  return { partnerId, secret };
}

/** Reads `--id ID [--scope import,token] [--name NAME]`, makes the partner and prints its secret, once. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { id: { type: 'string', default: '' }, scope: { type: 'string', default: 'import' }, name: { type: 'string' } } });
  try {
    const { partnerId, secret } = await createPartner(values.id, values.scope.split(',').map((scope) => scope.trim()).filter(Boolean), values.name);
    process.stdout.write(`Partner  ${partnerId}\nSecret   ${secret}\nIt is shown only now; it goes with the id into HTTP Basic.\n`);
  } finally {
    await closeDb();
  }
}
