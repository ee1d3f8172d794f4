import type { ScreenContent } from '@/lib/features/screens/contract';
import { nextChangeAt, pictureAt, TURN_MS } from '@/lib/features/screens/player/picture';
import { at, content, notice } from './support/content';

/** What a screen shows of its content, by the clock (api.md §2.26). */

const shows = (of: ScreenContent, clock: string) => {
  const picture = pictureAt(of, at(clock));
  return picture.kind === 'notice' ? picture.notice.noticeId : picture.kind;
};
/** Who is shown in the turns from a moment on. */
const turns = (of: ScreenContent, clock: string, count: number) =>
  Array.from({ length: count }, (_, turn) => pictureAt(of, at(clock) + turn * TURN_MS)).map((picture) =>
    picture.kind === 'notice' ? picture.notice.noticeId : picture.kind,
  );

describe('a screen shows', () => {
  it('a notice from its begin until before its end, and the time of day otherwise', () => {
    const of = content({ notices: [notice('a', { startTime: at('08:00:00'), endTime: at('09:00:00') })] });
    expect([shows(of, '07:59:59'), shows(of, '08:00:00'), shows(of, '08:59:59'), shows(of, '09:00:00')]).toEqual([
      'idle',
      'a',
      'a',
      'idle',
    ]);
  });

  it('several notices in turn, each alike long', () => {
    expect(turns(content({ notices: [notice('a'), notice('b'), notice('c')] }), '12:00:00', 6).sort()).toEqual([
      ...['a', 'a', 'b', 'b', 'c', 'c'],
    ]);
  });

  it('urgent ones as long as there are any, and no other', () => {
    const urgent = notice('u', { priority: 'urgent', endTime: at('12:00:20') });
    const of = content({ notices: [notice('a'), urgent] });
    expect(turns(of, '12:00:00', 2)).toEqual(['u', 'u']);
    expect(shows(of, '12:00:20')).toBe('a');
  });

  it.each([
    ['06:00', '23:00', ['05:59:59', '06:00:00', '22:59:59', '23:00:00'], ['off', 'a', 'a', 'off']],
    ['18:00', '01:00', ['00:59:59', '01:00:00', '17:59:59', '18:00:00'], ['a', 'off', 'off', 'a']],
    ['06:00', '06:00', ['00:00:00', '06:00:00', '12:00:00', '23:00:00'], ['a', 'a', 'a', 'a']],
  ])('nothing outside %s to %s', (powerOn, powerOff, clocks, expected) => {
    const of = content({ powerOn, powerOff, notices: [notice('a')] });
    expect(clocks.map((clock) => shows(of, clock))).toEqual(expected);
  });

  it('the text for trapped persons over everything, also outside its hours', () => {
    const of = content({
      comfort: true,
      powerOn: '06:00',
      powerOff: '07:00',
      notices: [notice('u', { priority: 'urgent' })],
    });
    expect([shows(of, '06:30:00'), shows(of, '12:00:00')]).toEqual(['comfort', 'comfort']);
  });
});

describe('the next moment of another picture', () => {
  const next = (of: ScreenContent, clock: string) => nextChangeAt(of, at(clock));

  it('is the nearest begin or end of a notice or of its hours, or the next turn', () => {
    const early = notice('a', { startTime: at('08:00:00'), endTime: at('09:00:00') });
    const of = content({ powerOn: '06:00', powerOff: '08:30', notices: [early] });
    expect(next(of, '08:10:00')).toBe(at('08:30:00'));
    expect(next({ ...of, powerOn: null, powerOff: null }, '08:10:00')).toBe(at('09:00:00'));
    expect(next(content({ notices: [notice('a'), notice('b')] }), '12:00:03')).toBe(at('12:00:10'));
  });

  it('is the next minute while it shows the time of day, and the next day’s hour when that of today is over', () => {
    expect(next(content(), '12:00:03')).toBe(at('12:01:00'));
    const of = content({
      powerOn: '06:00',
      powerOff: '08:30',
      notices: [notice('a', { endTime: at('12:00:00') + 9e8 })],
    });
    expect(next(of, '09:00:00')).toBe(at('06:00:00') + 24 * 3_600_000);
  });

  it('never comes by itself while persons are trapped', () => {
    expect(next(content({ comfort: true, notices: [notice('a'), notice('b')] }), '12:00:00')).toBe(Infinity);
  });
});
