import { entryOf, keptDays, KEPT_DAYS, lineOf, MAX_DAY_BYTES } from '@/lib/platform/local-log/rules';

const AT = Date.parse('2026-11-21T15:59:59Z');

describe('an entry of the local log', () => {
  it('knows its day in Shanghai and its size', () => {
    const entry = entryOf('cn10246', 'info', 'page', '/equipmentlist', undefined, AT);
    expect(entry).toMatchObject({ day: '2026-11-21', username: 'cn10246', details: '' });
    expect(entry.size).toBeGreaterThan(80);
    expect(entryOf('cn10246', 'info', 'page', 'x', undefined, AT + 1000).day).toBe('2026-11-22');
  });
  it('holds no passwords, tokens and codes, and phones only in part', () => {
    const entry = entryOf(
      'u',
      'warn',
      'request',
      'phone 13812345678 token=abc.def Bearer x.y-z',
      {
        password: 'P',
        accessToken: 't',
        verifyCode: '123456',
        nested: [{ phone: '13900001111', note: 'eyJhbGciOi.eyJzdWIi.sig' }],
      },
      AT,
    );
    expect(entry.message).toBe('phone 138****5678 token=*** Bearer ***');
    expect(JSON.parse(entry.details)).toEqual({
      password: '***',
      accessToken: '***',
      verifyCode: '***',
      nested: [{ phone: '139****1111', note: '***' }],
    });
  });
  it('is cut where it would be long', () => {
    const entry = entryOf('u', 'error', 'page', '长'.repeat(5000), { text: 'x'.repeat(50_000) }, AT);
    expect(entry.message).toHaveLength(500);
    expect(entry.details.length).toBeLessThanOrEqual(4000);
  });
  it('is one line of a file', () => {
    expect(
      lineOf(
        entryOf('u', 'warn', 'socket', 'sms_error 511', { message: 'no permission' }, AT),
        () => '2026-11-21 23:59:59',
      ),
    ).toBe('2026-11-21 23:59:59 WARN socket sms_error 511 {"message":"no permission"}');
  });
});

it('[CONV-027] keeps 7 days, and about 5 MB of each', () => {
  expect(KEPT_DAYS).toBe(7);
  expect(MAX_DAY_BYTES).toBe(5 * 1024 * 1024);
  expect(keptDays(AT)).toEqual([
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-16',
    '2026-11-15',
  ]);
});
