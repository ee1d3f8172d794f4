import { readdirSync } from 'node:fs';
import { NextRequest } from 'next/server';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { handleNextAuth } from '@/lib/platform/auth/sign-in/next-auth';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { refreshAccess } from '@/lib/platform/auth/pages/refresh-access';
import { readSessionCookie, writeSessionCookie } from '@/lib/platform/auth/sessions/session-cookie';
import { config } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { config as middlewareConfig, middleware } from '@/middleware';
import { createPersonas } from '../../../../support/personas';
import { middlewareOutcome } from '../../../../support/page-outcome';
import { Browser, ORIGIN } from '../../../../support/sms-client';
import { useFreshDatabase } from '../../../support/database';

useFreshDatabase();
beforeAll(createPersonas);
beforeEach(resetRateLimits);
afterAll(closePortal);

async function signedIn(username: string): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn(username);
  return browser;
}

const cookieOf = (browser: Browser) => readSessionCookie(browser.header(), config().session);

async function refresh(browser: Browser, to: string): Promise<string> {
  const response = await refreshAccess(
    new Request(`${ORIGIN}/api/session/refresh?to=${encodeURIComponent(to)}`, {
      headers: { cookie: browser.header() },
    }),
  );
  expect(response.status).toBe(307);
  browser.take(response.headers);
  return response.headers.get('location') ?? '';
}

describe('the trip before a page is denied', () => {
  it('a page granted since sign-in opens after one trip', async () => {
    const browser = await signedIn('customerLite');
    await db().authority.createMany({ data: [{ authority: 'SYMPTOM_READ' }], skipDuplicates: true });
    await db().roleAuthority.create({ data: { role: 'role-customerLite', authority: 'SYMPTOM_READ' } });
    expect(await middlewareOutcome('/symptomList?a=1', browser.header())).toBe('asks again');
    expect(await refresh(browser, '/symptomList?a=1')).toBe('/symptomList?a=1');
    expect(await middlewareOutcome('/symptomList?a=1', browser.header())).toBe('page');
  });

  it('[NAV-010] a page that stays forbidden ends at / with the reason, after one trip', async () => {
    const browser = await signedIn('customerLite');
    expect(await middlewareOutcome('/userList', browser.header())).toBe('asks again');
    await refresh(browser, '/userList');
    expect(browser.cookies.get('sms_checked')).toBe('1');
    expect(await middlewareOutcome('/userList', browser.header())).toBe('to /?denied=%2FuserList');
    expect(await middlewareOutcome('/?denied=%2FuserList', browser.header())).toBe('page');
  });

  it('a user without HOMEPAGE_READ gets the no-permission page at /, never a circle', async () => {
    const browser = await signedIn('noAuthority');
    let path = '/userList';
    const trace: string[] = [];
    for (let step = 0; step < 8; step += 1) {
      const outcome = await middlewareOutcome(path, browser.header());
      trace.push(outcome);
      if (outcome === 'asks again') await refresh(browser, path);
      else if (outcome.startsWith('to ')) path = outcome.slice(3);
      else break;
    }
    expect(trace).toEqual(['asks again', 'to /?denied=%2FuserList', 'no permission']);
  });

  it('an ended session loses its cookie and gets the login-expired page, with the way back', async () => {
    const browser = await signedIn('customerElite');
    await pool().query(`UPDATE session SET revoked_at = now() WHERE username = 'customerElite'`);
    expect(await refresh(browser, '/monitor/elevator?equipmentNo=E-3')).toBe(
      `/error/login-expired?to=${encodeURIComponent('/monitor/elevator?equipmentNo=E-3')}`,
    );
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('sms_session'))).toEqual([]);
    expect(await middlewareOutcome('/monitor/elevator?equipmentNo=E-3', browser.header())).toMatch(/^to \/login\?to=/);
  });

  it('[AUTH-032] after a call learned that the session ended, /login opens although the cookie does not know it yet', async () => {
    const browser = await signedIn('customerElite');
    await pool().query(`UPDATE session SET revoked_at = now() WHERE username = 'customerElite'`);
    forgetActors();
    expect(await browser.call('GET', 'userInfo/getUserInfo')).toMatchObject({ code: 401, error: 'invalid_token' });
    expect(await middlewareOutcome('/login?to=%2Fmap&expired=1', browser.header())).toBe('page');
    // Without the mark of such a call the cookie is believed: who is signed in does not sign in twice.
    expect(await middlewareOutcome('/login?to=%2Fmap', (await signedIn('customerElite')).header())).toBe('to /map');
  });

  it('leads nowhere else: foreign addresses become /', async () => {
    const browser = await signedIn('customerElite');
    expect(await refresh(browser, 'https://evil.example/')).toBe('/');
    expect(await refresh(browser, '//evil.example')).toBe('/');
    expect(await refresh(new Browser(), '/map')).toBe('/login?to=%2Fmap');
  });
});

