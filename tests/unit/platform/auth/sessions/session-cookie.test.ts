import { getToken } from 'next-auth/jwt';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import {
  isSessionCookie,
  parseCookies,
  readSessionCookie,
  writeSessionCookie,
} from '@/lib/platform/auth/sessions/session-cookie';
import type { SessionPayload } from '@/lib/platform/auth/sessions/session-cookie';

const settings = { cookieName: 'sms_session', secret: 'a-secret-of-at-least-32-characters!', isSecure: false };
const payload: SessionPayload = {
  sid: 'AAAAAAAAAAAAAAAAAAAAAA',
  username: 'wang',
  nickName: '王工',
  userType: 2,
  customerType: 0,
  branchName: '上海分公司',
  authorities: ['HOMEPAGE_READ'],
  accessVersion: 3,
  customCampus: false,
};
const large: SessionPayload = {
  ...payload,
  authorities: [...AUTHORITIES, ...AUTHORITIES.map((name) => `${name}_IN_ANOTHER_SCOPE_OF_THE_PRODUCT`)],
};

/** The Cookie header a browser sends after these Set-Cookie lines. */
function cookieHeader(lines: readonly string[]): string {
  return lines
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';')[0])
    .join('; ');
}

describe('the session cookie', () => {
  it('is read as it was written', async () => {
    const lines = await writeSessionCookie(payload, 600, settings, null);
    expect(lines).toHaveLength(1);
    const read = await readSessionCookie(cookieHeader(lines), settings);
    expect(read).toMatchObject(payload);
    expect(Math.abs((read?.exp ?? 0) - Date.now() / 1000 - 600)).toBeLessThan(3);
  });

  it('holds all 62 authorities in one cookie, and splits into chunks below 4 KB beyond', async () => {
    expect(await writeSessionCookie({ ...payload, authorities: [...AUTHORITIES] }, 600, settings, null)).toHaveLength(
      1,
    );
    const lines = await writeSessionCookie(large, 600, settings, null);
    expect(lines.map((line) => line.split('=')[0])).toEqual(
      ['sms_session.0', 'sms_session.1', 'sms_session.2'].slice(0, lines.length),
    );
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect((line.split(';')[0] ?? '').length).toBeLessThanOrEqual(4096);
    expect((await readSessionCookie(cookieHeader(lines), settings))?.authorities).toEqual(large.authorities);
  });

  it.each([payload, large])('is the cookie next-auth itself reads: %#', async (value) => {
    const cookies = Object.fromEntries(
      parseCookies(cookieHeader(await writeSessionCookie(value, 600, settings, null))),
    );
    const token = await getToken({
      req: { cookies, headers: {} } as never,
      cookieName: settings.cookieName,
      secret: settings.secret,
    });
    expect(token).toMatchObject({ sid: value.sid, authorities: value.authorities });
  });

  it('derives the key of a secret once, and another one for another secret', async () => {
    const derive = jest.spyOn(crypto.subtle, 'deriveKey');
    const first = { ...settings, secret: 'a-secret-nobody-has-used-before-in-this-test' };
    const other = { ...settings, secret: 'another-secret-of-at-least-32-characters' };
    const [own, foreign] = await Promise.all(
      [first, other].map(async (each) => cookieHeader(await writeSessionCookie(payload, 600, each, null))),
    );
    // Every page decrypts twice, in the middleware and in the guard.
    for (const [each, cookie] of [
      [first, own],
      [first, own],
      [first, own],
      [other, foreign],
      [other, foreign],
    ] as const)
      expect(await readSessionCookie(cookie ?? '', each)).toMatchObject(payload);
    expect(derive).toHaveBeenCalledTimes(2);
    // What one secret opens, the other does not, also while its key is kept.
    expect(await readSessionCookie(own ?? '', other)).toBeNull();
    expect(await readSessionCookie(foreign ?? '', first)).toBeNull();
    derive.mockRestore();
  });

  it('is opened once however often it is read, and is nobody after its end all the same', async () => {
    const own = { ...settings, secret: 'a-secret-for-what-is-opened-once-in-this-test' };
    const header = cookieHeader(await writeSessionCookie(payload, 600, own, null));
    const open = jest.spyOn(crypto.subtle, 'decrypt');
    for (let reading = 0; reading < 3; reading += 1)
      expect(await readSessionCookie(header, own)).toMatchObject(payload);
    expect(open).toHaveBeenCalledTimes(1);
    expect(await readSessionCookie(`${header.slice(0, -3)}AAA`, own)).toBeNull();
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 612_000);
    expect(await readSessionCookie(header, own)).toMatchObject(payload);
    clock.mockReturnValue(now + 617_000);
    expect(await readSessionCookie(header, own)).toBeNull();
    clock.mockRestore();
    open.mockRestore();
  });

  it('clears the chunks of a longer one before it, and the whole one before chunks', async () => {
    const shrunk = await writeSessionCookie(payload, 600, settings, 'sms_session.0=a; sms_session.1=b; theme=night');
    expect(shrunk.filter((line) => line.includes('Max-Age=0')).map((line) => line.split('=')[0])).toEqual([
      'sms_session.0',
      'sms_session.1',
    ]);
    const grown = await writeSessionCookie(large, 600, settings, 'sms_session=a');
    expect(grown.filter((line) => line.includes('Max-Age=0')).map((line) => line.split('=')[0])).toEqual([
      'sms_session',
    ]);
  });

  it('ends by clearing everything it consists of', async () => {
    expect(await writeSessionCookie(null, 0, settings, 'sms_session.0=a; sms_session.1=b')).toHaveLength(2);
    expect(await writeSessionCookie(null, 0, settings, null)).toEqual([
      'sms_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
  });

  it('leaves the cookie of another copy on the same host alone', async () => {
    const other = await writeSessionCookie(
      { ...payload, username: 'other' },
      600,
      { ...settings, cookieName: 'sms_session_3100' },
      null,
    );
    const own = await writeSessionCookie(payload, 600, settings, cookieHeader(other));
    expect(own).toHaveLength(1);
    const both = `${cookieHeader(other)}; ${cookieHeader(own)}`;
    expect(await readSessionCookie(both, settings)).toMatchObject({ username: 'wang' });
    expect(await readSessionCookie(cookieHeader(other), settings)).toBeNull();
    expect(
      ['sms_session', 'sms_session.0', 'sms_session_3100', 'sms_session.x', 'sms_sessions'].map((name) =>
        isSessionCookie(name, 'sms_session'),
      ),
    ).toEqual([true, true, false, false, false]);
  });

  it('is nobody when changed, expired, made with another secret, or of another shape', async () => {
    const [line = ''] = await writeSessionCookie(payload, 600, settings, null);
    const header = cookieHeader([line]);
    expect(await readSessionCookie(header.slice(0, -3), settings)).toBeNull();
    expect(await readSessionCookie(header, { ...settings, secret: `${settings.secret}x` })).toBeNull();
    expect(
      await readSessionCookie(cookieHeader(await writeSessionCookie(payload, -60, settings, null)), settings),
    ).toBeNull();
    expect(
      await readSessionCookie(
        cookieHeader(await writeSessionCookie({ sid: 7 } as never, 600, settings, null)),
        settings,
      ),
    ).toBeNull();
    for (const nothing of [null, '', 'sms_session', 'sms_session=', ';;;', 'sms_session=x'])
      expect(await readSessionCookie(nothing, settings)).toBeNull();
    expect(await readSessionCookie(header, { ...settings, secret: '' })).toBeNull();
  });

  it('is Secure when the portal is', async () => {
    const [line] = await writeSessionCookie(payload, 600, { ...settings, isSecure: true }, null);
    expect(line).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  });
});
