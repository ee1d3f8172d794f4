import { readXlsx } from 'hucre/xlsx';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import type { AccessLogDetail, AccessLogRow } from '@/lib/features/access-log/contract';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { noteChange, withTrail } from '@/lib/platform/audit/changes';
import { handleSms } from '@/lib/platform/door/web-door';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { bearer, callSms, ORIGIN, sessionOf, signInBody, tokensOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

/** Who did what, when, from where, and what it was before. */

useFreshDatabase();
const tokens = new Map<PersonaName, string>();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  await createPersonas();
  // One who comes in by the door, so that there is a line of it.
  await tokensOf('platformAdmin');
  for (const name of ['platformAdmin', 'branchManager', 'branchDispatcher', 'customerLite', 'customerElite'] as const)
    tokens.set(name, await sessionOf(name));
  for (const name of ['branchManager', 'customerLite']) {
    await db().authority.createMany({ data: [{ authority: 'API_ACCESS_LOG_READ' }], skipDuplicates: true });
    await db().roleAuthority.createMany({
      data: [{ role: `role-${name}`, authority: 'API_ACCESS_LOG_READ' }],
      skipDuplicates: true,
    });
    tokens.set(name as PersonaName, await sessionOf(name));
  }
});
beforeEach(resetRateLimits);
afterAll(closePortal);

const day = (offset = 0) => formatDate(Date.now() + offset * DAY_MS);
const today = { startTime: day(), endTime: day() };
const post = <T = Record<string, unknown>>(name: PersonaName, path: string, body: object) =>
  callSms<T>('POST', path, { body, headers: bearer(tokens.get(name) ?? '') });
const lines = async (name: PersonaName, filters: object = {}) => {
  await flushAccessLog();
  return (
    await post<{ records: AccessLogRow[]; total: number }>(name, 'apiAccessLog/query', {
      ...today,
      pageSize: 200,
      ...filters,
    })
  ).data;
};
const detail = (name: PersonaName, id: string) =>
  callSms<AccessLogDetail>('GET', `apiAccessLog/${id}`, { headers: bearer(tokens.get(name) ?? '') });

