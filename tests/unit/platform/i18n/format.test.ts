import {
  fileStamp,
  formatDate,
  formatDateTime,
  formatTime,
  parseWallTime,
  relativeTime,
} from '@/lib/platform/i18n/format';

const at = (text: string) => Date.parse(text);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('dates and times', () => {
  it('are written in the wall time of Shanghai, also across midnight', () => {
    expect(formatDateTime(at('2026-11-20T16:00:00Z'))).toBe('2026-11-21 00:00:00');
    expect(formatDate(at('2026-12-31T15:59:59Z'))).toBe('2026-12-31');
    expect(formatTime(at('2026-11-21T06:32:07Z'))).toBe('14:32:07');
  });

  it('give files a stamp of a 24-hour clock (readings 20)', () => {
    expect(fileStamp(at('2026-03-04T13:05:06Z'))).toBe('20260304210506');
  });

  it('are read back from what the server writes', () => {
    const moment = at('2026-11-21T06:32:07Z');
    expect(parseWallTime(formatDateTime(moment))).toBe(moment);
    expect(parseWallTime('2026-11-21')).toBe(at('2026-11-20T16:00:00Z'));
    for (const nonsense of ['', null, undefined, '21.11.2026', '2026-11', 'x'])
      expect(parseWallTime(nonsense)).toBeUndefined();
  });
});

describe('[CONV-026] how long ago something was', () => {
  const now = at('2026-11-21T06:00:00Z');
  const ago = (age: number) => relativeTime(now - age, now);

  it('is just now below a minute, also for a clock that runs ahead', () => {
    expect(ago(0)).toEqual({ unit: 'now' });
    expect(ago(59_999)).toEqual({ unit: 'now' });
    expect(ago(-5000)).toEqual({ unit: 'now' });
  });

  it('is minutes to an hour, hours to a day, days to 30 days, months to 360 days, then a date', () => {
    expect(ago(MINUTE)).toEqual({ unit: 'minutes', count: 1 });
    expect(ago(HOUR - 1)).toEqual({ unit: 'minutes', count: 59 });
    expect(ago(HOUR)).toEqual({ unit: 'hours', count: 1 });
    expect(ago(DAY - 1)).toEqual({ unit: 'hours', count: 23 });
    expect(ago(DAY)).toEqual({ unit: 'days', count: 1 });
    expect(ago(30 * DAY - 1)).toEqual({ unit: 'days', count: 29 });
    expect(ago(30 * DAY)).toEqual({ unit: 'months', count: 1 });
    expect(ago(360 * DAY)).toEqual({ unit: 'months', count: 12 });
    expect(ago(360 * DAY + 1)).toEqual({ unit: 'date', date: '2025-11-26' });
  });
});
