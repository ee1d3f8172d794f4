import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { sendDueSms } from '@/lib/platform/texting/dispatch';
import { queueSms, requeueSms, withdrawSms } from '@/lib/platform/texting/queue';
import type { NewSms } from '@/lib/platform/texting/queue';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { createWorld } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** The SMS gateway: what leaves, when, how often, and what is written down (silent-screens B7). */

useFreshDatabase();
beforeAll(createWorld);

const NOON = Date.parse('2026-05-01T12:00:00+08:00');
const PHONE = '13800000001';
const MINUTE = 60_000;

function configure(settings: Record<string, string | undefined>): void {
  for (const name of ['SMS_PROVIDER', 'SMS_PROVIDER_URL', 'SMS_PROVIDER_TOKEN']) {
    if (settings[name] === undefined) delete process.env[name];
    else process.env[name] = settings[name];
  }
  resetConfig();
}

beforeEach(async () => {
  configure({});
  await db().smsLog.deleteMany();
});
afterAll(() => configure({}));

const queue = (sms: Partial<NewSms> = {}, now = NOON) =>
  db().$transaction((sql) => queueSms(sql, { type: 'entrapment', phone: PHONE, text: '困人', ...sms }, now));
const rowOf = (id: bigint) => db().smsLog.findUniqueOrThrow({ where: { id } });
const stateOf = async (id: bigint) => {
  const { state, error } = await rowOf(id);
  return [state, error];
};

