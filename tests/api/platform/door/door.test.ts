import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { createAccount, PASSWORD } from '../../../support/accounts';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

interface Answer {
  code: number;
  message: string;
  data: never;
  error?: string;
  error_description?: string;
}

async function call(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await handleSms(
    new Request(`http://localhost:3000/sms/${path}`, {
      method,
      headers: {
        'x-forwarded-for': '192.0.2.1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { response, envelope: (text ? JSON.parse(text) : {}) as Answer };
}

async function token(username: string): Promise<string> {
  const { envelope } = await call('POST', 'signToken', { body: { type: 'password', username, password: PASSWORD } });
  return (envelope.data as { access_token: string }).access_token;
}

beforeAll(async () => {
  await createAccount('plumber', ['HOMEPAGE_READ', 'EQUIPMENT_READ']);
  await createAccount('nobody', []);
});
beforeEach(() => resetRateLimits());

describe('the envelope', () => {
  it('[CONV-001] [CONV-003] every answer carries code, message and data; HTTP status = code', async () => {
    const good = await call('GET', 'health/live');
    expect([good.response.status, good.envelope]).toEqual([
      200,
      { code: 200, message: 'success', data: { status: 'up' } },
    ]);
    const bad = await call('GET', 'no/such/path');
    expect(bad.response.status).toBe(404);
    expect(bad.envelope).toMatchObject({ code: 404, error: 'not_found', data: null });
  });

  it('answers are not cached, not sniffed and carry a request id: a valid one is echoed', async () => {
    const { response } = await call('GET', 'health/live', { headers: { 'x-request-id': 'abcdefgh-1234' } });
    expect(
      Object.fromEntries(
        ['cache-control', 'x-content-type-options', 'x-request-id', 'content-type'].map((name) => [
          name,
          response.headers.get(name),
        ]),
      ),
    ).toEqual({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'abcdefgh-1234',
      'content-type': 'application/json; charset=utf-8',
    });
    const forged = await call('GET', 'health/live', { headers: { 'x-request-id': 'a b\u0080' } });
    expect(forged.response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['PUT', 'equipment/query', {}, 405, 'method_not_allowed'],
    ['POST', 'signToken', '{"type":', 400, 'bad_request'],
    ['POST', 'signToken', '[]', 400, 'bad_request'],
    [
      'POST',
      'signToken',
      `{"type":"password","username":"a","password":"${'x'.repeat(1_100_000)}"}`,
      413,
      'payload_too_large',
    ],
    ['POST', 'signToken', '{"__proto__":{"a":1}}', 400, 'bad_request'],
    ['POST', 'equipment/query', {}, 401, 'invalid_token'],
  ] as const)('%s %s with a bad call: %#', async (method, path, body, code, error) => {
    const { envelope, response } = await call(method, path, { body });
    expect([envelope.code, envelope.error, response.status]).toEqual([code, error, code]);
    if (code === 405) expect(response.headers.get('allow')).toContain('POST');
  });

  it('a form instead of JSON is 415', async () => {
    const { envelope } = await call('POST', 'signToken', {
      body: 'username=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(envelope).toMatchObject({ code: 415, error: 'unsupported_media_type' });
  });

  it('[AUTH-012] field errors name the field, in the language of the caller', async () => {
    const zh = await call('POST', 'signToken', { body: { type: 'password', username: '  ', password: '' } });
    expect(zh.envelope).toMatchObject({
      code: 400,
      error: 'validation_failed',
      message: '请填写账号/手机号码和密码',
      data: { fieldErrors: { username: '请填写账号/手机号码和密码' } },
    });
    const en = await call('POST', 'signToken', { body: { type: 'password' }, headers: { 'accept-language': 'en' } });
    expect(en.envelope.message).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it('says 403 in words when the authority is missing, and 401 without a session', async () => {
    const { envelope } = await call('POST', 'equipment/query', {
      body: {},
      headers: { authorization: `Bearer ${await token('nobody')}` },
    });
    expect(envelope).toMatchObject({ code: 403, error: 'access_denied', message: '没有权限' });
  });
});

describe('calls by cookie', () => {
  const cookieOf = async () => {
    const { response, envelope } = await call('POST', 'signToken', {
      body: { type: 'password', username: 'plumber', password: PASSWORD },
      headers: { 'x-session': 'cookie', 'sec-fetch-site': 'same-origin' },
    });
    expect(JSON.stringify(envelope)).not.toContain('access_token');
    return response.headers
      .getSetCookie()
      .map((value) => value.split(';')[0])
      .join('; ');
  };

  it('need the portal’s origin to change something, and nothing to read', async () => {
    const cookie = await cookieOf();
    const body = { pageIndex: 1, pageSize: 15 };
    expect((await call('POST', 'equipment/query', { body, headers: { cookie } })).envelope).toMatchObject({
      code: 403,
      error: 'csrf_failed',
    });
    expect(
      (
        await call('POST', 'equipment/query', {
          body,
          headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        })
      ).envelope.error,
    ).toBe('csrf_failed');
    expect(
      (await call('POST', 'equipment/query', { body, headers: { cookie, origin: 'http://localhost:3000' } })).envelope
        .code,
    ).toBe(200);
    expect((await call('GET', 'userInfo/getUserInfo', { headers: { cookie } })).envelope.code).toBe(200);
  });

  it('a sign-in from another origin sets no cookie', async () => {
    const { envelope, response } = await call('POST', 'signToken', {
      body: { type: 'password', username: 'plumber', password: PASSWORD },
      headers: { 'x-session': 'cookie', origin: 'https://evil.example' },
    });
    expect([envelope.error, response.headers.getSetCookie()]).toEqual(['csrf_failed', []]);
  });
});

describe('sign-out', () => {
  it('ends the session of a bearer token that is outdated already', async () => {
    const outdated = await token('plumber');
    await db().session.updateMany({
      where: { username: 'plumber' },
      data: { accessExpireAt: new Date(Date.now() - 1000) },
    });
    expect(
      (await call('POST', 'signOut', { body: {}, headers: { authorization: `Bearer ${outdated}` } })).envelope.code,
    ).toBe(200);
    expect(
      (await db().session.findFirst({ where: { username: 'plumber' }, orderBy: { createDate: 'desc' } }))?.revokedAt,
    ).not.toBeNull();
  });
});

describe('the audit line', () => {
  it('stands for every operation, with secrets masked, and not for health', async () => {
    await flushAccessLog();
    await db().apiAccessLog.deleteMany();
    await token('plumber');
    await call('GET', 'health/live');
    await call('POST', 'equipment/query', { body: {}, headers: { authorization: `Bearer ${await token('nobody')}` } });
    await call('POST', 'equipment/query', {
      body: { key: '13812345678' },
      headers: { authorization: `Bearer ${await token('plumber')}` },
    });
    await flushAccessLog();
    const lines = await db().apiAccessLog.findMany({ orderBy: { id: 'asc' } });
    expect(lines.map(({ operation, action, code, username, ip }) => [operation, action, code, username, ip])).toEqual([
      ['signIn', 'signIn', 200, 'plumber', '192.0.2.1'],
      ['signIn', 'signIn', 200, 'nobody', '192.0.2.1'],
      ['queryEquipment', 'refused', 403, 'nobody', '192.0.2.1'],
      ['signIn', 'signIn', 200, 'plumber', '192.0.2.1'],
      ['queryEquipment', 'view', 200, 'plumber', '192.0.2.1'],
    ]);
    expect(
      JSON.stringify(lines, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(PASSWORD);
    expect(lines[4]?.params).toEqual({ key: '138****5678' });
  });
});

describe('limits', () => {
  it('an address without a session is cut off after 120 calls a minute, with Retry-After', async () => {
    const codes = [];
    for (let index = 0; index < 122; index += 1)
      codes.push((await call('POST', 'signOut', { body: {} })).envelope.code);
    expect(codes.slice(0, 120).every((code) => code === 200)).toBe(true);
    const { envelope, response } = await call('POST', 'signOut', { body: {} });
    expect([codes.at(-1), envelope.error, Number(response.headers.get('retry-after')) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
  });
});
