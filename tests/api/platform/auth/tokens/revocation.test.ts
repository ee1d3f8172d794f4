import { bumpAccess, revokeUserSessions } from '@/lib/platform/auth/tokens/tokens';
import { onPortal, closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { PortalFact } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { readSessionCookie } from '@/lib/platform/auth/sessions/session-cookie';
import { issueSocketToken, recheckSession, verifySocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { config } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { createPersonas, PERSONA_PASSWORD } from '../../../../support/personas';
import { quickest } from '../../../../support/quickest';
import { bearer, Browser, callSms, sessionOf, signInBody, tokensOf } from '../../../../support/sms-client';
import { msUntil } from '../../../../support/until';
import { useFreshDatabase } from '../../../support/database';

useFreshDatabase();
beforeAll(async () => {
  await createPersonas();
  // Opening the channel forgets every session, which would hide that one is kept too long.
  const facts: PortalFact[] = [];
  const end = onPortal({ onFact: (fact) => facts.push(fact) });
  await within5s(async () => {
    await db().$transaction((sql) => bumpAccess(sql, 'noAuthority'));
    return facts.length > 0;
  });
  end();
});
beforeEach(resetRateLimits);
afterAll(closePortal);

const whoAmI = (token: string) => callSms('GET', 'userInfo/getUserInfo', { headers: bearer(token) });

/** The promise of readings 59. */
const within5s = (check: () => Promise<boolean>) => msUntil(check, 5000, 50);

describe('ending sessions', () => {
  it('a revocation by another process is in force here within 5 s', async () => {
    const access_token = await sessionOf('customerLite');
    expect((await whoAmI(access_token)).code).toBe(200);
    // Plain SQL stands for the other process: nothing of this one knows.
    await pool().query(`UPDATE session SET revoked_at = now() WHERE username = 'customerLite'`);
    await within5s(async () => (await whoAmI(access_token)).error === 'invalid_token');
  });

  it('with the hint it is in force at once', async () => {
    const tookMs = await quickest(1500, async () => {
      const access_token = await sessionOf('customerLite');
      await whoAmI(access_token);
      await db().$transaction((sql) => revokeUserSessions(sql, 'customerLite'));
      return within5s(async () => (await whoAmI(access_token)).error === 'invalid_token');
    });
    expect(tookMs).toBeLessThan(1500);
  });

  it('a disabled account is refused within 5 s, with its reason', async () => {
    const access_token = await sessionOf('customerEssence');
    await whoAmI(access_token);
    await db().user.update({ where: { username: 'customerEssence' }, data: { enabled: false } });
    await within5s(async () => (await whoAmI(access_token)).error === 'account_disabled');
    expect(await whoAmI(access_token)).toMatchObject({ status: 403, message: '账号已停用，请联系管理员' });
    await db().user.update({ where: { username: 'customerEssence' }, data: { enabled: true } });
  });

  it('hints reach listeners after the commit, and not when it is rolled back', async () => {
    const facts: PortalFact[] = [];
    const end = onPortal({ onFact: (fact) => facts.push(fact) });
    await within5s(async () => {
      await db().$transaction((sql) => bumpAccess(sql, 'branchManager'));
      return facts.some(({ topic, key }) => topic === 'access' && key === 'branchManager');
    });
    await db()
      .$transaction(async (sql) => {
        await bumpAccess(sql, 'internalStaff');
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(facts.some(({ key }) => key === 'internalStaff')).toBe(false);
    end();
  });

  it('the listener comes back by itself when its connection is cut', async () => {
    const facts: PortalFact[] = [];
    let gaps = 0;
    const end = onPortal({
      onFact: (fact) => facts.push(fact),
      onGap: () => {
        gaps += 1;
      },
    });
    await pool().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN portal' AND datname = current_database()`,
    );
    await within5s(async () => gaps >= 2);
    await within5s(async () => {
      await db().$transaction((sql) => bumpAccess(sql, 'branchManager'));
      return facts.length > 0;
    });
    end();
  });
});

describe('changed rights', () => {
  it('a new authority is in force within 5 s, and the next answer rewrites the cookie', async () => {
    const browser = new Browser();
    await browser.signIn('customerLite');
    const before = await readSessionCookie(browser.header(), config().session);
    expect(before?.authorities).not.toContain('SYMPTOM_READ');
    await db().authority.createMany({ data: [{ authority: 'SYMPTOM_READ' }], skipDuplicates: true });
    await db().roleAuthority.create({ data: { role: 'role-customerLite', authority: 'SYMPTOM_READ' } });
    await within5s(async () => {
      await browser.call('GET', 'userInfo/getUserInfo');
      return (
        (await readSessionCookie(browser.header(), config().session))?.authorities.includes('SYMPTOM_READ') ?? false
      );
    });
    const quiet = await browser.call('GET', 'userInfo/getUserInfo');
    expect(quiet.headers.getSetCookie()).toEqual([]);
  });

  it('a project taken away is out of sight within 5 s', async () => {
    const access_token = await sessionOf('internalStaff');
    const projects = async () =>
      (
        await callSms<{ total: number }>('POST', 'project/getListByUsername', {
          body: {},
          headers: bearer(access_token),
        })
      ).data.total;
    expect(await projects()).toBe(2);
    await db().userMapping.deleteMany({ where: { username: 'internalStaff', mappingId: 'P-2' } });
    await within5s(async () => (await projects()) === 1);
  });
});

describe('passwords', () => {
  const change = (token: string, username: string, password: string, newPassword: string) =>
    callSms('POST', 'user/updatePw', { body: { user: { username, password }, newPassword }, headers: bearer(token) });

  it('a changed password ends the other sessions and keeps this one', async () => {
    const [mine, other] = [await tokensOf('airportCustomer'), await tokensOf('airportCustomer')];
    expect(await change(mine.access_token, 'airportCustomer', PERSONA_PASSWORD, 'Another-Pass-7')).toMatchObject({
      code: 200,
      data: null,
    });
    await within5s(async () => (await whoAmI(other.access_token)).error === 'invalid_token');
    expect((await whoAmI(mine.access_token)).code).toBe(200);
    expect((await callSms('POST', 'signToken', { body: signInBody('airportCustomer') })).error).toBe('invalid_grant');
    expect((await tokensOf('airportCustomer', 'Another-Pass-7')).expires_in).toBe(1800);
  });

  it.each([
    ['short', 'Ab-1', 'newPassword', '密码须为8-20位，且至少包含大写字母、小写字母、数字、符号中的三种'],
    ['too few classes', 'abcdefgh1', 'newPassword', '密码须为8-20位，且至少包含大写字母、小写字母、数字、符号中的三种'],
    ['common', 'P@ssw0rd', 'newPassword', '密码过于常见，请更换'],
    ['the old one', PERSONA_PASSWORD, 'newPassword', '新密码不能与原密码相同'],
  ])('a new password is refused: %s', async (_why, newPassword, field, message) => {
    const access_token = await sessionOf('branchDispatcher');
    expect(await change(access_token, 'branchDispatcher', PERSONA_PASSWORD, newPassword)).toMatchObject({
      status: 400,
      error: 'validation_failed',
      data: { fieldErrors: { [field]: message } },
    });
  });

  it('a wrong old password is refused under its field, and counts like a failed sign-in', async () => {
    const access_token = await sessionOf('branchDispatcher');
    for (let count = 0; count < 5; count += 1) {
      expect(await change(access_token, 'branchDispatcher', 'wrong', 'Another-Pass-7')).toMatchObject({
        code: 400,
        data: { fieldErrors: { 'user.password': '原密码错误' } },
      });
    }
    expect((await change(access_token, 'branchDispatcher', PERSONA_PASSWORD, 'Another-Pass-7')).error).toBe(
      'rate_limited',
    );
    await pool().query('DELETE FROM rate_counter');
  });

  it('another account needs USER_WRITE, has to be in scope, and its old password', async () => {
    const dispatcher = await tokensOf('branchDispatcher');
    expect((await change(dispatcher.access_token, 'customerLite', PERSONA_PASSWORD, 'Another-Pass-7')).error).toBe(
      'access_denied',
    );
    const manager = await tokensOf('branchManager');
    expect((await change(manager.access_token, 'customerElite', PERSONA_PASSWORD, 'Another-Pass-7')).error).toBe(
      'no_object_permission',
    );
    expect((await change(manager.access_token, 'platformAdmin', PERSONA_PASSWORD, 'Another-Pass-7')).error).toBe(
      'no_object_permission',
    );
    expect((await change(manager.access_token, 'nobody-here', PERSONA_PASSWORD, 'Another-Pass-7')).error).toBe(
      'not_found',
    );
    expect((await change(manager.access_token, 'customerLite', 'wrong', 'Another-Pass-7')).code).toBe(400);
    expect((await change(manager.access_token, 'customerLite', PERSONA_PASSWORD, 'Another-Pass-7')).code).toBe(200);
  });
});

describe('socket tokens', () => {
  it('a socket token says who it is for 5 minutes, and is useless at the door', async () => {
    const access_token = await sessionOf('customerElite');
    const answer = await callSms<{ token: string; expiresIn: number }>('GET', 'session/socketToken', {
      headers: bearer(access_token),
    });
    expect(answer.data.expiresIn).toBe(300);
    const verified = await verifySocketToken(answer.data.token);
    if (!verified.ok) throw new Error(verified.reason);
    expect(verified.actor.username).toBe('customerElite');
    expect(Math.abs(verified.expiresAt - Date.now() - 300_000)).toBeLessThan(3000);
    expect((await whoAmI(answer.data.token)).error).toBe('invalid_token');
    expect((await callSms('GET', 'session/socketToken')).error).toBe('invalid_token');
  });

  it('expired, changed, foreign and revoked tokens are told apart', async () => {
    const access_token = await sessionOf('customerElite');
    const { token } = (
      await callSms<{ token: string }>('GET', 'session/socketToken', { headers: bearer(access_token) })
    ).data;
    const verified = await verifySocketToken(token);
    const actor = verified.ok ? verified.actor : undefined;
    if (!actor) throw new Error('not verified');
    const old = await issueSocketToken(actor, Date.now() - 400_000);
    expect(await verifySocketToken(old.token)).toEqual({ ok: false, reason: 'expired' });
    const [head = '', body = '', mac = ''] = token.split('.');
    expect(await verifySocketToken(`${head}.${body}.${mac.slice(0, -3)}AAA`)).toEqual({ ok: false, reason: 'invalid' });
    expect(await verifySocketToken(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`)).toEqual({
      ok: false,
      reason: 'invalid',
    });
    for (const nothing of ['', 'x', null, 7, { token }])
      expect(await verifySocketToken(nothing)).toEqual({ ok: false, reason: 'invalid' });
    await db().user.update({ where: { username: 'customerElite' }, data: { enabled: false } });
    expect(await verifySocketToken(token)).toEqual({ ok: false, reason: 'disabled' });
    await db().user.update({ where: { username: 'customerElite' }, data: { enabled: true } });
    await pool().query(`UPDATE session SET revoked_at = now() WHERE id = $1`, [actor.sessionId]);
    expect(await verifySocketToken(token)).toEqual({ ok: false, reason: 'invalid' });
    expect(await recheckSession(actor.sessionId)).toBeNull();
  });
});