/** A provider that answers what it is told and remembers what it got. */
interface ProviderAnswer {
  readonly status: number;
  readonly body?: string;
}
async function provider(
  answer: (body: Record<string, string>, count: number) => ProviderAnswer | Promise<ProviderAnswer>,
) {
  const taken: { body: Record<string, string>; authorization?: string }[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, string>;
      taken.push({ body, authorization: request.headers.authorization });
      void Promise.resolve(answer(body, taken.length)).then(({ status, body: said = '' }) =>
        response.writeHead(status).end(said),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  configure({
    SMS_PROVIDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    SMS_PROVIDER_TOKEN: 'key',
  });
  return { taken, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe('the embedded outbox', () => {
  it('takes every message at once; a code is masked in the log and readable in the outbox only', async () => {
    const { id } = await queue({ type: 'code', text: '验证码 123456，5分钟内有效', code: '123456' });
    expect(await sendDueSms(() => NOON)).toBe(1);
    expect(await rowOf(id)).toMatchObject({
      state: 'DELIVERED',
      provider: 'outbox',
      content: '验证码 ******，5分钟内有效',
      tries: 1,
      nextAt: null,
      deliverDate: new Date(NOON),
    });
    expect(
      JSON.stringify(await rowOf(id), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('123456');
    expect((await readOutbox({ phone: PHONE }))[0]).toMatchObject({ type: 'code', text: '验证码 123456，5分钟内有效' });
  });

  it('a message waits for its time', async () => {
    const { id } = await queue({ notBefore: NOON + MINUTE });
    await sendDueSms(() => NOON);
    expect(await stateOf(id)).toEqual(['QUEUED', null]);
    await sendDueSms(() => NOON + MINUTE);
    expect(await stateOf(id)).toEqual(['DELIVERED', null]);
  });
});

describe('what may not be sent is written down with its reason', () => {
  it.each<[string, Partial<NewSms>, string | undefined]>([
    ['noPhone', { phone: null }, undefined],
    ['switchOff', { suppressedBy: 'switchOff' }, undefined],
    ['serviceStopped', { suppressedBy: 'serviceStopped' }, undefined],
    ['projectOff', { projectId: 'P-1' }, undefined],
    ['noProvider', {}, 'none'],
  ])('%s', async (reason, sms, setting) => {
    configure({ SMS_PROVIDER: setting });
    const { id, suppressed } = await queue(sms);
    expect(suppressed).toBe(reason);
    expect(await stateOf(id)).toEqual(['SUPPRESSED', reason]);
    configure({});
    expect(await sendDueSms(() => NOON)).toBe(0);
  });

  it('a project with SMS on sends; codes and account messages do not ask the project', async () => {
    await db().project.update({ where: { projectId: 'P-2' }, data: { isMessage: '1' } });
    expect((await queue({ projectId: 'P-2' })).suppressed).toBeNull();
    expect((await queue({ type: 'account', projectId: 'P-1' })).suppressed).toBeNull();
  });

  it('reminders keep quiet from 22 to 7 and stop at 20 a day and phone; an entrapment never does', async () => {
    const night = Date.parse('2026-05-01T23:00:00+08:00');
    expect((await queue({ type: 'inspection' }, night)).suppressed).toBe('quietHours');
    expect((await queue({ type: 'entrapment' }, night)).suppressed).toBeNull();
    const reminders = await Promise.all(Array.from({ length: 22 }, () => queue({ type: 'maintenance' })));
    expect(reminders.filter(({ suppressed }) => suppressed === 'dailyCap')).toHaveLength(2);
    expect((await queue({ type: 'contract', phone: '13800000002' })).suppressed).toBeNull();
    expect((await queue({ type: 'entrapment' })).suppressed).toBeNull();
    expect((await queue({ type: 'contract' }, NOON + 24 * 60 * MINUTE)).suppressed).toBeNull();
  });
});

describe('a message that is called off while the provider is asked', () => {
  const calledOff = async (answer: ProviderAnswer) => {
    const { id } = await queue({ type: 'entrapment' });
    const { taken, close } = await provider(async () => {
      await db().$transaction((sql) => withdrawSms(sql, [id], 'released'));
      return answer;
    });
    await sendDueSms(() => NOON);
    await sendDueSms(() => NOON + 60 * MINUTE);
    await close();
    return [taken.length, ...(await stateOf(id))];
  };

  it('is not tried again when that failed: nobody is told of trapped persons who are out', async () => {
    expect(await calledOff({ status: 503 })).toEqual([1, 'SUPPRESSED', 'released']);
    expect(await calledOff({ status: 400 })).toEqual([1, 'SUPPRESSED', 'released']);
  });

  it('has been sent where the provider took it', async () => {
    expect(await calledOff({ status: 200, body: '{"id":"X-2"}' })).toEqual([1, 'SENT', null]);
  });
});

describe('a provider over HTTP', () => {
  it('gets reference, phone, text and type with the token; its number is kept and the code forgotten', async () => {
    const { taken, close } = await provider(() => ({ status: 200, body: '{"id":"X-1"}' }));
    const { id } = await queue({ type: 'code', text: '验证码 654321', code: '654321' });
    await sendDueSms(() => NOON);
    await close();
    expect(taken).toEqual([
      {
        authorization: 'Bearer key',
        body: { reference: String(id), phone: PHONE, text: '验证码 654321', type: 'code' },
      },
    ]);
    expect(await rowOf(id)).toMatchObject({
      state: 'SENT',
      provider: 'http',
      providerId: 'X-1',
      sealedText: null,
      deliverDate: null,
    });
  });

  it('says itself when a message has arrived', async () => {
    const { close } = await provider(() => ({ status: 202, body: '{"id":7,"delivered":true}' }));
    const { id } = await queue();
    await sendDueSms(() => NOON);
    await close();
    expect(await rowOf(id)).toMatchObject({ state: 'DELIVERED', providerId: '7', deliverDate: new Date(NOON) });
  });

  it('an alarm is tried again after 1, 5 and 15 minutes, then it has failed and can be sent again by hand', async () => {
    const { taken, close } = await provider(() => ({ status: 503 }));
    const { id } = await queue();
    const tries = [0, MINUTE, 6 * MINUTE, 21 * MINUTE];
    for (const wait of tries) {
      await sendDueSms(() => NOON + wait - 1);
      await sendDueSms(() => NOON + wait);
    }
    expect(taken).toHaveLength(4);
    expect(await rowOf(id)).toMatchObject({ state: 'FAILED', error: 'HTTP 503', tries: 4, nextAt: null });
    expect(await sendDueSms(() => NOON + 9999 * MINUTE)).toBe(0);
    expect(await db().$transaction((sql) => requeueSms(sql, id, NOON))).toBe(true);
    await close();
    configure({});
    await sendDueSms(() => NOON);
    expect(await stateOf(id)).toEqual(['DELIVERED', null]);
    expect(await db().$transaction((sql) => requeueSms(sql, id, NOON))).toBe(false);
  });

  it.each([
    [408, true],
    [429, true],
    [500, true],
    [401, false],
    [404, false],
  ])('an alarm that is answered by %i is tried again: %s', async (status, isAgain) => {
    const { close } = await provider(() => ({ status }));
    const { id } = await queue();
    await sendDueSms(() => NOON);
    await close();
    expect(await rowOf(id)).toMatchObject(
      isAgain ? { state: 'QUEUED', nextAt: new Date(NOON + MINUTE) } : { state: 'FAILED', nextAt: null },
    );
  });

  it('a refusal is final at once; a code is not tried again, nor sent again by hand', async () => {
    const { close } = await provider(({ type }) => ({ status: type === 'code' ? 500 : 400 }));
    const refused = await queue();
    const code = await queue({ type: 'code', text: '验证码 111111', code: '111111' });
    await sendDueSms(() => NOON);
    await close();
    expect(await stateOf(refused.id)).toEqual(['FAILED', 'HTTP 400']);
    expect(await rowOf(code.id)).toMatchObject({ state: 'FAILED', error: 'HTTP 500', sealedText: null });
    expect(await db().$transaction((sql) => requeueSms(sql, code.id))).toBe(false);
  });

  it('a provider that is away is tried again', async () => {
    configure({ SMS_PROVIDER_URL: 'http://127.0.0.1:9/send' });
    const { id } = await queue();
    await sendDueSms(() => NOON);
    expect(await rowOf(id)).toMatchObject({ state: 'QUEUED', error: 'no connection', nextAt: new Date(NOON + MINUTE) });
  });

  it('ten processes at once send every message once', async () => {
    const { taken, close } = await provider(() => ({ status: 200 }));
    await Promise.all(Array.from({ length: 60 }, () => queue()));
    await Promise.all(Array.from({ length: 10 }, () => sendDueSms(() => NOON)));
    await close();
    expect(taken).toHaveLength(60);
    expect(new Set(taken.map(({ body }) => body.reference)).size).toBe(60);
  });
});
