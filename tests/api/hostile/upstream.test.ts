import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { Browser, callSms } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** Proxy mode against a back end that is odd, ill, or away. */

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}
type Reply = { status?: number; body: unknown } | 'hang up';

const GOOD_INFO = {
  code: 200,
  message: 'success',
  data: { user: { username: 'far', nickName: 'Far' }, userType: 0, customerType: null, authority: ['EQUIPMENT_READ'] },
};
const GOOD_TOKENS = (name: string) => ({
  code: 200,
  message: 'success',
  data: {
    access_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    token_type: 'bearer',
    expires_in: 1800,
    username: 'far',
  },
});

let server: Server;
let seen: Seen[] = [];
let replies: Record<string, Reply | undefined> = {};

useFreshDatabase();

function setUpstream(url: string | undefined): void {
  if (url === undefined) Reflect.deleteProperty(process.env, 'SMS_UPSTREAM_URL');
  else process.env.SMS_UPSTREAM_URL = url;
  resetConfig();
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '';
    seen.push({ method: request.method ?? '', url, headers: request.headers });
    const reply = replies[url.replace(/^\/sms\//, '').split('?')[0] ?? ''] ?? {
      body: { code: 404, message: 'unknown', data: null, error: 'not_found' },
    };
    if (reply === 'hang up') return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  resetRateLimits();
  seen = [];
  replies = { signToken: { body: GOOD_TOKENS('1') }, 'userInfo/getUserInfo': { body: GOOD_INFO } };
  setUpstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  setUpstream(undefined);
  server.close();
  server.closeAllConnections();
});

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.signIn('far', 'any')).code).toBe(200);
  return browser;
}
const ownSession = () => db().session.findFirstOrThrow({ orderBy: { createDate: 'desc' } });

describe('signing out in proxy mode', () => {
  it.each<[string, Reply]>([
    ['is away', 'hang up'],
    [
      'no longer knows the token',
      { status: 401, body: { code: 401, message: 'gone', data: null, error: 'invalid_token' } },
    ],
  ])('ends our session and clears the cookie although the upstream %s', async (_what, reply) => {
    const browser = await signedIn();
    replies.signOut = reply;
    replies.refreshToken = { status: 401, body: { code: 401, message: 'gone', data: null, error: 'invalid_token' } };
    const answer = await browser.call('POST', 'signOut', { body: {} });
    expect(answer).toMatchObject({ status: 200, code: 200, data: null });
    expect([
      [...browser.cookies.keys()].filter((name) => name.startsWith('sms_session')).length,
      (await ownSession()).revokedAt !== null,
    ]).toEqual([0, true]);
  });
});

describe('signing in in proxy mode', () => {
  it('works at once with a cookie whose tokens the upstream refuses by now, and ends that session', async () => {
    const browser = await signedIn();
    const before = await ownSession();
    await renewalIsDue();
    replies.refreshToken = { status: 401, body: { code: 401, message: 'gone', data: null, error: 'invalid_token' } };
    seen = [];
    expect((await browser.signIn('far', 'any')).code).toBe(200);
    expect(seen.find(({ url }) => url.endsWith('/signToken'))?.headers.authorization).toBeUndefined();
    expect((await db().session.findUniqueOrThrow({ where: { id: before.id } })).revokedAt).not.toBeNull();
  });

  it('[CONV-005] then sends a bearer header with every call, but none with sign-in', async () => {
    const browser = await signedIn();
    const page = { total: 0, pages: 0, size: 15, current: 1, records: [] };
    replies['equipment/query'] = { body: { code: 200, message: 'success', data: page } };
    expect(await browser.call('POST', 'equipment/query', { body: {} })).toMatchObject({ code: 200, data: page });
    const headersOf = (path: string) =>
      seen.filter(({ url }) => url.endsWith(path)).map(({ headers }) => headers.authorization);
    expect([headersOf('/signToken'), headersOf('/equipment/query')]).toEqual([[undefined], ['Bearer access-1']]);
    expect(new Set(headersOf('/userInfo/getUserInfo'))).toEqual(new Set(['Bearer access-1']));
  });

  it('passes a challenge on that comes with code 200', async () => {
    replies.signToken = {
      body: { code: 200, message: 'success', data: { needVerify: true, serialNo: 's1', phone: '138****0000' } },
    };
    const browser = new Browser();
    expect(await browser.signIn('far', 'any')).toMatchObject({ code: 200, data: { needVerify: true, serialNo: 's1' } });
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('sms_session'))).toEqual([]);
  });
});

describe('renewing the tokens of the upstream', () => {
  it('an upstream that is ill for a moment does not end the session', async () => {
    const browser = await signedIn();
    await renewalIsDue();
    replies.refreshToken = { status: 503, body: { code: 503, message: 'later', data: null, error: 'unavailable' } };
    replies['equipment/query'] = { body: { code: 200, message: 'success', data: {} } };
    expect((await browser.call('POST', 'equipment/query', { body: {} })).code).toBe(502);
    replies.refreshToken = { body: GOOD_TOKENS('2') };
    expect((await browser.call('POST', 'equipment/query', { body: {} })).code).toBe(200);
  });

  it('tokens that were renewed are kept although the profile cannot be read just then', async () => {
    const browser = await signedIn();
    await renewalIsDue();
    replies.refreshToken = { body: GOOD_TOKENS('2') };
    replies['userInfo/getUserInfo'] = 'hang up';
    replies['equipment/query'] = { body: { code: 200, message: 'success', data: {} } };
    expect((await browser.call('POST', 'equipment/query', { body: {} })).code).toBe(200);
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer access-2');
  });
});

describe('answers of the upstream', () => {
  it.each([
    [200, { code: 20001, message: 'own code', data: { a: 1 }, error: 'x', extra: true }],
    [200, { code: 0, message: 'ok', data: null }],
    [200, { code: 511, message: 'challenge', data: { needVerify: true } }],
    [429, { code: 429, message: 'slow', data: null, error: 'rate_limited' }],
  ])('come back unchanged, status %s and body %j', async (status, body) => {
    const browser = await signedIn();
    replies['equipment/query'] = { status, body };
    const { headers: _headers, status: given, ...answer } = await browser.call('POST', 'equipment/query', { body: {} });
    expect([given, answer]).toEqual([status, body]);
  });

  it('a key that climbs out of the path of its operation is refused, not sent', async () => {
    const browser = await signedIn();
    seen = [];
    expect((await browser.call('GET', 'equipment?equipmentNo=..')).code).toBe(404);
    expect(seen).toEqual([]);
  });

  it('a visitor without session gets nothing through but what is public', async () => {
    seen = [];
    expect((await callSms('POST', 'equipment/query', { body: {} })).code).toBe(401);
    expect(seen).toEqual([]);
  });
});

/** As half an hour later: what is sealed in the row says that the access token ends now. */
async function renewalIsDue(): Promise<void> {
  const { seal, unseal } = await import('@/lib/platform/secrets/secret-box');
  const row = await ownSession();
  const state = unseal('upstream', row.upstreamTokens) as Record<string, unknown>;
  await db().session.update({
    where: { id: row.id },
    data: { upstreamTokens: { ...seal('upstream', { ...state, expireAt: Date.now() }) } },
  });
  forgetActors();
}
