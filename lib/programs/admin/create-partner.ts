import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { closeDb, db } from '@/lib/platform/db/client';
import { AdminError } from './create-admin';

/** `npm run partner:create`: creates a system that calls the partner operations by HTTP Basic (api.md §1.4 Partner). */

const SCOPES = ['import', 'token', 'mail'] as const;

/**
 * Creates a partner, or gives an existing one a new secret, these scopes and these accounts.
 * @param scopes `import`: `integration/upsert`; `token`: one-time sign-in of its users; `mail`: reports e-mails that
 * came back
 * @param usernames the accounts that it may sign in; absent: unchanged
 * @returns the secret, which is stored nowhere
 * @throws AdminError when id, scopes or accounts cannot be used
 */
export async function createPartner(
  partnerId: string,
  scopes: readonly string[],
  name = partnerId,
  usernames?: readonly string[],
): Promise<{ partnerId: string; secret: string }> {
  if (!/^[A-Za-z0-9_.-]{1,40}$/.test(partnerId))
    throw new AdminError(`"${partnerId}" is no partner id: 1 to 40 letters, digits, dots, dashes and underscores.`);
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (scopes.length === 0 || unknown.length > 0)
    throw new AdminError(`A partner has some of the scopes ${SCOPES.join(', ')}.`);
  const users = await db().user.findMany({
    where: { usernameLower: { in: (usernames ?? []).map((username) => username.toLowerCase()) }, deletedAt: null },
    select: { username: true },
  });
  if (users.length !== new Set(usernames?.map((username) => username.toLowerCase())).size)
    throw new AdminError('Not every one of these accounts exists.');
  const secret = randomBytes(32).toString('base64url');
  const granted = { name, secretHash: await hashPassword(secret), scopes: [...scopes], enabled: true };
  await db().$transaction(async (sql) => {
    await sql.partner.upsert({ where: { partnerId }, create: { partnerId, ...granted }, update: granted });
    if (!usernames) return;
    await sql.partnerUser.deleteMany({ where: { partnerId } });
    await sql.partnerUser.createMany({ data: users.map(({ username }) => ({ partnerId, username })) });
  });
  return { partnerId, secret };
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/**
 * Reads `--id ID [--scope import,token] [--name NAME] [--users a,b]`, creates the partner and prints its secret, once.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      id: { type: 'string', default: '' },
      scope: { type: 'string', default: 'import' },
      name: { type: 'string' },
      users: { type: 'string' },
    },
  });
  try {
    const { partnerId, secret } = await createPartner(
      values.id,
      listOf(values.scope),
      values.name,
      values.users === undefined ? undefined : listOf(values.users),
    );
    process.stdout.write(
      `Partner  ${partnerId}\nSecret   ${secret}\nIt is shown only now; it goes with the id into HTTP Basic.\n`,
    );
  } finally {
    await closeDb();
  }
}
