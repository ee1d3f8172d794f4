import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { callSms, signInBody } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** The audit trail under people who would rather not be in it. */

useFreshDatabase();

beforeEach(async () => {
  resetRateLimits();
  await flushAccessLog();
  await db().apiAccessLog.deleteMany();
});

const lines = async () => {
  await flushAccessLog();
  return db().apiAccessLog.findMany({ orderBy: { id: 'asc' } });
};

describe('the audit trail', () => {
  it.each([
    ['a NUL in a name typed at sign-in', 'POST', 'signToken', signInBody('a\0b', 'x')],
    ['a NUL in the key of a path', 'GET', 'equipment/E1%00', undefined],
    ['half a character in a field', 'POST', 'signToken', { ...signInBody('someone', 'x'), note: 'x\ud83d' }],
    ['a NUL in the name of a field', 'POST', 'signToken', { ...signInBody('someone', 'x'), 'a\0b': 1 }],
    [
      'a character cut in two by the length limit',
      'POST',
      'signToken',
      { ...signInBody('someone', 'x'), note: `${'x'.repeat(199)}😀` },
    ],
  ])('keeps every line although one call holds %s', async (_what, method, path, body) => {
    await callSms('POST', 'signToken', { body: signInBody('before', 'x') });
    await callSms(method, path, { body });
    await callSms('POST', 'signToken', { body: signInBody('after', 'x') });
    const written = await lines();
    expect(written).toHaveLength(3);
    expect([written[0]?.username, written[2]?.username]).toEqual(['before', 'after']);
  });

  it('keeps little of a huge body: neither memory nor table may be filled by a visitor', async () => {
    const filled = (size: number) => ({ ...signInBody('someone', 'x'), more: 'y'.repeat(size) });
    await callSms('POST', 'signToken', { body: filled(14_000) });
    expect((await callSms('POST', 'signToken', { body: filled(600_000) })).status).toBe(413);
    const [line, refused] = await lines();
    expect(JSON.stringify(line?.params).length).toBeLessThan(10_000);
    expect(line?.params).toMatchObject({ username: 'someone', password: '***' });
    expect(JSON.stringify(refused?.params).length).toBeLessThan(100);
  });

  it('masks the phone number that somebody signs in with, in every column', async () => {
    await callSms('POST', 'signToken', { body: signInBody('13812345678', 'x') });
    const [line] = await lines();
    expect(line?.username).toBe('138****5678');
    expect(
      JSON.stringify(line, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('13812345678');
  });
});
