import { isReloadDue, reloadMoment } from '@/lib/features/screens/player/nightly-reload';
import { retryDelay } from '@/lib/features/screens/player/retry';
import { at } from './support/content';

/** What lets a screen run for months with nobody before it. */

describe('a screen without a link', () => {
  it('waits longer and longer, half a minute at most, each screen by its own chance', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 500].map((failures) => retryDelay(failures, () => 1))).toEqual([
      ...[1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000],
    ]);
    expect([retryDelay(1, () => 0), retryDelay(9, () => 0), retryDelay(9, () => 0.5)]).toEqual([500, 15_000, 22_500]);
  });
});

describe('a page that hangs for months is loaded anew', () => {
  const moments = Array.from({ length: 1000 }, (_, index) => reloadMoment(`SCR-${index}`, at('12:00:00')));
  const page = { screenNo: 'SCR-1', openedAt: at('00:00:00') - 9e8, isTrapped: false };
  const moment = reloadMoment('SCR-1', at('03:00:00'));

  it('between three and four, spread by the numbers of the screens', () => {
    for (const each of moments) expect(each >= at('03:00:00') && each < at('03:50:00')).toBe(true);
    const tenths = new Set(moments.map((each) => Math.floor((each - at('03:00:00')) / 300_000)));
    expect(tenths.size).toBe(10);
  });

  it('once a night, from its moment until four', () => {
    expect([moment - 1, moment, at('03:59:59'), at('04:00:00')].map((now) => isReloadDue(page, now))).toEqual([
      ...[false, true, true, false],
    ]);
    expect(isReloadDue({ ...page, openedAt: moment + 1000 }, moment + 2000)).toBe(false);
    expect(isReloadDue({ ...page, openedAt: moment + 1000 }, moment + 24 * 3_600_000)).toBe(true);
  });

  it('not while persons are trapped', () => {
    expect(isReloadDue({ ...page, isTrapped: true }, moment)).toBe(false);
  });
});
