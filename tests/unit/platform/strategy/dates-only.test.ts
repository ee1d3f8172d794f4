import { textWithoutTimes, withoutTimes } from '@/lib/platform/strategy/dates-only';

describe('what a machine sent, for somebody who sees dates only', () => {
  it('says days where it said moments, in every spelling and at every depth', () => {
    expect(
      withoutTimes({
        at: 1_795_300_000_123,
        list: ['2026-11-22 13:05:22', { iso: '2026-11-22T20:30:00Z', offset: '2026-11-22T23:30:00+08:00' }],
        slashed: '2026/11/22 13:05',
      }),
    ).toEqual({
      at: '2026-11-22',
      list: ['2026-11-22', { iso: '2026-11-23', offset: '2026-11-22' }],
      slashed: '2026/11/22',
    });
  });

  it('leaves what is no time: codes, counters, addresses of devices, days', () => {
    const payload = { code: '10002', trips: 1_234_567_890, mac: '12:34:56:08:9a:bc', day: '2026-11-22', ratio: '1:25' };
    expect(withoutTimes({ ...payload, nothing: null, is: true })).toEqual({ ...payload, nothing: null, is: true });
  });

  it('hides a time of day that stands in a sentence without its day', () => {
    expect(textWithoutTimes('预计 14:30 返回，2026-11-22 08:15:00 已派工')).toBe('预计 --:-- 返回，2026-11-22 已派工');
  });
});
