import { daysBefore, daysOfMonths, lastMonth } from '@/lib/features/energy-saving/months';
import { powerFault } from '@/lib/features/energy-saving/powers';
import { energyStatusOf } from '@/lib/features/facts/shared/energy-status';
import { energyPerUnitDay, savingShare, standbyShare } from '@/lib/features/facts/internal/figures';

const NOW = Date.parse('2026-11-25T20:00:00+08:00');

describe('months as days', () => {
  it('end with the last of them, of the running one with today', () => {
    expect(
      daysOfMonths({ startMonth: '2028-02', endMonth: '2028-02' }, Date.parse('2028-03-05T10:00:00+08:00')),
    ).toEqual({
      from: '2028-02-01',
      until: '2028-02-29',
    });
    expect(daysOfMonths({ startMonth: '2025-12', endMonth: '2026-11' }, NOW)).toEqual({
      from: '2025-12-01',
      until: '2026-11-25',
    });
    expect(lastMonth(Date.parse('2026-01-01T00:30:00+08:00'))).toBe('2025-12');
  });

  it.each([
    [{}, 'startMonth', 'monthRequired'],
    [{ startMonth: '2026-01' }, 'endMonth', 'monthRequired'],
    [{ startMonth: '2026-02', endMonth: '2026-01' }, 'startMonth', 'monthOrder'],
    [{ startMonth: '2026-11', endMonth: '2026-12' }, 'endMonth', 'monthTooLate'],
    [{ startMonth: '2025-11', endMonth: '2026-11' }, 'endMonth', 'monthSpan'],
  ])('%j is refused', (range, field, messageKey) => {
    let refusal: unknown;
    try {
      daysOfMonths(range, NOW);
    } catch (error) {
      refusal = error;
    }
    expect(JSON.stringify(refusal)).toContain(field);
    expect(JSON.stringify(refusal)).toContain(messageKey);
  });

  it('are compared with as many months before them, the running one with as many days', () => {
    expect(daysBefore({ from: '2026-10-01', until: '2026-10-31' })).toEqual({
      from: '2026-09-01',
      until: '2026-09-30',
    });
    expect(daysBefore({ from: '2026-01-01', until: '2026-03-31' })).toEqual({
      from: '2025-10-01',
      until: '2025-12-31',
    });
    expect(daysBefore({ from: '2026-11-01', until: '2026-11-25' })).toEqual({
      from: '2026-10-07',
      until: '2026-10-31',
    });
  });
});

describe('powers', () => {
  const fault = (ratedPower: number | null, crawlPower: number | null = null, standbyPower: number | null = null) =>
    powerFault({ ratedPower, crawlPower, standbyPower })?.messageKey;

  it('are 0 to 200 and never more than those before', () => {
    expect([fault(null), fault(0, 0, 0), fault(200, 200, 200), fault(8, 2, 0.5), fault(8, null, 8)]).toEqual(
      Array(5).fill(undefined),
    );
    expect([fault(200.001), fault(-0.1), fault(Number.NaN)]).toEqual(Array(3).fill('powerRange'));
    expect([fault(8, 8.1), fault(8, 2, 2.1), fault(8, null, 8.1), fault(null, 2), fault(null, null, 1)]).toEqual([
      'crawlAboveRated',
      'standbyAboveCrawl',
      'standbyAboveRated',
      'ratedPowerRequired',
      'ratedPowerRequired',
    ]);
  });
});

describe('what is said of energy', () => {
  const said = { share: null, perUse: null, usual: null, energyKwh: 10 };
  it('is saving from 30 % on, abnormal above 130 % of what is usual, no data without any', () => {
    expect(energyStatusOf({ ...said, share: 30 })).toBe('SAVING');
    expect(energyStatusOf({ ...said, share: 29.99 })).toBe('NORMAL');
    expect(energyStatusOf({ ...said, perUse: 1.31, usual: 1 })).toBe('ABNORMAL');
    expect(energyStatusOf({ ...said, perUse: 1.3, usual: 1 })).toBe('NORMAL');
    expect(energyStatusOf({ ...said, perUse: 9 })).toBe('NORMAL');
    expect(energyStatusOf({ ...said, energyKwh: null })).toBe('NODATA');
    expect(energyStatusOf({ ...said, energyKwh: null, share: 0 })).toBe('NORMAL');
  });

  it('shares are of the time at any speed, means of the days that counted', () => {
    const speeds = { fullSec: 600, crawlSec: 300, standbySec: 100 };
    expect([savingShare(speeds), standbyShare(speeds)]).toEqual([40, 10]);
    expect(savingShare({ fullSec: null, crawlSec: null, standbySec: null })).toBeNull();
    expect(energyPerUnitDay({ energyKwh: 9, energyUnitDays: 3 })).toBe(3);
    expect(energyPerUnitDay({ energyKwh: null, energyUnitDays: 0 })).toBeNull();
  });
});
