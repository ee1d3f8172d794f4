import { isOwnOrigin } from '@/lib/platform/auth/sessions/csrf';
import { addressKey } from '@/lib/platform/auth/limits/rate-limits';
import { parseFocus } from '@/lib/platform/auth/sessions/request';
import { safeReturnPath } from '@/lib/platform/auth/pages/return-path';
import { contentSecurityPolicy, securityHeaders } from '@/lib/platform/auth/pages/security-headers';
import { parseFact } from '@/lib/platform/auth/tokens/portal-channel';
import { seal, unseal } from '@/lib/platform/secrets/secret-box';
import { hashToken, makeToken, newSessionId, sessionOfToken } from '@/lib/platform/auth/tokens/token-format';
import { inOrder } from '@/lib/platform/system/in-order';
import { resetConfig } from '@/lib/config';

beforeAll(() => {
  process.env.PUBLIC_URL = 'https://portal.example';
  process.env.SESSION_SECRET = 'a-secret-of-at-least-32-characters!';
  resetConfig();
});

describe('own origin', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'https://portal.example' }, true],
    [{ origin: 'https://portal.example:444' }, false],
    [{ origin: 'http://portal.example' }, false],
    [{ origin: 'https://portal.example.evil.example' }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ referer: 'https://portal.example/login' }, false],
    [{}, false],
  ])('%j: %s', (headers, expected) => {
    expect(isOwnOrigin({ headers: new Headers(headers as Record<string, string>) })).toBe(expected);
  });
});

describe('focus projects', () => {
  it('are a comma-joined list; an empty header is none', () => {
    expect(parseFocus(null)).toBeNull();
    expect(parseFocus(' ')).toBeNull();
    expect(parseFocus('P-1, P-2,,P-1')).toEqual(['P-1', 'P-2']);
    expect(parseFocus(',')).toEqual([]);
  });

  it('are at most 300 ids and 8 KiB', () => {
    const ids = (count: number, length = 4) =>
      Array.from({ length: count }, (_, index) => String(index).padStart(length, 'P')).join(',');
    expect(parseFocus(ids(300))).toHaveLength(300);
    expect(() => parseFocus(ids(301))).toThrow(expect.objectContaining({ id: 'bad_request' }));
    expect(() => parseFocus(ids(250, 40))).toThrow(expect.objectContaining({ id: 'bad_request' }));
  });
});

describe('where to go on after sign-in', () => {
  it.each([
    ['/monitor/elevator?equipmentNo=E-1', '/monitor/elevator?equipmentNo=E-1'],
    ['/a/../equipmentlist', '/equipmentlist'],
    ['/x#part', '/x'],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['/\t/evil.example', null],
    ['/a/..//evil.example', null],
    ['https://evil.example/', null],
    ['javascript:alert(1)', null],
    ['equipmentlist', null],
    ['/login?to=/x', null],
    ['/api/session/refresh', null],
    ['/sms/signOut', null],
    ['/3rd/campusview?token=x', null],
    [`/${'x'.repeat(3000)}`, null],
    ['', null],
    [null, null],
  ])('%j: %j', (to, expected) => {
    expect(safeReturnPath(to)).toBe(expected);
  });
});

describe('addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s counts as %s', (ip, expected) => {
    expect(addressKey(ip)).toBe(expected);
  });
});

