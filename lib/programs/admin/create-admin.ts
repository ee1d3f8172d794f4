import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { ensureStandardAccess } from '@/lib/features/roles/standard-access';
import { ADMINISTRATOR } from '@/lib/features/roles/internal/standard-roles';
import { closeDb, db } from '@/lib/platform/db/client';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';

/** `npm run admin:create`: the first administrator of a database without demo data. */

const DEFAULT_USERNAME = 'admin';
const PASSWORD_LENGTH = 16;
// No letters that look alike, because people read the password from one screen and type it into another.
const LETTERS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '-_+=%#'];

/** A mistake that the user of the command can correct; its message is one sentence. */
export class AdminError extends Error {
  override name = 'AdminError';
}

/** A password for one use: random, with every class of characters, and easy to type. */
export function oneTimePassword(length = PASSWORD_LENGTH): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length));
  for (;;) {
    const password = Array.from({ length }, () => pick(LETTERS.join(''))).join('');
    if (
      LETTERS.every((letters) => [...letters].some((letter) => password.includes(letter))) &&
      passwordFault(password) === null
    )
      return password;
  }
}

/**
 * Creates a user of type 0 with every authority that opens something, who has to choose a password at the first sign-in.
 * Missing standard roles are created; the administrator's role gets the authorities that it lacks.
 * @param username 1 to 64 letters, digits, dots, dashes and underscores
 * @returns the one-time password, which is stored nowhere
 * @throws AdminError when the name cannot be used or is taken
 */
export async function createAdmin(username: string): Promise<{ username: string; password: string }> {
  if (!/^[\w.-]{1,64}$/.test(username))
    throw new AdminError(`"${username}" is no user name: 1 to 64 letters, digits, dots, dashes and underscores.`);
  const password = oneTimePassword();
  const passwordHash = await hashPassword(password);
  await db().$transaction(async (tx) => {
    const usernameLower = username.toLowerCase();
    if (await tx.user.findUnique({ where: { usernameLower }, select: { username: true } })) {
      throw new AdminError(`There is a user ${username} already; choose another name with --username.`);
    }
    const { role, authorities } = ADMINISTRATOR;
    await ensureStandardAccess(tx);
    await tx.roleAuthority.createMany({
      data: authorities.map((authority) => ({ role, authority })),
      skipDuplicates: true,
    });
    await tx.user.create({
      data: {
        username,
        usernameLower,
        nickName: username,
        userType: USER_TYPE.headOffice,
        passwordHash,
        passwordAt: new Date(),
        mustReset: true,
        roles: { create: { role } },
      },
    });
  });
  return { username, password };
}

/** Reads `--username NAME`, creates the user and prints name and password, once. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { username: { type: 'string', short: 'u', default: DEFAULT_USERNAME } },
  });
  try {
    const { username, password } = await createAdmin(values.username);
    process.stdout.write(
      `User name          ${username}\nOne-time password  ${password}\nIt is shown only now; a new one has to be chosen at the first sign-in.\n`,
    );
  } finally {
    await closeDb();
  }
}
