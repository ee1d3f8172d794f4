import { cron, dueAt } from '@/lib/platform/jobs/cron';

const at = (text: string) => Date.parse(text);

describe('hours of a job', () => {
  it('are read by the clock on the wall in Shanghai, whatever zone the machine is in', () => {
    const night = cron('10 0 * * *');
    expect(night.matches(at('2026-03-27T16:10:00Z'))).toBe(true);
    expect(night.matches(at('2026-03-28T00:10:00Z'))).toBe(false);
    expect(cron('10 0 * * *', 'UTC').matches(at('2026-03-28T00:10:00Z'))).toBe(true);
  });

  it('know weekdays and months by the wall too: Monday begins at midnight there', () => {
    // 16:00 UTC on Sunday is midnight of Monday in Shanghai.
    expect(cron('0 0 * * 1').matches(at('2026-03-29T16:00:00Z'))).toBe(true);
    expect(cron('0 0 1 4 *').matches(at('2026-03-31T16:00:00Z'))).toBe(true);
    expect(cron('0 0 1 4 *').matches(at('2026-04-01T00:00:00Z'))).toBe(false);
  });

  it('that nobody can mean are refused when the program starts', () => {
    expect(() => cron('61 * * * *')).toThrow();
    expect(() => cron('* * * * *', 'Asia/Nowhere')).toThrow();
  });
});

describe('the moment that is due', () => {
  const hourly = cron('3 * * * *');

  it('is the last one since then, once, however many were missed', () => {
    expect(dueAt(hourly, at('2026-03-28T01:03:00Z'), at('2026-03-28T09:30:20Z'))).toBe(at('2026-03-28T09:03:00Z'));
    expect(dueAt(hourly, at('2026-03-28T09:03:00Z'), at('2026-03-28T10:02:59Z'))).toBeUndefined();
    expect(dueAt(hourly, at('2026-03-28T09:03:00Z'), at('2026-03-28T10:03:00Z'))).toBe(at('2026-03-28T10:03:00Z'));
  });

  it('never lies before a clock that was put back', () => {
    expect(dueAt(hourly, at('2026-03-28T09:03:00Z'), at('2026-03-28T04:30:00Z'))).toBeUndefined();
  });

  it('is given up after a month away', () => {
    const yearly = cron('0 0 1 1 *');
    expect(dueAt(yearly, at('2025-06-01T00:00:00Z'), at('2026-01-20T00:00:00Z'))).toBe(at('2025-12-31T16:00:00Z'));
    expect(dueAt(yearly, at('2025-06-01T00:00:00Z'), at('2026-03-01T00:00:00Z'))).toBeUndefined();
  });
});