describe('the audit log', () => {
  it('[MISC-012] needs its authority and a range of at most 31 days', async () => {
    expect(await post('customerElite', 'apiAccessLog/query', today)).toMatchObject({ code: 403 });
    expect(await post('platformAdmin', 'apiAccessLog/query', {})).toMatchObject({
      code: 400,
      message: '开始日期和结束日期必须选择',
    });
    expect(await post('platformAdmin', 'apiAccessLog/query', { startTime: day(), endTime: '' })).toMatchObject({
      code: 400,
      message: '开始日期和结束日期必须选择',
    });
    expect(await post('platformAdmin', 'apiAccessLog/query', { startTime: day(-31), endTime: day() })).toMatchObject({
      code: 400,
      message: '日期范围不能超过31天',
    });
    expect(await post('platformAdmin', 'apiAccessLog/query', { startTime: day(-30), endTime: day() })).toMatchObject({
      code: 200,
    });
    expect(await post('platformAdmin', 'apiAccessLog/query', { startTime: day(1), endTime: day() })).toMatchObject({
      code: 400,
      message: '开始日期不能大于结束日期',
    });
  });

  it('shows what a write changed, before and after, found by its object', async () => {
    await post('branchManager', 'equipment/saveOrUpdate', {
      equipmentNo: 'E-1',
      equipmentName: '一号梯',
      buildingName: '静安寺',
    });
    await post('branchManager', 'equipment/saveOrUpdate', {
      equipmentNo: 'E-1',
      equipmentName: '主楼一号梯',
      buildingName: '静安寺',
    });
    const { records } = await lines('platformAdmin', { path: 'equipment/saveOrUpdate', username: 'branchManager' });
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({
      username: 'branchManager',
      nickName: 'branchManager',
      userType: 2,
      module: 'equipment',
      action: 'update',
      method: 'POST',
      code: 200,
      client: 'App',
      ip: '192.0.2.1',
      requestId: expect.any(String) as string,
    });
    const { data } = await detail('platformAdmin', records[0]?.id ?? '');
    expect(data.diff).toEqual({ equipmentName: { before: '一号梯', after: '主楼一号梯' } });
    expect(data.params).toMatchObject({ equipmentNo: 'E-1', equipmentName: '主楼一号梯' });
  });

  it('narrows by every filter', async () => {
    await post('branchManager', 'equipment/saveOrUpdate', { equipmentNo: 'E-3', equipmentName: 'x' });
    await callSms('GET', 'equipment/E-2', { headers: bearer(tokens.get('platformAdmin') ?? ''), ip: '198.51.100.7' });
    const paths = async (filters: object) => (await lines('platformAdmin', filters)).records.map(({ path }) => path);
    expect(await paths({ objectId: 'E-2' })).toEqual(['equipment/E-2']);
    expect(await paths({ ip: '198.51.100.7' })).toEqual(['equipment/E-2']);
    expect(await paths({ code: 511 })).toEqual(['equipment/saveOrUpdate']);
    expect(await paths({ action: 'refused', module: 'equipment' })).toEqual(['equipment/saveOrUpdate']);
    expect(new Set((await lines('platformAdmin', { success: 0 })).records.map(({ code }) => code === 200))).toEqual(
      new Set([false]),
    );
    expect(new Set((await lines('platformAdmin', { success: true })).records.map(({ code }) => code))).toEqual(
      new Set([200]),
    );
    expect(new Set((await lines('platformAdmin', { action: 'signIn' })).records.map(({ path }) => path))).toEqual(
      new Set(['signToken']),
    );
    expect((await lines('platformAdmin', { path: 'equipment/%' })).total).toBe(0);
  });

  it('leaves out the lines that only looked, unless they are asked for by their own name', async () => {
    await callSms('GET', 'equipment/E-2', { headers: bearer(tokens.get('platformAdmin') ?? '') });
    const actions = async (filters: object) =>
      new Set((await lines('platformAdmin', filters)).records.map(({ action }) => action));
    expect(await actions({ views: 'hidden' })).not.toContain('view');
    expect(await actions({ views: 'hidden' })).toContain('signIn');
    expect(await actions({ views: 'shown' })).toContain('view');
    expect(await actions({ views: 'hidden', action: 'view' })).toEqual(new Set(['view']));
  });

  it('names the account that a line is about to whoever sees it', async () => {
    await callSms('DELETE', 'user/customerElite', { headers: bearer(tokens.get('branchDispatcher') ?? '') });
    const { nickName } = await db().user.findUniqueOrThrow({ where: { username: 'customerElite' } });
    const named = async (name: PersonaName) =>
      (await lines(name, { objectId: 'customerElite' })).records.map(({ objectName }) => objectName);
    expect(await named('platformAdmin')).toEqual([nickName]);
    // An account of another branch: their own dispatcher's line is there, the name is not.
    expect(await named('branchManager')).toEqual([null]);
  });

  it('shows the accounts in scope: head office sees all, a branch its own, a customer only their own account', async () => {
    await post('customerElite', 'equipment/getByNo', { equipmentNo: 'E-3' });
    await post('customerLite', 'equipment/getByNo', { equipmentNo: 'E-1' });
    await callSms('POST', 'signToken', { body: { type: 'password', username: 'nobody-here', password: 'Wrong-1234' } });
    const names = async (name: PersonaName) => new Set((await lines(name)).records.map(({ username }) => username));
    expect([...(await names('platformAdmin'))]).toEqual(
      expect.arrayContaining(['platformAdmin', 'customerElite', 'customerLite', 'nobody-here']),
    );
    const branch = await names('branchManager');
    expect([...branch]).toEqual(expect.arrayContaining(['branchManager', 'customerLite']));
    expect([...branch]).not.toEqual(expect.arrayContaining(['customerElite']));
    expect(branch.has('platformAdmin') || branch.has('nobody-here')).toBe(false);
    expect([...(await names('customerLite'))]).toEqual(['customerLite']);
    const [foreign] = (await lines('platformAdmin', { username: 'customerElite' })).records;
    expect(await detail('branchManager', foreign?.id ?? '')).toMatchObject({ code: 511 });
    expect(await detail('platformAdmin', '999999999')).toMatchObject({ code: 404 });
  });

  it('shows a branch the sign-ins of its own people, by whatever name they signed in, and nobody else’s', async () => {
    const since = (await db().apiAccessLog.aggregate({ _max: { id: true } }))._max.id ?? 0n;
    await db().user.update({ where: { username: 'customerEssence' }, data: { phone: '13812345678' } });
    const signIn = (username: string, password?: string) =>
      callSms('POST', 'signToken', { body: signInBody(username, password) });
    await signIn('CustomerLite');
    await signIn('13812345678');
    await signIn('customerLite', 'Wrong-1234');
    await signIn('customerElite');
    await signIn('platformAdmin');
    await signIn('nobody-here', 'Wrong-1234');
    const seen = async (name: PersonaName) =>
      (await lines(name, { action: 'signIn' })).records
        .filter(({ id }) => BigInt(id) > since)
        .map(({ username, code, userType }) => [username, code, userType]);
    expect(await seen('branchManager')).toEqual([
      ['customerLite', 400, 1],
      ['customerEssence', 200, 1],
      ['customerLite', 200, 1],
    ]);
    expect(await seen('customerLite')).toEqual([
      ['customerLite', 400, 1],
      ['customerLite', 200, 1],
    ]);
    expect(await seen('platformAdmin')).toEqual([
      ['nobody-here', 400, null],
      ['platformAdmin', 200, 0],
      ['customerElite', 200, 1],
      ['customerLite', 400, 1],
      ['customerEssence', 200, 1],
      ['customerLite', 200, 1],
    ]);
  });

  it('is exported by SUPER_MASTER, and that is a line of it', async () => {
    const download = (name: PersonaName) =>
      handleSms(
        new Request(`${ORIGIN}/sms/apiAccessLog/download`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': '192.0.2.1',
            ...bearer(tokens.get(name) ?? ''),
          },
          body: JSON.stringify({ ...today, action: 'update' }),
        }),
      );
    expect((await download('customerLite')).status).toBe(403);
    const response = await download('platformAdmin');
    expect(response.headers.get('content-disposition')).toMatch(/filename="apiAccessLog-\d{14}\.xlsx"/);
    const rows = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
    expect(rows[0]?.slice(0, 8)).toEqual(['时间', '账号', '显示名', '用户类型', 'IP', '模块', '操作', '对象']);
    expect(new Set(rows.slice(1).map((row) => row[6]))).toEqual(new Set(['修改']));
    expect((await lines('platformAdmin', { action: 'export' })).records[0]).toMatchObject({
      path: 'apiAccessLog/download',
      username: 'platformAdmin',
    });
  });

  it('cannot be changed: there is no operation for it', async () => {
    expect(
      await callSms('DELETE', 'apiAccessLog/1', { headers: bearer(tokens.get('platformAdmin') ?? '') }),
    ).toMatchObject({ code: 405 });
    expect(
      await callSms('PUT', 'apiAccessLog', { headers: bearer(tokens.get('platformAdmin') ?? ''), body: {} }),
    ).toMatchObject({ code: 405 });
  });
});

describe('what a call changed', () => {
  it('is only what differs; made and removed things have one side', async () => {
    const changes = {};
    await withTrail({ changes }, () => {
      noteChange({ name: 'a', floor: 1, days: [1, 2], gone: undefined }, { name: 'b', floor: 1, days: [1, 3] });
      noteChange(null, { made: 1n });
      noteChange({ removed: true }, null);
      return Promise.resolve();
    });
    expect(changes).toEqual({
      name: { before: 'a', after: 'b' },
      days: { before: [1, 2], after: [1, 3] },
      made: { before: null, after: '1' },
      removed: { before: true, after: null },
    });
  });
  it('outside of a call is nothing', () => {
    expect(() => noteChange(null, { a: 1 })).not.toThrow();
  });
});
