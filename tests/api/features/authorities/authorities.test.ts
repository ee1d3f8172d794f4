import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { seedStandardAccess } from '@/lib/features/roles/standard-access';
import type { AuthorityRow } from '@/lib/features/authorities/contract';
import { db } from '@/lib/platform/db/client';
import { call } from '../../../support/callers';
import { auditedChange } from '../../../support/audit';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** Authorities through the door. */

useFreshDatabase();

beforeAll(async () => {
  await createPersonas();
  await seedStandardAccess();
});
beforeEach(resetRateLimits);
afterAll(closePortal);

type Page = { total: number; records: AuthorityRow[] };
const ask = <T = Page>(who: string, method: string, path: string, body?: object) => call<T>(who, method, path, body);
const stored = (authority: string) => db().authority.findUnique({ where: { authority } });

describe('authorities', () => {
  it('[AUTHY-001] [AUTHY-005] are searched in upper case, by name and description', async () => {
    const { data } = await ask('platformAdmin', 'POST', 'authority/search', {
      pageIndex: 1,
      pageSize: 1000,
      searchKey: 'role_',
    });
    expect(data.records.map(({ authority }) => authority).sort()).toEqual(['ROLE_READ', 'ROLE_WRITE']);
    expect(data.records[0]).toEqual({
      authority: expect.any(String) as string,
      description: null,
      scope: 'sms',
      createDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    });
    expect(data.total).toBe(2);
    expect(await ask('branchDispatcher', 'POST', 'authority/search', {})).toMatchObject({ code: 403 });
  });
  it('[AUTHY-002] PUT adds, POST updates, each refusing the other’s case; DELETE takes away what no role has', async () => {
    expect(
      await ask('platformAdmin', 'PUT', 'authority', {
        authority: 'SHAFT_LIGHT_READ',
        description: '井道照明',
        scope: 'sms',
      }),
    ).toMatchObject({ code: 200, data: null });
    expect(await stored('SHAFT_LIGHT_READ')).toMatchObject({
      description: '井道照明',
      scope: 'sms',
      seeded: false,
      createBy: 'platformAdmin',
    });
    expect(await ask('platformAdmin', 'PUT', 'authority', { authority: 'SHAFT_LIGHT_READ' })).toMatchObject({
      code: 409,
      message: '权限已存在',
      data: { fieldErrors: { authority: '权限已存在' } },
    });
    expect(
      await ask('platformAdmin', 'POST', 'authority', { authority: 'SHAFT_LIGHT_READ', description: '井道灯' }),
    ).toMatchObject({ code: 200 });
    expect(await stored('SHAFT_LIGHT_READ')).toMatchObject({ description: '井道灯' });
    expect(await ask('platformAdmin', 'POST', 'authority', { authority: 'NO_SUCH_READ' })).toMatchObject({
      code: 404,
      message: '权限不存在',
    });
    expect(await ask('platformAdmin', 'DELETE', 'authority/SHAFT_LIGHT_READ')).toMatchObject({ code: 200 });
    expect(await ask('platformAdmin', 'DELETE', 'authority/SHAFT_LIGHT_READ')).toMatchObject({ code: 404 });
  });
  it('the audit log says what was and what is', async () => {
    await ask('platformAdmin', 'PUT', 'authority', { authority: 'TRACE_READ', description: '一' });
    expect(await auditedChange('addAuthority')).toMatchObject({ description: { before: null, after: '一' } });
    await ask('platformAdmin', 'POST', 'authority', { authority: 'TRACE_READ', description: '二' });
    expect(await auditedChange('updateAuthority')).toEqual({ description: { before: '一', after: '二' } });
    await ask('platformAdmin', 'DELETE', 'authority/TRACE_READ');
    expect(await auditedChange('deleteAuthority')).toEqual({
      description: { before: '二', after: null },
      scope: { before: 'sms', after: null },
    });
  });
  it('in use or shipped with the product cannot be deleted', async () => {
    await db().authority.create({ data: { authority: 'HELD_READ', roles: { create: { role: 'role-customerLite' } } } });
    expect(await ask('platformAdmin', 'DELETE', 'authority/HELD_READ')).toMatchObject({
      code: 409,
      message: '权限正在使用，不能删除',
    });
    await db().authority.create({ data: { authority: 'SHIPPED_READ', seeded: true } });
    expect(await ask('platformAdmin', 'DELETE', 'authority/SHIPPED_READ')).toMatchObject({
      code: 409,
      message: '系统预置权限，不能删除',
    });
  });
  it('[AUTHY-006] [AUTHY-007] need a name of at most 200 capitals, digits and underscores; the description may be missing', async () => {
    const add = (body: object) =>
      ask<{ fieldErrors: Record<string, string> }>('platformAdmin', 'PUT', 'authority', body);
    expect((await add({})).data.fieldErrors).toEqual({ authority: '必填' });
    expect((await add({ authority: '' })).code).toBe(400);
    expect((await add({ authority: 'lower_read' })).data.fieldErrors).toEqual({
      authority: '权限名称只能包含大写字母、数字和下划线',
    });
    expect((await add({ authority: 'A'.repeat(201) })).data.fieldErrors).toEqual({ authority: '内容过长' });
    expect((await add({ authority: 'B'.repeat(200) })).code).toBe(200);
    expect((await add({ authority: 'LONG_READ', description: '描'.repeat(201) })).data.fieldErrors).toEqual({
      description: '内容过长',
    });
    expect((await add({ authority: 'LONG_READ', description: '描'.repeat(200) })).code).toBe(200);
  });
  it('of a role; an unknown role is 404', async () => {
    const { data } = await ask<AuthorityRow[]>('branchManager', 'POST', 'authority/listByRole', {
      role: 'role-maintenanceSigner',
    });
    expect(data.map(({ authority }) => authority)).toEqual([
      'E_SIGN_READ',
      'E_SIGN_WRITE',
      'MAINTENANCE_READ',
      'MAINTENANCE_WRITE',
    ]);
    expect(await ask('branchManager', 'POST', 'authority/listByRole', { role: 'none' })).toMatchObject({ code: 404 });
  });
  it('are written by the head office alone (readings 64)', async () => {
    await db().roleAuthority.create({ data: { role: 'role-branchManager', authority: 'AUTHORITY_WRITE' } });
    const fresh = await sessionOf('branchManager');
    for (const [method, path, body] of [
      ['PUT', 'authority', { authority: 'MINE_READ' }],
      ['POST', 'authority', { authority: 'ROLE_READ' }],
      ['DELETE', 'authority/ROLE_READ', undefined],
    ] as const) {
      expect(await callSms(method, path, { body, headers: bearer(fresh) })).toMatchObject({ code: 403 });
    }
    expect(await stored('MINE_READ')).toBeNull();
  });
});
