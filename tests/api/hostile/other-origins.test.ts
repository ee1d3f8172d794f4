import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { handleSms } from '@/lib/platform/door/web-door';
import { few } from '../../support/full';
import { createPersonas } from '../../support/personas';
import { Browser, ORIGIN } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** Pages of other sites that use a visitor's cookie: every operation of the registry that changes something or is asked by POST. */

useFreshDatabase();

let browser: Browser;
beforeAll(async () => {
  await createPersonas();
  browser = new Browser();
  resetRateLimits();
  await browser.signIn('platformAdmin');
});
beforeEach(() => resetRateLimits());
afterAll(closePortal);

/** What a browser says of a request that is not from our own pages; the first two are old or odd browsers that say nothing. */
const ELSEWHERE: readonly Record<string, string>[] = [
  {},
  { origin: 'null' },
  { origin: '' },
  { referer: `${ORIGIN}/userList` },
  { host: 'localhost:3000', referer: `${ORIGIN}/` },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://evil.localhost:3000', 'sec-fetch-site': 'same-site' },
  { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' },
  { origin: 'https://localhost:3000', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3000@evil.example' },
  { origin: 'http://localhost:3000/' },
  { origin: 'HTTP://LOCALHOST:3000' },
  { origin: `${ORIGIN}, https://evil.example` },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'Same-Origin' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { 'x-forwarded-host': 'localhost:3000', origin: 'https://evil.example' },
];
const MOST_ORIGINS = 6;
/** Bodies that a form or a simple request can send without asking first. */
const BODIES: readonly [string, () => BodyInit | undefined][] = [
  ['text/plain', () => '{"user":{"username":"platformAdmin"}}'],
  ['application/x-www-form-urlencoded', () => 'user[username]=x&projectId=P-1'],
  [
    'multipart/form-data',
    () => {
      const form = new FormData();
      form.append('file', new Blob(['x']), 'a.jpg');
      form.append('username', 'platformAdmin');
      return form;
    },
  ],
  ['application/json', () => '{}'],
  ['', () => undefined],
];

const CHANGING = OPERATIONS.filter(
  ({ method, access }) => method !== 'GET' && !['cube', 'internal', 'partner'].includes(access.kind),
);

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  type = 'application/json',
  body: BodyInit | undefined = '{}',
) {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path.replace(/\{\w+\}/g, 'x')}`, {
      method,
      body: method === 'GET' ? undefined : body,
      headers: {
        'x-forwarded-for': '192.0.2.1',
        cookie: browser.header(),
        ...(type === '' || type.startsWith('multipart') ? {} : { 'content-type': type }),
        ...headers,
      },
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    cookies: response.headers.getSetCookie(),
    error: text.startsWith('{') ? (JSON.parse(text) as { error?: string }).error : undefined,
  };
}

it.each(CHANGING.map((operation) => [operation.name, operation] as const))(
  '%s is refused from every other origin, whatever body a page can send',
  async (name, { method, path }) => {
    const wrong: unknown[] = [];
    // Other origins and bodies for each, so that over all operations every origin comes with every body; in a full run all of them.
    for (const [index, headers] of few([...ELSEWHERE.entries()], MOST_ORIGINS, name)) {
      for (const [type, body] of few(BODIES, 1, `${name} ${index}`)) {
        resetRateLimits();
        const { status, error, cookies } = await send(method, path, headers, type, body());
        if (status !== 403 || error !== 'csrf_failed' || cookies.length > 0)
          wrong.push([headers, type, status, error, cookies]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await db().session.count({ where: { username: 'platformAdmin', revokedAt: null } })).toBe(1);
  },
);

it.each(
  CHANGING.filter(({ upload, name }) => !upload && name !== 'signOut').map(
    (operation) => [operation.name, operation] as const,
  ),
)('%s takes JSON only, from our own pages too', async (_name, { method, path, access }) => {
  // Whose it is not is refused before anybody looks at the body.
  const isTheirs = !('userTypes' in access) || access.userTypes === undefined || access.userTypes.includes(0);
  for (const [type, body] of BODIES.slice(0, 3)) {
    resetRateLimits();
    expect([type, (await send(method, path, { origin: ORIGIN }, type, body())).status]).toEqual([
      type,
      isTheirs ? 415 : 403,
    ]);
  }
});

it('a method is what it is: no header, query or field makes another one of it', async () => {
  const before = await db().project.count();
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    for (const [method, path] of [
      ['GET', 'project/P-1'],
      ['GET', 'project/P-1?_method=DELETE'],
      ['POST', 'project/P-1?_method=DELETE'],
    ] as const) {
      const { status } = await send(
        method,
        path,
        { [name]: 'DELETE', origin: ORIGIN },
        method === 'GET' ? '' : 'application/json',
        '{"_method":"DELETE"}',
      );
      expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true]);
    }
  }
  expect(await db().project.count({ where: { deletedAt: null } })).toBe(before);
});

it('nothing is changed by being read: no GET of the contract writes', () => {
  const writing = OPERATIONS.filter(
    ({ method, audit, name }) =>
      method === 'GET' &&
      ((audit !== undefined && !['view', 'none', 'export', 'video'].includes(audit)) ||
        /^(save|add|update|delete|create|end|reset|approve|reject|withdraw|handle|upload)/.test(name)),
  );
  expect(writing.map(({ name }) => name)).toEqual([]);
});

it('every kind of door is told from which origin it may be called: a bearer needs none, a cookie always', async () => {
  const { access_token } = await new Browser()
    .call<{ access_token: string }>('POST', 'signToken', {
      body: { type: 'password', username: 'branchManager', password: 'Persona-Test-1' },
      headers: { 'x-session': '' },
    })
    .then(({ data }) => data);
  const call = (headers: Record<string, string>) => send('POST', 'equipment/query', headers);
  expect((await call({ authorization: `Bearer ${access_token}`, cookie: '' })).status).toBe(200);
  // A header that is no token does not fall back to the cookie.
  expect((await call({ authorization: 'Bearer', origin: ORIGIN })).status).toBe(401);
  expect((await call({ origin: ORIGIN })).status).toBe(200);
});
