import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { resetConfig } from '@/lib/config';
import { closeDb, db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { createAccount, PASSWORD } from '../../../support/accounts';
import { freshDatabase } from '../../support/database';
import type { TestDatabase } from '../../support/database';

/** One portal as the upstream of another: the second knows no account of its own, only where the first is. */

let upstreamDatabase: TestDatabase;
let ownDatabase: TestDatabase;
let upstream: ChildProcess;
let upstreamUrl: string;
let cookie = '';

function configure(changes: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  resetConfig();
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await handleSms(
    new Request(`http://localhost:3000/sms/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.7',
        'x-session': 'cookie',
        'sec-fetch-site': 'same-origin',
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const set = response.headers.getSetCookie();
  if (set.length > 0)
    cookie = set
      .map((value) => value.split(';')[0])
      .filter((value) => !value?.endsWith('='))
      .join('; ');
  return (await response.json()) as {
    code: number;
    message: string;
    error?: string;
    data: Record<string, unknown> | null;
  };
}

beforeAll(async () => {
  upstreamDatabase = await freshDatabase();
  await createAccount('far', ['HOMEPAGE_READ', 'EQUIPMENT_READ', 'EQUIPMENT_WRITE'], { phone: '13800000001' });
  await closeDb();
  upstream = spawn(process.execPath, ['--import', 'tsx', 'tests/support/door-server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: upstreamDatabase.databaseUrl,
      SESSION_SECRET: 'u'.repeat(40),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!upstream.stdout) throw new Error('no stdout');
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: upstream.stdout as NodeJS.ReadableStream }).once('line', resolve);
    upstream.once('exit', (code) => reject(new Error(`the upstream ended with ${code}`)));
  });
  upstreamUrl = `http://127.0.0.1:${port}`;
  ownDatabase = await freshDatabase();
  configure({ SMS_UPSTREAM_URL: upstreamUrl, SMS_UPSTREAM_TIMEOUT_MS: '20000' });
}, 60_000);

afterAll(async () => {
  configure({ SMS_UPSTREAM_URL: undefined, SMS_UPSTREAM_TIMEOUT_MS: undefined });
  upstream.kill();
  await ownDatabase.drop();
  await upstreamDatabase.drop();
});

describe('with another portal as upstream', () => {
  it('a wrong password is refused in the words of the upstream, and no session begins', async () => {
    const answer = await call('POST', 'signToken', { type: 'password', username: 'far', password: 'Wrong-Password-1' });
    expect(answer).toMatchObject({ code: 400, error: 'invalid_grant', message: '账号或密码错误' });
    expect(cookie).toBe('');
  });

  it('sign-in gives our cookie; the tokens of the upstream stay sealed in our session row', async () => {
    const answer = await call('POST', 'signToken', { type: 'password', username: 'far', password: PASSWORD });
    expect(answer).toMatchObject({ code: 200, data: { username: 'far', userType: 0 } });
    expect(JSON.stringify(answer)).not.toContain('access_token');
    expect(cookie).toContain('sms_session');
    const rows = await db().session.findMany();
    expect(rows).toHaveLength(1);
    // Nothing that can be read; letters of a cipher may spell a short word by chance.
    expect(Object.keys(Object(rows[0]?.upstreamTokens)).sort()).toEqual(['data', 'iv', 'tag', 'v']);
    expect(JSON.stringify(rows[0]?.upstreamTokens)).not.toMatch(/_token|"far"/);
    expect((await db().user.findUnique({ where: { username: 'far' } }))?.passwordHash).toBe('!upstream');
  });

  it('a list, the profile and a write go through and come back unchanged', async () => {
    expect(await call('POST', 'equipment/query', { pageIndex: 1, pageSize: 15 })).toMatchObject({
      code: 200,
      data: { total: 0, records: [] },
    });
    const profile = await call('GET', 'userInfo/getUserInfo');
    expect(profile.data).toMatchObject({
      user: { username: 'far' },
      authority: ['EQUIPMENT_READ', 'EQUIPMENT_WRITE', 'HOMEPAGE_READ'],
    });
    const user = {
      username: 'far',
      nickName: '远方',
      email: 'far@example.com',
      phone: '13800000001',
      inspection: 20,
      contract: 50,
    };
    expect(await call('POST', 'userInfo/updateProfile', { user })).toMatchObject({ code: 200, data: null });
    expect((await call('GET', 'userInfo/getUserInfo')).data).toMatchObject({ user });
    expect(await call('POST', 'userInfo/updateProfile', { user: { ...user, email: 'no mail' } })).toMatchObject({
      code: 400,
      message: '邮箱格式不正确',
    });
  });

  it('a file of the upstream goes through as it comes, with its name; a refusal of it stays words', async () => {
    const download = (body: object) =>
      handleSms(
        new Request('http://localhost:3000/sms/equipment/download', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': '192.0.2.7',
            'x-session': 'cookie',
            'sec-fetch-site': 'same-origin',
            cookie,
          },
          body: JSON.stringify(body),
        }),
      );
    const file = await download({});
    expect(file.headers.get('content-type')).toContain('spreadsheetml');
    expect(file.headers.get('content-disposition')).toMatch(/filename="equipment-\d{14}\.xlsx"/);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(await (await download({ onlineStatus: 9 })).json()).toMatchObject({ code: 400, error: 'validation_failed' });
  });

  it('refusals come back with their code: an unknown key, a wrong field, a path of no operation', async () => {
    expect(await call('GET', 'equipment/99999999')).toMatchObject({ code: 404, error: 'not_found' });
    expect(await call('POST', 'equipment/query', { pageSize: 500 })).toMatchObject({
      code: 400,
      error: 'validation_failed',
    });
    expect(await call('POST', 'admin/everything', {})).toMatchObject({ code: 404, error: 'not_found' });
  });

  it('[AUTH-030] [AUTH-031] when the upstream says its access token expired, tokens are renewed once and the call repeated', async () => {
    const before = await db().session.findFirstOrThrow();
    await expireUpstreamTokens();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => call('POST', 'equipment/query', {})));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
    const after = await db().session.findFirstOrThrow();
    expect(JSON.stringify(after.upstreamTokens)).not.toBe(JSON.stringify(before.upstreamTokens));
    expect(after.revokedAt).toBeNull();
  });

  it('an upstream that hangs is 504, one that is not there 502, one that answers no envelope 502', async () => {
    configure({ SMS_UPSTREAM_TIMEOUT_MS: '300' });
    expect(await call('POST', 'equipment/query', {}, { 'x-request-id': 'hang-for-the-test' })).toMatchObject({
      code: 504,
      error: 'gateway_timeout',
    });
    configure({ SMS_UPSTREAM_TIMEOUT_MS: '20000' });
    const garbage = await fixedServer('<html>redirect</html>', 302);
    configure({ SMS_UPSTREAM_URL: garbage.url });
    expect(await call('POST', 'equipment/query', {})).toMatchObject({ code: 502, error: 'bad_gateway' });
    garbage.server.close();
    configure({ SMS_UPSTREAM_URL: 'http://127.0.0.1:9' });
    expect(await call('POST', 'equipment/query', {})).toMatchObject({ code: 502, error: 'bad_gateway' });
    configure({ SMS_UPSTREAM_URL: upstreamUrl });
  });

  it('sends no cookie of ours, and a caller’s own token as it is', async () => {
    const seen: Record<string, unknown>[] = [];
    const spy = await fixedServer(
      JSON.stringify({
        code: 200,
        message: 'success',
        data: { total: 0, pages: 0, size: 15, current: 1, records: [] },
      }),
      200,
      (headers) => seen.push(headers),
    );
    configure({ SMS_UPSTREAM_URL: spy.url });
    await call(
      'POST',
      'equipment/query',
      {},
      { authorization: 'Bearer of-the-upstream', projectid: 'P1,P2', 'accept-language': 'en' },
    );
    expect(seen[0]).toMatchObject({
      authorization: 'Bearer of-the-upstream',
      projectid: 'P1,P2',
      'accept-language': 'en',
    });
    expect(seen[0]?.cookie).toBeUndefined();
    spy.server.close();
    configure({ SMS_UPSTREAM_URL: upstreamUrl });
  });

  it('[API-106] [API-107] a gateway of another maker is deleted there by GET, as the documents show it; all else is POST', async () => {
    const lines: string[] = [];
    const spy = await fixedServer(
      JSON.stringify({ code: 200, message: 'success', data: null }),
      200,
      (_headers, line) => lines.push(line),
    );
    configure({ SMS_UPSTREAM_URL: spy.url });
    for (const kind of ['tl', 'step']) {
      const step = { stepEquipmentNo: 'S', stepCubeId: 'C' };
      await call('POST', `${kind}Gateway/add`, { equipmentNo: 'E 1', ...(kind === 'step' ? step : {}) });
      await call('POST', `${kind}Gateway/delete`, { equipmentNo: 'E 1' });
    }
    expect(lines.map((line) => line.replace(/\/sms\//, '/'))).toEqual([
      'POST /tlGateway/add',
      'GET /tlGateway/delete?equipmentNo=E+1',
      'POST /stepGateway/add',
      'GET /stepGateway/delete?equipmentNo=E+1',
    ]);
    spy.server.close();
    configure({ SMS_UPSTREAM_URL: upstreamUrl });
  });

  it('sign-out ends both sides', async () => {
    expect((await call('POST', 'signOut', {})).code).toBe(200);
    expect((await db().session.findFirstOrThrow()).revokedAt).not.toBeNull();
    expect((await call('POST', 'equipment/query', {})).code).toBe(401);
  });
});

/** Makes every access token at the upstream outdated, as half an hour would. */
async function expireUpstreamTokens(): Promise<void> {
  const pg = await import('pg');
  const client = new pg.default.Client({ connectionString: upstreamDatabase.databaseUrl });
  await client.connect();
  await client.query(`UPDATE session SET access_expire_at = now() - interval '1 minute'`);
  await client.end();
  // The upstream keeps a session row for two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2100));
}

async function fixedServer(
  body: string,
  status: number,
  see: (headers: Record<string, unknown>, line: string) => void = () => undefined,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    see(request.headers, `${request.method} ${request.url}`);
    response.writeHead(status, { 'Content-Type': 'application/json', Location: 'https://elsewhere.example/' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
