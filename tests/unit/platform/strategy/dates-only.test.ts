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
    const payload = { code: '10002', trips: 1_234_567_890, mac: '12:34:56:08:9a:bc', day: '2026-11-22', ratio: '2:1' };
    expect(withoutTimes({ ...payload, nothing: null, is: true })).toEqual({ ...payload, nothing: null, is: true });
  });

  it('hides a time of day that stands in a sentence without its day', () => {
    expect(textWithoutTimes('预计 14:30 返回，2026-11-22 08:15:00 已派工')).toBe('预计 --:-- 返回，2026-11-22 已派工');
  });

  it.each([
    ['9:05 到场', '--:-- 到场'],
    ['14：20 到场', '--:-- 到场'],
    ['9：05：30 到场', '--:-- 到场'],
    ['14点20分到场', '--:--到场'],
    ['9 点 05 分到场', '--:--到场'],
    ['9时05到场', '--:--到场'],
    ['14点半、15点整、9点三刻', '--:--、--:--、--:--'],
    ['下午2点到场', '下午--:--到场'],
    ['2026年11月22日 14点20分', '2026年11月22日 --:--'],
    ['2026-11-22 9:05', '2026-11-22 --:--'],
  ])('hides the time of "%s"', (text, shown) => expect(textWithoutTimes(text)).toBe(shown));

  it.each(['提出3点建议', '维修2小时30分', '比例 2:1', '第12：3条', '24.5点'])('leaves "%s"', (text) =>
    expect(textWithoutTimes(text)).toBe(text),
  );
});
