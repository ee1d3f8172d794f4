import pg from 'pg';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { createPersonas, PERSONA_PASSWORD } from '../../support/personas';
import { Browser, bearer, callSms, signInBody, tokensOf } from '../../support/sms-client';
import { quickHash } from '../../support/quick-hash';
import { useFreshDatabase } from '../support/database';

/** Two things at once to one account. */

useFreshDatabase();

beforeAll(createPersonas);
beforeEach(() => resetRateLimits());

const openSessions = (username: string) => db().session.count({ where: { username, revokedAt: null } });

/** Runs `change` in a transaction that is committed only after the call had time to check what was before. */
async function during<T>(change: string, values: unknown[], call: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: config().databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(change, values);
    const answer = call();
    await new Promise((resolve) => setTimeout(resolve, 700));
    await client.query('COMMIT');
    return await answer;
  } finally {
    await client.end();
  }
}

describe('a sign-in that was checked just before', () => {
  it('the password changed opens no session: changing it has ended the others already', async () => {
    const hash = await quickHash('Another-Word-2');
    const answer = await during(`UPDATE users SET password_hash = $1 WHERE username = 'customerLite'`, [hash], () =>
      callSms('POST', 'signToken', { body: signInBody('customerLite') }),
    );
    expect([answer.code, answer.error, await openSessions('customerLite')]).toEqual([400, 'invalid_grant', 0]);
  });

  it('the account was disabled opens no session', async () => {
    const answer = await during(`UPDATE users SET enabled = false WHERE username = 'customerElite'`, [], () =>
      callSms('POST', 'signToken', { body: signInBody('customerElite') }),
    );
    expect([answer.code, await openSessions('customerElite')]).toEqual([400, 0]);
  });
});

describe('many at once', () => {
  it('parallel refreshes of one token give one pair, and the token before it ends the session', async () => {
    const first = await tokensOf('customerEssence');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        callSms<{ access_token: string; refresh_token: string }>('POST', 'refreshToken', {
          body: { refresh_token: first.refresh_token },
        }),
      ),
    );
    expect(new Set(answers.map(({ data }) => data.refresh_token)).size).toBe(1);
    const second = answers[0]?.data.refresh_token ?? '';
    expect((await callSms('POST', 'refreshToken', { body: { refresh_token: second } })).code).toBe(200);
    expect((await callSms('POST', 'refreshToken', { body: { refresh_token: first.refresh_token } })).error).toBe(
      'invalid_token',
    );
    expect(await openSessions('customerEssence')).toBe(0);
  });

  it('parallel guesses of an old password are counted one by one', async () => {
    const { access_token } = await tokensOf('internalStaff');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        callSms('POST', 'user/updatePw', {
          body: { user: { username: 'internalStaff', password: `Guess-${index}-x` }, newPassword: 'Quite-New-9' },
          headers: bearer(access_token),
        }),
      ),
    );
    const count = (wanted: number) => answers.filter(({ code }) => code === wanted).length;
    expect([count(400), count(429)]).toEqual([5, 7]);
  });

  it('a second sign-in in one browser ends the first session', async () => {
    const browser = new Browser();
    await browser.signIn('maintenanceSigner', PERSONA_PASSWORD);
    await browser.signIn('maintenanceSigner', PERSONA_PASSWORD);
    expect(await openSessions('maintenanceSigner')).toBe(1);
  });
});
