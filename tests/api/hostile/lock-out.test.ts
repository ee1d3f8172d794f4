import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { askCode, codeOf, forgetLimits, passTime } from '../../support/codes';
import { createPersonas, PERSONA_PASSWORD } from '../../support/personas';
import { bearer, Browser, callSms, signInBody, tokensOf } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/**
 * People who guess passwords, and people who only want a dispatcher on duty to stand before a closed door (readings 119).
 * Whatever strangers do, a browser that the account knows goes on, and a code opens the door for everybody else.
 */

useFreshDatabase();

const NAME = 'branchDispatcher';
const PHONE = '13800000051';
const HOME = '198.51.100.1';
const [WRONG, RIGHT] = ['Wrong-Pass-1', PERSONA_PASSWORD];

beforeAll(async () => {
  await createPersonas();
  await db().user.update({ where: { username: NAME }, data: { phone: PHONE } });
});
beforeEach(async () => {
  resetRateLimits();
  await forgetLimits();
  await db().session.deleteMany();
});
afterAll(closePortal);

const signIn = (account: string, password: string, ip: string) =>
  callSms('POST', 'signToken', { body: signInBody(account, password), ip });
const at = (browser: Browser, account: string, password: string, ip = HOME) =>
  browser.call('POST', 'signToken', { body: signInBody(account, password), ip });
/** Tries from as many addresses, all at once. */
const fromEverywhere = (tries: number, account: string, password = WRONG) =>
  Promise.all(
    Array.from({ length: tries }, (_, index) =>
      signIn(account, password, `203.0.${113 + Math.floor(index / 250)}.${index % 250}`),
    ),
  );
const countOf = (answers: readonly { error?: string }[], error: string) =>
  answers.filter((answer) => answer.error === error).length;

async function knownBrowser(account = NAME): Promise<Browser> {
  const browser = new Browser();
  expect((await at(browser, account, RIGHT)).code).toBe(200);
  return browser;
}

describe('an account whose name is known to everybody', () => {
  it('is guessed at most fifty times an hour from everywhere together, the right password among them or not', async () => {
    const answers = await fromEverywhere(120, NAME);
    expect([countOf(answers, 'invalid_grant'), countOf(answers, 'rate_limited')]).toEqual([50, 70]);
    const refused = await signIn(NAME, RIGHT, '192.0.2.200');
    expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait > 3000 && wait <= 3600).toBe(true);
    await passTime(3601);
    expect((await signIn(NAME, RIGHT, '192.0.2.200')).code).toBe(200);
  });

  it('five times in any fifteen minutes from one address; another one is not stopped by it', async () => {
    for (let count = 0; count < 5; count += 1) expect((await signIn(NAME, WRONG, HOME)).error).toBe('invalid_grant');
    expect((await signIn(NAME, RIGHT, HOME)).error).toBe('rate_limited');
    expect((await signIn(NAME, RIGHT, '198.51.100.2')).code).toBe(200);
    // Half the time is not the time.
    await passTime(600);
    const refused = await signIn(NAME, RIGHT, HOME);
    expect([refused.error, Number(refused.headers.get('retry-after')) <= 300]).toEqual(['rate_limited', true]);
    await passTime(301);
    expect((await signIn(NAME, RIGHT, HOME)).code).toBe(200);
  });

  it('refused tries are not counted: who keeps knocking does not keep the door closed', async () => {
    for (let count = 0; count < 12; count += 1) await signIn(NAME, WRONG, HOME);
    await passTime(901);
    expect((await signIn(NAME, RIGHT, HOME)).code).toBe(200);
  });

  it('shares its tries between its name, in any case, and its phone', async () => {
    const answers = [];
    for (const account of [NAME, PHONE, NAME.toUpperCase(), PHONE, NAME])
      answers.push(await signIn(account, WRONG, HOME));
    expect(countOf(answers, 'invalid_grant')).toBe(5);
    expect((await signIn(NAME, RIGHT, HOME)).error).toBe('rate_limited');
    // By phone a right password is then not told from a wrong one.
    expect((await signIn(PHONE, RIGHT, HOME)).error).toBe('invalid_grant');
  });

  it("answers as a name that is nobody's, try by try, by name and by phone", async () => {
    const wordsOf = async (account: string) => {
      const answers = [];
      for (let count = 0; count < 7; count += 1) answers.push(await signIn(account, WRONG, HOME));
      answers.push(...(await fromEverywhere(60, account)));
      return answers
        .map(({ status, code, message, error, data }) => JSON.stringify([status, code, message, error, data]))
        .sort();
    };
    const known = await wordsOf(NAME);
    await forgetLimits();
    expect(await wordsOf('nobodyOfThisName')).toEqual(known);
    await forgetLimits();
    const byPhone = await wordsOf(PHONE);
    await forgetLimits();
    expect(await wordsOf('13900000099')).toEqual(byPhone);
  }, 120_000);
});