describe('security headers', () => {
  const context = { nonce: 'N0nce', publicUrl: 'https://portal.example', isSecure: true, isDevelopment: false };

  it('run scripts by nonce only, connect and frame nowhere else', () => {
    const policy = Object.fromEntries(
      contentSecurityPolicy(context)
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    );
    expect(policy['script-src']).toEqual(["'self'", "'nonce-N0nce'", "'strict-dynamic'"]);
    expect(policy['connect-src']).toEqual(["'self'", 'wss://portal.example']);
    expect(contentSecurityPolicy({ ...context, streamOrigins: ['https://flv.example'] })).toContain(
      "connect-src 'self' wss://portal.example https://flv.example;",
    );
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:']);
  });

  it('[MAP-007] let a map provider’s pictures and script in from exactly its origins', () => {
    const parts = (more: object) => contentSecurityPolicy({ ...context, ...more }).split('; ');
    const plain = new Set(parts({}));
    const changed = parts({ tileOrigins: ['https://a.tiles.example'], scriptOrigins: ['https://api.map.example'] });
    expect(changed.filter((part) => !plain.has(part))).toEqual([
      "script-src 'self' 'nonce-N0nce' 'strict-dynamic' https://api.map.example",
      "img-src 'self' data: blob: https://a.tiles.example",
      "connect-src 'self' wss://portal.example https://api.map.example",
    ]);
  });

  it('allow eval in development only, and demand https only over https', () => {
    expect(contentSecurityPolicy({ ...context, isDevelopment: true })).toContain("'unsafe-eval'");
    expect(contentSecurityPolicy(context)).not.toContain("'unsafe-eval'");
    expect(securityHeaders(context)).toHaveProperty('Strict-Transport-Security');
    const plain = securityHeaders({ ...context, isSecure: false, publicUrl: 'http://localhost:3000' });
    expect(plain).not.toHaveProperty('Strict-Transport-Security');
    expect(plain['Content-Security-Policy']).not.toContain('upgrade-insecure-requests');
    expect(plain['Content-Security-Policy']).toContain('ws://localhost:3000');
  });
});

describe('tokens', () => {
  it('name their session, and only in the kind they were made for', () => {
    const sessionId = newSessionId();
    const token = makeToken('access', sessionId);
    expect(sessionOfToken('access', token)).toBe(sessionId);
    expect(sessionOfToken('refresh', token)).toBeNull();
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(makeToken('access', sessionId)).not.toBe(token);
  });

  it('are void when a part is changed, missing or added', () => {
    const [sessionId = '', random = '', mac = ''] = makeToken('access', newSessionId()).split('.');
    for (const forged of [
      `${newSessionId()}.${random}.${mac}`,
      `${sessionId}.${random}`,
      `${sessionId}.${random}.${mac}.x`,
      `${sessionId}..${mac}`,
      `.${random}.${mac}`,
    ]) {
      expect(sessionOfToken('access', forged)).toBeNull();
    }
  });
});

describe('sealed values', () => {
  it('open for their purpose only, and not when changed', () => {
    const box = seal('prev-pair', { a: 1 });
    expect(unseal('prev-pair', box)).toEqual({ a: 1 });
    expect(unseal('upstream', box)).toBeNull();
    expect(unseal('prev-pair', { ...box, data: Buffer.from('xxxxxxx').toString('base64') })).toBeNull();
    expect(unseal('prev-pair', { ...box, tag: box.tag.slice(0, 8) })).toBeNull();
    for (const nothing of [null, {}, 'x', { v: 2 }]) expect(unseal('prev-pair', nothing)).toBeNull();
  });
});

describe('hints between processes', () => {
  it.each([
    ['{"topic":"session","key":"abc"}', { topic: 'session', key: 'abc' }],
    ['{"topic":"access","key":"王工"}', { topic: 'access', key: '王工' }],
    ['{"topic":"other","key":"abc"}', undefined],
    ['{"topic":"session"}', undefined],
    ['not json', undefined],
    [undefined, undefined],
  ])('%j', (payload, fact) => {
    expect(parseFact(payload)).toEqual(fact);
  });
});

describe('tasks of one key', () => {
  it('run one after the other, also after a failure; other keys do not wait', async () => {
    const log: string[] = [];
    const task =
      (name: string, ms: number, fails = false) =>
      async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, ms));
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    await Promise.allSettled([
      inOrder('a', task('1', 30, true)),
      inOrder('a', task('2', 1)),
      inOrder('b', task('3', 1)),
    ]);
    expect(log).toEqual(['1 begins', '3 begins', '3 ends', '1 ends', '2 begins', '2 ends']);
  });
});
