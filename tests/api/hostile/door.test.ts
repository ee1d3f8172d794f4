import { hashToken } from '@/lib/platform/auth/tokens/token-format';
import { handleNextAuth } from '@/lib/platform/auth/sign-in/next-auth';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { hashCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { hasServerMessage } from '@/lib/platform/i18n/server-messages';
import { logger } from '@/lib/platform/system/log';
import { createPersonas } from '../../support/personas';
import { bearer, callSms, ORIGIN, sessionOf } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** The door and the routes beside it, under callers with bad credentials and bad bodies. */

useFreshDatabase();

beforeAll(createPersonas);
beforeEach(() => resetRateLimits());

describe('calls with credentials that are none', () => {
  it.each<[string, () => Promise<Record<string, string>>]>([
    ['a token that nobody made', async () => bearer('garbage')],
    [
      'a token of a session that ended',
      async () => {
        const access_token = await sessionOf('customerLite');
        await db().session.updateMany({
          where: { accessHash: hashToken(access_token) },
          data: { revokedAt: new Date() },
        });
        return bearer(access_token);
      },
    ],
  ])('%s: counted for the address, 429 after 120 a minute', async (_what, make) => {
    const headers = await make();
    resetRateLimits();
    const codes = [];
    for (let index = 0; index < 121; index += 1)
      codes.push((await callSms('POST', 'equipment/query', { body: {}, headers })).code);
    expect([codes[0], codes[119], codes[120]]).toEqual([401, 401, 429]);
  });
});

describe('boxes behind one address', () => {
  const call = (cubeNo: string, secret: string) =>
    callSms('POST', `ingest/v1/${cubeNo}/status`, {
      body: {},
      headers: { authorization: `Basic ${Buffer.from(`${cubeNo}:${secret}`).toString('base64')}` },
    });

  it('are held by the limits of ingest alone; wrong secrets count for the address', async () => {
    await db().edgeCube.create({
      data: {
        cubeNo: 'CUBE-1',
        kind: 'box',
        bindState: 'BOUND',
        secretHash: hashCubeSecret('right'),
        secretAt: new Date(),
        branchCode: 'B01',
      },
    });
    // The web process has no ingest of its own, so an admitted box is told 503 here.
    for (let index = 0; index < 130; index += 1) expect((await call('CUBE-1', 'right')).code).toBe(503);
    const codes = [];
    for (let index = 0; index < 121; index += 1) codes.push((await call('CUBE-1', 'wrong')).code);
    expect([codes[0], codes[119], codes[120]]).toEqual([401, 401, 429]);
  });
});

describe('lists that are too long', () => {
  it('are refused with a text, not with the name of one', async () => {
    const access_token = await sessionOf('customerLite');
    const answer = await callSms<{ fieldErrors: Record<string, string> }>('POST', 'equipmentExtension/statusList', {
      body: { equipmentNoList: Array<string>(201).fill('E-1') },
      headers: bearer(access_token),
    });
    expect(answer.code).toBe(400);
    expect(Object.values(answer.data.fieldErrors).every((text) => /[\u4e00-\u9fff]/.test(text))).toBe(true);
    expect([hasServerMessage('en', 'errors', 'tooMany'), hasServerMessage('zh-CN', 'errors', 'tooMany')]).toEqual([
      true,
      true,
    ]);
  });
});

describe('next-auth’s routes', () => {
  it('read no more of a body than a form has', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        if (sent > 50 * 1024 * 1024) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
    const request = new Request(`${ORIGIN}/api/auth/signout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      duplex: 'half',
    } as RequestInit);
    const answer = await handleNextAuth(request, ['signout']);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });

  it('write down little of what strangers say, and no more than 30 times a minute', async () => {
    const spy = jest.spyOn(logger('next-auth'), 'info').mockImplementation(() => undefined);
    const log = async () =>
      (
        await handleNextAuth(
          new Request(`${ORIGIN}/api/auth/_log`, {
            method: 'POST',
            headers: { 'x-forwarded-for': '192.0.2.77', 'content-type': 'application/json' },
            body: JSON.stringify({ level: 'error', code: 'x'.repeat(9000), secret: 'y'.repeat(5000) }),
          }),
          ['_log'],
        )
      ).status;
    const codes: number[] = [];
    for (let index = 0; index < 31; index += 1) codes.push(await log());
    expect([codes[0], codes[29], codes[30]]).toEqual([200, 200, 429]);
    expect(spy.mock.calls.every((call) => JSON.stringify(call).length < 200)).toBe(true);
    spy.mockRestore();
  });

  it.each(['https://lift.example', 'http://10.1.2.3:8080'])(
    'lead to %s where that is the public address',
    async (publicUrl) => {
      const before = process.env.PUBLIC_URL;
      process.env.PUBLIC_URL = publicUrl;
      resetConfig();
      try {
        for (const action of ['signin', 'signout', 'error']) {
          const answer = await handleNextAuth(
            new Request(`${ORIGIN}/api/auth/${action}`, {
              headers: { 'x-forwarded-for': '192.0.2.1', host: 'evil.example' },
            }),
            [action],
          );
          const location = answer.headers.get('location');
          expect([action, location === null ? publicUrl : new URL(location, publicUrl).origin]).toEqual([
            action,
            publicUrl,
          ]);
        }
        const providers = await handleNextAuth(new Request(`${ORIGIN}/api/auth/csrf`, { headers: {} }), ['csrf']);
        expect(decodeURIComponent(providers.headers.getSetCookie().join())).not.toContain('localhost:3000');
      } finally {
        if (before === undefined) delete process.env.PUBLIC_URL;
        else process.env.PUBLIC_URL = before;
        resetConfig();
      }
    },
  );

  it('survive a cookie with a broken escape', async () => {
    const answer = await handleNextAuth(
      new Request(`${ORIGIN}/api/auth/session`, { headers: { cookie: 'theme=%E0%A4%A; sms_session=%' } }),
      ['session'],
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({});
  });
});
