import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { requireMailable } from '@/lib/platform/mail/opt-out';
import { maskAddress, optOutHref, optOutToken } from '@/lib/platform/mail/opt-out-link';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
beforeEach(async () => {
  resetRateLimits();
  await db().mailOptOut.deleteMany();
});
afterAll(closePortal);

const unsubscribe = (token: string, headers: Record<string, string> = {}) =>
  callSms<{ emailAddress: string } | null>('POST', 'mail/unsubscribe', { body: { token }, headers });

describe('the link of a report e-mail', () => {
  it('ends report e-mails to its address for a visitor, once or again, and names it masked only', async () => {
    const token = optOutToken(' Anna.Lee@Example.com ');
    for (let time = 0; time < 2; time += 1)
      expect(await unsubscribe(token)).toMatchObject({ code: 200, data: { emailAddress: 'a***@example.com' } });
    expect(await db().mailOptOut.findMany({ select: { emailAddress: true } })).toEqual([
      { emailAddress: 'anna.lee@example.com' },
    ]);
    await expect(requireMailable('anna.lee@EXAMPLE.com')).rejects.toMatchObject({
      id: 'validation_failed',
      messageKey: 'mailOptedOut',
    });
    await expect(requireMailable('other@example.com')).resolves.toBeUndefined();
  });
  it('leads to the page of the portal', () => {
    expect(optOutHref('a@example.com')).toMatch(/^https?:\/\/[^/]+\/unsubscribe\?token=[\w-]+\.[\w-]{43}$/);
    expect([maskAddress('b@x.cn'), maskAddress('nothing')]).toEqual(['b***@x.cn', '***']);
    expect(optOutToken(`${'x'.repeat(188)}@example.com`).length).toBeLessThan(512);
  });
  it('made by somebody else, or with another secret, is no link', async () => {
    const [payload = '', signature = ''] = optOutToken('a@example.com').split('.');
    const foreign = Buffer.from('b@example.com').toString('base64url');
    for (const token of [
      `${foreign}.${signature}`,
      `${payload}.`,
      payload,
      'x',
      `${payload}.${signature}.x`,
      `${payload}.${signature.slice(1)}`,
    ]) {
      expect(await unsubscribe(token)).toMatchObject({ code: 400, error: 'invalid_grant', message: '链接已失效' });
    }
    expect(await unsubscribe('')).toMatchObject({ code: 400, error: 'validation_failed' });
    expect(await unsubscribe('x'.repeat(513))).toMatchObject({ code: 400, error: 'validation_failed' });
    const secret = process.env.SESSION_SECRET;
    process.env.SESSION_SECRET = 'another secret of the same length, at least 32 characters';
    resetConfig();
    const strange = optOutToken('a@example.com');
    if (secret === undefined) Reflect.deleteProperty(process.env, 'SESSION_SECRET');
    else process.env.SESSION_SECRET = secret;
    resetConfig();
    expect(await unsubscribe(strange)).toMatchObject({ code: 400 });
    expect(await db().mailOptOut.count()).toBe(0);
  });
});