describe('what the middleware adds', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    middleware(new NextRequest(new URL(path, ORIGIN), { headers }));

  it('every answer carries the security headers, with a nonce of its own that the page is told', async () => {
    const [one, two] = [await ask('/login'), await ask('/login')];
    const nonces = [one, two].map(
      (response) => /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1],
    );
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(one.headers.get('x-middleware-request-x-nonce')).toBe(nonces[0]);
    expect(one.headers.get('x-middleware-request-content-security-policy')).toContain(`'nonce-${nonces[0]}'`);
    for (const path of ['/', '/login', '/Login', '/no-such-page']) {
      const { headers } = await ask(path);
      expect([
        headers.get('x-frame-options'),
        headers.get('referrer-policy'),
        headers.get('x-content-type-options'),
        headers.get('permissions-policy'),
      ]).toEqual(['DENY', 'same-origin', 'nosniff', expect.stringContaining('geolocation=()')]);
    }
  });

  it('headers that a visitor forges never reach a page', async () => {
    const response = await ask('/login', {
      'x-nonce': 'forged',
      'content-security-policy': `script-src 'nonce-forged'`,
    });
    expect(response.headers.get('x-middleware-request-x-nonce')).not.toBe('forged');
    expect(response.headers.get('x-middleware-request-content-security-policy')).not.toContain('forged');
  });

  it('[NAV-002] the first language is Chinese, whatever the browser asks for; a chosen one stays', async () => {
    expect((await ask('/login')).cookies.get('language')?.value).toBe('zh-CN');
    expect((await ask('/login', { 'accept-language': 'en-US,en;q=0.9' })).cookies.get('language')?.value).toBe('zh-CN');
    expect((await ask('/login', { cookie: 'language=en' })).cookies.get('language')).toBeUndefined();
    expect(
      (await ask('/login', { cookie: 'language=xx', 'accept-language': 'en' })).cookies.get('language')?.value,
    ).toBe('zh-CN');
  });

  const [pattern = ''] = middlewareConfig.matcher;
  const isRunFor = (path: string) => new RegExp(`^${pattern}$`).test(path);

  it('runs for pages only', () => {
    for (const path of [
      '/',
      '/login',
      '/monitor/elevator',
      '/smsLogList',
      '/apiaccesslog',
      '/error/no-permission',
      '/detail/HealthBiweeklyReport',
    ])
      expect([path, isRunFor(path)]).toEqual([path, true]);
    for (const path of [
      '/sms/signToken',
      '/sms/socket.io/',
      '/api/auth/session',
      '/api/session/refresh',
      '/_next/static/x.js',
      ...readdirSync('public', { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => `${file.parentPath}/${file.name}`.slice('public'.length)),
    ])
      expect([path, isRunFor(path)]).toEqual([path, false]);
  });

  it.each([
    '/foo.php',
    '/wp-admin/setup.php',
    '/icon.svg.bak',
    '/x/icon.svg',
    '/sms',
    '/api/nothing',
    '/_next/nothing',
  ])('the page that says there is nothing at %s has the policy of a page, and its scripts run', async (path) => {
    expect(isRunFor(path)).toBe(true);
    const response = await ask(path);
    const nonce = response.headers.get('x-middleware-request-x-nonce');
    expect(nonce).toMatch(/^[\w+/=]{20,}$/);
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  });
});

describe('next-auth over the same cookie', () => {
  async function ask(browser: Browser, action: string, init: RequestInit = {}): Promise<Response> {
    const response = await handleNextAuth(
      new Request(`${ORIGIN}/api/auth/${action}`, {
        ...init,
        headers: { cookie: browser.header(), ...(init.headers as Record<string, string>) },
      }),
      [action],
    );
    browser.take(response.headers);
    return response;
  }

  it('tells the session that our sign-in opened, without tokens', async () => {
    const browser = await signedIn('branchManager');
    const session = (await (await ask(browser, 'session')).json()) as Record<string, unknown>;
    expect(session).toMatchObject({ username: 'branchManager', userType: 2, user: { name: 'branchManager' } });
    expect(session.authority).toContain('USER_WRITE');
    expect(JSON.stringify(session)).not.toMatch(/token|sid/i);
    expect(await cookieOf(browser)).toMatchObject({ username: 'branchManager' });
    expect(await (await ask(new Browser(), 'session')).json()).toEqual({});
  });

  it('signs out only with its own csrf token, and then ends the session', async () => {
    const browser = await signedIn('branchManager');
    const sid = (await cookieOf(browser))?.sid;
    const { csrfToken } = (await (await ask(browser, 'csrf')).json()) as { csrfToken: string };
    const signOut = (token: string) =>
      ask(browser, 'signout', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrfToken: token, callbackUrl: 'https://evil.example' }).toString(),
      });
    await signOut('forged');
    expect((await db().session.findUniqueOrThrow({ where: { id: sid } })).revokedAt).toBeNull();
    const response = await signOut(csrfToken);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/login`);
    expect((await db().session.findUniqueOrThrow({ where: { id: sid } })).revokedAt).not.toBeNull();
    expect(await cookieOf(browser)).toBeNull();
  });

  it('clears the cookie of an ended session', async () => {
    const browser = await signedIn('branchManager');
    await pool().query(`UPDATE session SET revoked_at = now() WHERE username = 'branchManager'`);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await (await ask(browser, 'session')).json()).toEqual({});
    expect(await cookieOf(browser)).toBeNull();
  });

  it('leaves the cookie of another copy on the same host alone', async () => {
    const browser = await signedIn('branchManager');
    const payload = await cookieOf(browser);
    if (!payload) throw new Error('not signed in');
    const [other = ''] = await writeSessionCookie(
      payload,
      600,
      { ...config().session, cookieName: 'sms_session_3100' },
      null,
    );
    browser.cookies.set('sms_session_3100', other.split(';')[0]?.split('=')[1] ?? '');
    expect(await (await ask(browser, 'session')).json()).toMatchObject({ username: 'branchManager' });
    expect(browser.cookies.has('sms_session_3100')).toBe(true);
  });
});
