import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { askCode, forgetLimits } from '../../support/codes';
import { createPersonas, PERSONA_PASSWORD } from '../../support/personas';
import { callSms, signInBody } from '../../support/sms-client';
import type { Answer } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** People who would like to know who has an account, with a stop-watch. */

useFreshDatabase();

const PHONE = '13800000041';
const SHARED_PHONE = '13800000042';
beforeAll(async () => {
  await createPersonas();
  // Passwords of the real work: a quick one would be known by its time.
  await db().user.updateMany({ data: { passwordHash: await hashPassword(PERSONA_PASSWORD) } });
  await db().user.update({ where: { username: 'customerElite' }, data: { phone: PHONE } });
  await db().user.updateMany({
    where: { username: { in: ['customerLite', 'customerEssence'] } },
    data: { phone: SHARED_PHONE },
  });
  await db().user.update({ where: { username: 'internalStaff' }, data: { enabled: false } });
});
beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
});
afterAll(closePortal);

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** What an answer says besides the number of its ticket and the phone that the asker typed himself. */
const wordsOf = ({ status, code, message, error, data }: Answer) =>
  JSON.stringify([status, code, message, error, data])
    .replace(/("serialNo":)"[^"]{32}"/, '$1""')
    .replace(/1\d{2}\*{4}\d{4}/, 'typed');

it('that there is an account cannot be read from the time of an answer, nor from its words: password, code request, reset request, code, reset, a second code', async () => {
  const password = { newPassword: 'Quite-New-9', serialNo: 'x'.repeat(32), code: '000000' };
  const calls: [string, (isKnown: boolean, round: number) => Promise<Answer>][] = [
    [
      'password',
      (isKnown, round) =>
        callSms('POST', 'signToken', {
          body: signInBody(isKnown ? 'customerElite' : `nobody${round}`, 'Wrong-Pass-1'),
          ip: `192.0.2.${round}`,
        }),
    ],
    [
      'password by phone',
      (isKnown, round) =>
        callSms('POST', 'signToken', {
          body: signInBody(isKnown ? PHONE : `1390000001${round}`, 'Wrong-Pass-1'),
          ip: `192.0.2.${round}`,
        }),
    ],
    [
      'password by a phone of several',
      (isKnown, round) =>
        callSms('POST', 'signToken', {
          body: signInBody(isKnown ? SHARED_PHONE : `1390000001${round}`, 'Wrong-Pass-1'),
          ip: `192.0.2.${round}`,
        }),
    ],
    [
      'password of an account that is switched off',
      (isKnown, round) =>
        callSms('POST', 'signToken', {
          body: signInBody(isKnown ? 'internalStaff' : `nobody${round}`, 'Wrong-Pass-1'),
          ip: `192.0.2.${round}`,
        }),
    ],
    [
      'code request',
      (isKnown, round) =>
        askCode(
          { purpose: 'sign_token', phoneNo: isKnown ? PHONE : `1390000001${round}` },
          `192.0.2.${round}`,
        ) as unknown as Promise<Answer>,
    ],
    [
      'reset request',
      (isKnown, round) =>
        askCode(
          { purpose: 'reset_password', username: isKnown ? 'customerElite' : `nobody${round}` },
          `192.0.2.${round}`,
        ) as unknown as Promise<Answer>,
    ],
    [
      'code',
      (isKnown, round) =>
        callSms('POST', 'signToken', {
          body: { type: 'code', phoneNo: isKnown ? PHONE : `1390000001${round}`, code: '000000' },
          ip: `192.0.2.${round}`,
        }),
    ],
    [
      'reset by name',
      (isKnown, round) =>
        callSms('POST', 'user/changePasswordByCode', {
          body: { ...password, username: isKnown ? 'customerElite' : `nobody${round}` },
          ip: `192.0.2.${round}`,
        }),
    ],
    [
      'reset by phone',
      (isKnown, round) =>
        callSms('POST', 'user/changePasswordByCode', {
          body: { ...password, phoneNo: isKnown ? PHONE : `1390000001${round}` },
          ip: `192.0.2.${round}`,
        }),
    ],
  ];
  for (const [what, call] of calls) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const words = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      await forgetLimits();
      // Side by side, so that both have the same machine.
      await Promise.all(
        (['known', 'unknown'] as const).map(async (who) =>
          times[who].push(await timed(async () => words.add(wordsOf(await call(who === 'known', round))))),
        ),
      );
    }
    expect([what, [...words]]).toEqual([what, [expect.any(String)]]);
    // Generous: the machine has other work; without the floor the difference of one argon2 or one message shows.
    expect([what, Math.abs(median(times.known) - median(times.unknown)) < 120]).toEqual([what, true]);
    expect([what, Math.min(...times.known, ...times.unknown) >= 295]).toEqual([what, true]);
  }
});
