/**
 * Every page and operation × {visitor, each persona}: expected from the tables, asked of the real door, middleware and guard. Of an
 * operation the visitor and a seeded few personas ask, others for each; `npm run test:full` asks as everybody.
 */
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { createSession } from '@/lib/platform/auth/tokens/tokens';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { decidePage } from '@/lib/platform/auth/pages/page-access';
import { payloadOfSession, sessionCookieHeader } from '@/lib/platform/auth/sessions/request';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { ROUTES } from '@/lib/routes';
import type { Operation } from '@/lib/platform/contract/operation';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { few } from '../../../support/full';
import { expectedAt, mayCall } from '../../../support/expected-access';
import { AIRPORT_PROJECT, createPersonas, persona, PERSONA_NAMES } from '../../../support/personas';
import type { Persona } from '../../../support/personas';
import { middlewareOutcome } from '../../../support/page-outcome';
import type { PageOutcome } from '../../../support/page-outcome';
import { bearer, Browser, callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

class Left extends Error {
  constructor(readonly outcome: PageOutcome) {
    super(outcome);
  }
}
let requestCookie = '';
jest.mock('next/headers', () => ({ headers: async () => new Headers({ cookie: requestCookie }) }));
jest.mock('next/navigation', () => ({
  redirect: (to: string) => {
    throw new Left(to.startsWith('/api/session/refresh') ? 'asks again' : `to ${to}`);
  },
  forbidden: () => {
    throw new Left('no permission');
  },
}));

useFreshDatabase();
beforeAll(async () => {
  process.env.AIRPORT_PROJECT_IDS = AIRPORT_PROJECT;
  process.env.PUBLIC_URL = 'http://localhost:3000';
  resetConfig();
  await createPersonas();
});
afterAll(closePortal);
beforeEach(resetRateLimits);

const WHO: readonly (Persona | null)[] = [null, ...PERSONA_NAMES.map(persona)];
const nameOf = (who: Persona | null) => who?.username ?? 'visitor';

async function openSession(who: Persona) {
  return db().$transaction((sql) => createSession(sql, { username: who.username, ip: '192.0.2.1', userAgent: 'test' }));
}

async function browserOf(who: Persona | null): Promise<Browser> {
  const browser = new Browser();
  if (!who) return browser;
  const { sessionId } = await openSession(who);
  const headers = new Headers();
  for (const line of await sessionCookieHeader(sessionId, { headers: new Headers() }))
    headers.append('set-cookie', line);
  browser.take(headers);
  return browser;
}

/** What the page guard does with a browser of this cookie, where no middleware has asked before. */
async function guardOutcome(routeKey: string, cookie: string): Promise<PageOutcome> {
  const { requirePage } = await import('@/lib/platform/auth/pages/page-guard');
  requestCookie = cookie;
  return requirePage(routeKey).then(
    (): PageOutcome => 'page',
    (error: unknown) => {
      if (error instanceof Left) return error.outcome;
      throw error;
    },
  );
}

/** What an empty question is answered beyond the declared authority. */
const narrowed: Readonly<Record<string, (who: Persona | null) => 'sign in' | 'no' | undefined>> = {
  // A public refresh without a token is refused for its token, not for its caller.
  refreshToken: () => 'sign in',
  // Without the list's own right it answers for one unit, and none is named here.
  queryMaintenance: (who) =>
    who && !(who.authorities as readonly string[]).includes('MAINTENANCE_READ') ? 'no' : undefined,
};

const ASKED_BY_MOST = 4;
const isAskedBy = ({ name }: Operation, who: Persona | null) =>
  who === null || few(PERSONA_NAMES, ASKED_BY_MOST, name).some((username) => username === who.username);

describe.each(WHO.map((who) => [nameOf(who), who] as const))('operations for %s', (_name, who) => {
  const asked = OPERATIONS.filter((operation) => isAskedBy(operation, who));

  it.each(asked.map((operation) => [operation.name, operation] as const))('%s', async (_operation, operation) => {
    const headers = who ? bearer((await openSession(who)).access) : {};
    const path = operation.path.replace(/\{\w+\}/g, 'no-such-key');
    const answer = await callSms(operation.method, path, {
      headers,
      ...(operation.method === 'GET' ? {} : { body: {} }),
    });
    const got = answer.code === 403 ? 'no' : answer.code === 401 ? 'sign in' : 'yes';
    const expected = narrowed[operation.name]?.(who) ?? mayCall(operation, who);
    expect([got, answer.code >= 500 && answer.code !== 503 && answer.code !== 511]).toEqual([expected, false]);
  });
});

describe.each(WHO.map((who) => [nameOf(who), who] as const))('pages for %s', (_name, who) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await browserOf(who);
  });

  it.each(ROUTES.map((target) => [target.path, target] as const))(
    '[NAV-008] [NAV-009] [AUTH-025] middleware at %s',
    async (path, target) => {
      expect(await middlewareOutcome(path, browser.header())).toBe(expectedAt(target, who, false));
      expect(await middlewareOutcome(path, `${browser.header()}; sms_checked=1`)).toBe(expectedAt(target, who, true));
    },
  );

  it.each(ROUTES.filter(({ place }) => place !== 'public').map((target) => [target.path, target] as const))(
    'the page guard alone at %s',
    async (_path, target) => {
      expect(await guardOutcome(target.key, browser.header())).toBe(expectedAt(target, who, true));
    },
  );
});

