import { AUTHORITIES, showsDatesOnly } from '@/lib/platform/contract/authorities';
import { passwordFault } from '@/lib/platform/auth/accounts/password-policy';
import { verifyPassword } from '@/lib/platform/auth/accounts/password';
import { seedStandardAccess } from '@/lib/features/roles/standard-access';
import { createAdmin, oneTimePassword } from '@/lib/programs/admin/create-admin';
import { db } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

describe('npm run admin:create', () => {
  it('makes an administrator with every authority that hides nothing, who must choose a password', async () => {
    const { username, password } = await createAdmin('admin');
    const user = await db().user.findUniqueOrThrow({
      where: { username },
      include: { roles: { include: { roleRow: { include: { authorities: true } } } } },
    });
    expect(user).toMatchObject({ userType: 0, mustReset: true, enabled: true, branchCode: null });
    expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    const held = user.roles.flatMap(({ roleRow }) => roleRow.authorities.map(({ authority }) => authority));
    expect(AUTHORITIES.filter((authority) => !held.includes(authority))).toEqual([
      'KA_NOT_CAMPUS_VIEW',
      'DISABLE_MAINTENANCE_HH_MM_SS',
    ]);
    expect(showsDatesOnly({ authorities: new Set(held) })).toBe(false);
  });

  it('[ROLE-010] brings every authority and the standard roles, which then stay as people edited them', async () => {
    const roles = await db().role.findMany({ where: { seeded: true }, include: { authorities: true } });
    expect(roles.map(({ role }) => role).sort()).toEqual(
      [
        '保养电子发票',
        'App用户角色',
        'App电子签名',
        '保养报告下载',
        '健康报告角色',
        'LITE角色',
        'ESSENCE角色',
        'ELITE角色',
        '综合监控',
        '管理员',
      ].sort(),
    );
    expect(roles.filter(({ authorities }) => authorities.length === 0)).toEqual([]);
    expect(
      roles
        .filter(({ branchAssignable }) => !branchAssignable)
        .map(({ role }) => role)
        .sort(),
    ).toEqual(['管理员', '综合监控'].sort());
    expect(await db().authority.count({ where: { seeded: true } })).toBe(AUTHORITIES.length);
    await db().roleAuthority.deleteMany({ where: { role: 'LITE角色', authority: { not: 'HOMEPAGE_READ' } } });
    await db().roleAuthority.deleteMany({ where: { authority: 'CAMERA_WRITE' } });
    await db().authority.delete({ where: { authority: 'CAMERA_WRITE' } });
    await Promise.all([seedStandardAccess(), seedStandardAccess()]);
    expect(await db().roleAuthority.count({ where: { role: 'LITE角色' } })).toBe(1);
    // As after an update that brought an authority: it is there, and the administrators have it.
    expect(await db().roleAuthority.findMany({ where: { authority: 'CAMERA_WRITE' } })).toEqual([
      { role: '管理员', authority: 'CAMERA_WRITE' },
    ]);
  });

  it('makes a second one, but none twice and none with an odd name', async () => {
    await createAdmin('second.admin');
    await expect(createAdmin('Second.Admin')).rejects.toThrow(
      'There is a user Second.Admin already; choose another name with --username.',
    );
    await expect(createAdmin('two words')).rejects.toThrow('is no user name');
    expect(await db().user.count()).toBe(2);
  });

  it('gives one-time passwords that follow the rule and never repeat', () => {
    const passwords = Array.from({ length: 200 }, () => oneTimePassword());
    expect(passwords.filter((password) => passwordFault(password) !== null)).toEqual([]);
    expect(new Set(passwords).size).toBe(200);
  });
});
