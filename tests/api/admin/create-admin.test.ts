import { AUTHORITIES } from '@/lib/auth/authorities';
import { passwordFault } from '@/lib/auth/password-policy';
import { verifyPassword } from '@/lib/auth/password';
import { createAdmin, oneTimePassword } from '@/lib/admin/create-admin';
import { db } from '@/lib/db/client';
import { useFreshDatabase } from '../support/database';

useFreshDatabase();

describe('npm run admin:create', () => {
  it('makes an administrator with every authority who must choose a password', async () => {
    const { username, password } = await createAdmin('admin');
    const user = await db().user.findUniqueOrThrow({ where: { username }, include: { roles: { include: { roleRow: { include: { authorities: true } } } } } });
    expect(user).toMatchObject({ userType: 0, mustReset: true, enabled: true, branchCode: null });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    const held = user.roles.flatMap(({ roleRow }) => roleRow.authorities.map(({ authority }) => authority));
    expect(held.sort()).toEqual([...AUTHORITIES].sort());
  });

  it('makes a second one, but none twice and none with an odd name', async () => {
    await createAdmin('second.admin');
    await expect(createAdmin('Second.Admin')).rejects.toThrow('There is a user Second.Admin already; choose another name with --username.');
    await expect(createAdmin('two words')).rejects.toThrow('is no user name');
    expect(await db().user.count()).toBe(2);
  });

  it('gives one-time passwords that follow the rule and never repeat', () => {
    const passwords = Array.from({ length: 200 }, () => oneTimePassword());
    expect(passwords.filter((password) => passwordFault(password) !== null)).toEqual([]);
    expect(new Set(passwords).size).toBe(200);
  });
});
