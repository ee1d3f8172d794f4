import { NextRequest } from 'next/server';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { handleNextAuth } from '@/lib/platform/auth/sign-in/next-auth';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { refreshAccess } from '@/lib/platform/auth/pages/refresh-access';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { middleware } from '@/middleware';
import { createPersonas } from '../../support/personas';
import { bearer, Browser, callSms, ORIGIN, sessionOf } from '../../support/sms-client';
import { quickHash } from '../../support/quick-hash';
import { useFreshDatabase } from '../support/database';

/** Requests that name another host than the portal's own, and places to go on to that are not of this origin. */

useFreshDatabase();
beforeAll(async () => {
  process.env.PUBLIC_URL = ORIGIN;
  resetConfig();
  await createPersonas();
});
beforeEach(() => resetRateLimits());
afterAll(async () => {
  delete process.env.PUBLIC_URL;
  await closePortal();
});

const FORGED: Record<string, string> = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '666',
  forwarded: 'host=evil.example',
  'x-host': 'evil.example',
  'x-original-url': '/userList',
  'x-rewrite-url': '/userList',
};
const AWAY = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/%2f%2fevil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http:evil.example',
  'https:/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a\r\nSet-Cookie: x=1',
  '@evil.example',
  'http://localhost:3000@evil.example/',
  'http://localhost:3000.evil.example/',
  '/login',
  '/LOGIN?to=/',
  '/sms/signOut',
  '/api/auth/signout',
  '/3rd/campus?token=x',
  '/_next/x',
  '\u3002evil.example',
  '/\u2028/evil.example',
  'x'.repeat(3000),
];
/** Where an answer sends the browser, resolved as a browser does. */
const placeOf = (location: string | null) => (location === null ? null : new URL(location, ORIGIN));
/** A page of this origin, or an address of it where nothing is: never another host, never a door of the portal. */
const isOwnPage = ({ origin, pathname }: URL) =>
  origin === ORIGIN && !/^\/(?:[/\\]|sms\b|api\b|_next\b|3rd\b)/i.test(pathname);

it("links and tokens that are made carry the portal's own address, whoever asks under which name", async () => {
  const access_token = await sessionOf('platformAdmin');
  const link = await callSms<{ url: string }>('POST', 'user/createLoginLink', {
    body: { username: 'customerLite' },
    headers: { ...bearer(access_token), ...FORGED },
  });
  expect([link.code, new URL(link.data.url).origin]).toEqual([200, ORIGIN]);
  await db().partner.create({
    data: {
      partnerId: 'friend',
      name: 'x',
      secretHash: await quickHash('friendly-secret'),
      scopes: ['token'],
      users: { create: { username: 'customerLite' } },
    },
  });
  const minted = await callSms<{ url: string }>('POST', 'thirdParty/token', {
    body: { username: 'customerLite', path: '/campus' },
    headers: { authorization: `Basic ${Buffer.from('friend:friendly-secret').toString('base64')}`, ...FORGED },
  });
  expect([minted.code, minted.data.url.startsWith('/3rd/campus?token=')]).toEqual([200, true]);
});

it('an origin that only the Host header speaks for is another origin', async () => {
  const browser = new Browser();
  await browser.signIn('customerLite');
  for (const host of ['evil.example', 'localhost:3000']) {
    const answer = await browser.call('POST', 'equipment/query', {
      body: {},
      headers: { ...FORGED, host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect([host, answer.error]).toEqual([host, 'csrf_failed']);
  }
});

it('no header names another page than the one that is asked for', async () => {
  const browser = new Browser();
  await browser.signIn('customerLite');
  const response = await middleware(
    new NextRequest(new URL('/userList', ORIGIN), {
      headers: {
        ...FORGED,
        cookie: `${browser.header()}; sms_checked=1`,
        'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
        'x-original-url': '/',
        'x-rewrite-url': '/',
        'x-invoke-path': '/',
      },
    }),
  );
  const place = placeOf(response.headers.get('location'));
  expect([place?.origin, place?.pathname]).toEqual([ORIGIN, '/']);
});

it('the door answers about itself only: neither host nor scheme of a request stand in an answer', async () => {
  const response = await handleSms(
    new Request('https://evil.example:666/sms/no-such-path', {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.1', ...FORGED },
      body: '{}',
    }),
  );
  expect([
    response.status,
    (await response.text()).includes('evil'),
    [...response.headers].some(([, value]) => value.includes('evil')),
  ]).toEqual([404, false, false]);
});

describe('going on to', () => {
  it.each(AWAY)('%j leads nowhere else: after the rights are read anew', async (to) => {
    for (const cookie of ['', 'signed in', 'sms_session=forged']) {
      const browser = new Browser();
      if (cookie === 'signed in') await browser.signIn('customerLite');
      const answer = await refreshAccess(
        new Request(`${ORIGIN}/api/session/refresh?to=${encodeURIComponent(to)}`, {
          headers: { ...FORGED, cookie: cookie === 'signed in' ? browser.header() : cookie },
        }),
      );
      const place = placeOf(answer.headers.get('location'));
      expect([
        cookie,
        place && isOwnPage(place),
        answer.headers.getSetCookie().some((line) => line.startsWith('x=')),
      ]).toEqual([cookie, true, false]);
      // And where it leads on after sign-in is no other place either.
      expect([cookie, isOwnPage(new URL(place?.searchParams.get('to') ?? '/', ORIGIN))]).toEqual([cookie, true]);
    }
  });

  it.each(AWAY)("%j leads nowhere else: next-auth's callbackUrl, in query, body and cookie", async (callbackUrl) => {
    const browser = new Browser();
    const ask = async (action: string, init: RequestInit = {}, search = '') => {
      const answer = await handleNextAuth(
        new Request(`${ORIGIN}/api/auth/${action}${search}`, {
          ...init,
          headers: { ...FORGED, cookie: browser.header(), ...(init.headers as Record<string, string>) },
        }),
        [action],
      );
      browser.take(answer.headers);
      return answer;
    };
    const { csrfToken } = (await (await ask('csrf')).json()) as { csrfToken: string };
    browser.cookies.set('sms_callback', encodeURIComponent(callbackUrl));
    const body = new URLSearchParams({ csrfToken, callbackUrl }).toString();
    for (const answer of [
      await ask('signout', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }),
      await ask('signin', {}, `?callbackUrl=${encodeURIComponent(callbackUrl)}`),
      await ask('error', {}, `?callbackUrl=${encodeURIComponent(callbackUrl)}`),
      await ask('signout', {}, `?callbackUrl=${encodeURIComponent(callbackUrl)}`),
    ]) {
      const place = placeOf(answer.headers.get('location'));
      expect([answer.status, place?.href, place && isOwnPage(place)]).toEqual([302, place?.href, true]);
      expect((await answer.text()).includes('evil.example"')).toBe(false);
    }
  });
});