it('the page guard alone goes by the rights as they are, whatever the cookie still says', async () => {
  const cookie = (await browserOf(persona('branchManager'))).header();
  const right = { role: 'role-branchManager', authority: 'USER_READ' };
  await db().roleAuthority.deleteMany({ where: right });
  forgetActors();
  expect(await guardOutcome('userList', cookie)).toBe('to /?denied=%2FuserList');
  await db().roleAuthority.create({ data: right });
  forgetActors();
  expect(await guardOutcome('userList', cookie)).toBe('page');
  await db().session.updateMany({ where: { username: 'branchManager' }, data: { revokedAt: new Date() } });
  forgetActors();
  expect(await guardOutcome('userList', cookie)).toBe('asks again');
});

describe('a visitor on the way', () => {
  it('comes back with the query after signing in', async () => {
    const browser = await browserOf(persona('customerLite'));
    expect(await middlewareOutcome('/monitor/elevator?equipmentNo=E-1', '')).toBe(
      `to /login?to=${encodeURIComponent('/monitor/elevator?equipmentNo=E-1')}`,
    );
    expect(
      await middlewareOutcome(`/login?to=${encodeURIComponent('/monitor/elevator?equipmentNo=E-1')}`, browser.header()),
    ).toBe('to /monitor/elevator?equipmentNo=E-1');
    for (const foreign of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/login',
      '/sms/signOut',
      'javascript:alert(1)',
    ]) {
      expect(await middlewareOutcome(`/login?to=${encodeURIComponent(foreign)}`, browser.header())).toBe('to /');
    }
  });

  it('[NAV-012] [NAV-013] airport users keep their query on the way to the custom page', async () => {
    const { customCampus, authorities, userType } = await payloadOfSession(
      (await openSession(persona('airportCustomer'))).sessionId,
    );
    const visitor = { customCampus, userType, authorities: new Set(authorities) };
    const sent = (pathname: string, search: string, isThere?: () => boolean) =>
      decidePage({ pathname, search, visitor, isFresh: true }, isThere);
    expect(sent('/campus', '?a=1&b=2', () => true)).toMatchObject({ kind: 'redirect', to: '/campusforcustom?a=1&b=2' });
    expect(sent('/monitor/escalator', '?equipmentNo=E-4', () => true)).toMatchObject({
      kind: 'redirect',
      to: '/monitor/escalatorforcustom?equipmentNo=E-4',
    });
    // A page that is not there yet is nowhere to be sent to.
    expect(sent('/campus', '', () => false)).toEqual({ kind: 'open' });
  });

  it('another spelling of the case leads to the written one, with its query', async () => {
    expect(await middlewareOutcome('/Monitor/ELEVATOR?equipmentNo=E-1', '')).toBe(
      'to /monitor/elevator?equipmentNo=E-1',
    );
    expect(await middlewareOutcome('/no-such-page', '')).toBe('page');
  });

  it('[AUTH-026] a user of customerType 1 without a session cookie goes to /login, with a forged one too', async () => {
    const browser = new Browser();
    expect((await browser.signIn('internalStaff')).data).toMatchObject({ customerType: 1 });
    const path = '/?a=1';
    expect(await middlewareOutcome(path, browser.header())).toBe('page');
    // Other cookies of a browser that signed in do not stand for the session.
    browser.cookies.forEach((_value, name) => {
      if (name.startsWith('sms_session')) browser.cookies.delete(name);
    });
    expect(browser.header()).not.toBe('');
    expect(await middlewareOutcome(path, browser.header())).toBe(`to /login?to=${encodeURIComponent(path)}`);
    expect(await middlewareOutcome(path, '')).toBe(`to /login?to=${encodeURIComponent(path)}`);
    expect(await middlewareOutcome('/monitor/elevator', 'sms_session=forged')).toBe(
      `to /login?to=${encodeURIComponent('/monitor/elevator')}`,
    );
  });
});
