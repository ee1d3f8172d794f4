import { parseConfig } from '@/lib/config';
import { ConfigError } from '@/lib/config-parts';

describe('how long histories are kept', () => {
  const kept = (value: string) => parseConfig({ KEEP_DAYS: value }).keptDays;

  it('is as usual where nobody says anything, and else as it is said', () => {
    expect(kept('')).toEqual({});
    expect(kept('sms_log=730, equipment_trace = 60')).toEqual({ sms_log: 730, equipment_trace: 60 });
  });

  it.each([
    ['users=3', /KEEP_DAYS names "users=3"; known are equipment_trace, .*each with =days\./],
    ['sms_log', /names "sms_log"/],
    ['toString=30', /names "toString=30"/],
    ['sms_log=89', /keeps sms_log for 89 days; it must be 90 to 3660\./],
    ['equipment_trace=401', /must be 7 to 400/],
  ])('is refused in one sentence: %s', (value, sentence) => {
    expect(() => kept(value)).toThrow(ConfigError);
    expect(() => kept(value)).toThrow(sentence);
  });
});