describe('a dispatcher on duty', () => {
  it('signs in at their own browser whatever strangers guess, by name and by phone, at their own address too', async () => {
    const browser = await knownBrowser();
    await fromEverywhere(70, NAME);
    await fromEverywhere(70, PHONE);
    for (let count = 0; count < 8; count += 1) await signIn(NAME, WRONG, HOME);
    expect((await signIn(NAME, RIGHT, HOME)).error).toBe('rate_limited');
    expect((await at(browser, NAME, RIGHT)).code).toBe(200);
    expect((await at(browser, PHONE, RIGHT)).code).toBe(200);
    expect((await at(browser, NAME, RIGHT, '192.0.2.77')).code).toBe(200);
  });

  it('also where fifty failures have closed the address to strangers', async () => {
    const browser = await knownBrowser();
    await Promise.all(Array.from({ length: 55 }, (_, index) => signIn(`sprayed-${index}`, WRONG, HOME)));
    expect((await signIn('customerLite', RIGHT, HOME)).error).toBe('rate_limited');
    expect((await at(browser, NAME, RIGHT)).code).toBe(200);
  });

  it('has five tries at that browser, not one more; without its mark it is a stranger at a counted address', async () => {
    const browser = await knownBrowser();
    const other = await knownBrowser();
    for (let count = 0; count < 5; count += 1)
      expect((await at(browser, NAME, WRONG, `192.0.2.${count}`)).error).toBe('invalid_grant');
    expect((await at(browser, NAME, RIGHT, '192.0.2.9')).error).toBe('rate_limited');
    expect((await at(other, NAME, RIGHT)).code).toBe(200);
    await forgetLimits();
    for (let count = 0; count < 5; count += 1) await at(browser, NAME, WRONG);
    expect((await at(new Browser(), NAME, RIGHT)).error).toBe('rate_limited');
  });

  it('is not served by a browser that only another account knows, nor by a mark that was never given', async () => {
    const foreign = await knownBrowser('customerLite');
    const forged = new Browser();
    forged.cookies.set('sms_device', 'x'.repeat(32));
    await fromEverywhere(60, NAME);
    expect((await at(foreign, NAME, RIGHT)).error).toBe('rate_limited');
    expect((await at(forged, NAME, RIGHT)).error).toBe('rate_limited');
  });

  it('signs in by code at a new browser while the password is closed to it', async () => {
    await fromEverywhere(60, NAME);
    await fromEverywhere(60, PHONE);
    expect((await signIn(NAME, RIGHT, '192.0.2.200')).error).toBe('rate_limited');
    await askCode({ purpose: 'sign_token', phoneNo: PHONE });
    expect(
      (
        await callSms('POST', 'signToken', {
          body: { type: 'code', phoneNo: PHONE, code: await codeOf(PHONE) },
          ip: '192.0.2.200',
        })
      ).data,
    ).toMatchObject({ username: NAME });
  });

  it('is not kept from that by a name that reads like the count of a code', async () => {
    for (let count = 0; count < 6; count += 1) await signIn(`code ${PHONE}`, WRONG, '192.0.2.200');
    await askCode({ purpose: 'sign_token', phoneNo: PHONE });
    expect(
      (
        await callSms('POST', 'signToken', {
          body: { type: 'code', phoneNo: PHONE, code: await codeOf(PHONE) },
          ip: '192.0.2.200',
        })
      ).code,
    ).toBe(200);
  });

  it('changes their own password meanwhile; guesses at the old one in a session left open have the same five', async () => {
    const browser = await knownBrowser();
    await fromEverywhere(60, NAME);
    const change = (password: string, newPassword: string) =>
      browser.call('POST', 'user/updatePw', { body: { user: { username: NAME, password }, newPassword }, ip: HOME });
    expect((await change(RIGHT, 'Quite-New-9')).code).toBe(200);
    expect((await change('Quite-New-9', RIGHT)).code).toBe(200);
    for (let count = 0; count < 5; count += 1) expect((await change(WRONG, 'Quite-New-9')).code).toBe(400);
    expect((await change(RIGHT, 'Quite-New-9')).code).toBe(429);
  });

  it("a program with a token has its address's five, and the fifty of everybody", async () => {
    const headers = bearer((await tokensOf(NAME)).access_token);
    const change = (ip: string) =>
      callSms('POST', 'user/updatePw', {
        body: { user: { username: NAME, password: WRONG }, newPassword: 'Quite-New-9' },
        headers,
        ip,
      });
    for (let count = 0; count < 5; count += 1) expect((await change(HOME)).code).toBe(400);
    expect((await change(HOME)).code).toBe(429);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => change(`203.0.113.${index}`)));
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(45);
  });
});
