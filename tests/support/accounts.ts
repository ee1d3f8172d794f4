import { db } from '@/lib/platform/db/client';
import { quickHash } from './quick-hash';

/** Accounts for tests of the plumbing; tests of access use the personas. */

export const PASSWORD = 'Portal-Test-1';

/** Creates an account with one role that holds these authorities. */
export async function createAccount(
  username: string,
  authorities: readonly string[],
  rest: { userType?: number; phone?: string } = {},
): Promise<void> {
  await db().authority.createMany({ data: authorities.map((authority) => ({ authority })), skipDuplicates: true });
  await db().user.create({
    data: {
      username,
      usernameLower: username.toLowerCase(),
      nickName: `${username} 昵称`,
      passwordHash: await quickHash(PASSWORD),
      passwordAt: new Date(),
      email: `${username}@example.com`,
      userType: rest.userType ?? 0,
      customerType: 1,
      phone: rest.phone ?? null,
      roles: {
        create: {
          roleRow: {
            create: {
              role: `role-${username}`,
              description: 'test',
              authorities: { create: authorities.map((authority) => ({ authority })) },
            },
          },
        },
      },
    },
  });
}
