import { byBand, intensityOf, topOf, yearsOfUse } from '@/lib/features/health-report/counts';
import { suggestionsOf } from '@/lib/features/health-report/suggestions';
import { HOUR_BANDS, TRIP_BANDS } from '@/lib/features/health-report/bands';
import { requireWindow } from '@/lib/features/health-report/window';

const windowOf = (startDate: string, endDate: string, today: string) => {
  const { from, until } = requireWindow({ startDate, endDate }, today);
  return `${from}..${until}`;
};

describe('the window of a project report', () => {
  it.each([
    ['2026-03-01', '2026-02-01', '2026-02-28', '2026-02-01..2026-02-28'],
    ['2028-03-01', '2028-02-01', '2028-02-29', '2028-02-01..2028-02-29'],
    ['2026-11-25', '2025-11-01', '2026-10-31', '2025-11-01..2026-10-31'],
    ['2026-11-25', '2026-11-01', '2026-11-30', '2026-10-25..2026-11-24'],
    ['2026-11-25', '2026-09-05', '2026-11-02', '2026-09-01..2026-11-24'],
    ['2026-01-01', '2026-01-01', '2026-01-31', '2025-12-01..2025-12-31'],
    ['2026-12-31', '2026-12-01', '2026-12-31', '2026-12-01..2026-12-30'],
    ['2028-02-29', '2028-02-01', '2028-02-29', '2028-01-29..2028-02-28'],
    ['2026-03-31', '2026-03-01', '2026-03-31', '2026-03-03..2026-03-30'],
  ])('[HEALTH-019] on %s from %s to %s is %s', (today, start, end, expected) => {
    expect(windowOf(start, end, today)).toBe(expected);
  });

  it('[HEALTH-019] of the running month ends yesterday and has the days of the month before, on every day of four years', () => {
    const day = 86_400_000;
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2029, 0, 1); at += day) {
      const today = new Date(at).toISOString().slice(0, 10);
      const { from, until } = requireWindow({ startDate: today, endDate: today }, today);
      const before = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, 0)).getUTCDate();
      expect([today, until, (Date.parse(until) - Date.parse(from)) / day + 1]).toEqual([
        today,
        new Date(at - day).toISOString().slice(0, 10),
        before,
      ]);
    }
  });

  const refused = (startDate: string | undefined, endDate: string | undefined) => {
    try {
      requireWindow({ startDate, endDate }, '2026-11-25');
      return undefined;
    } catch (error) {
      return (error as { messageKey?: string }).messageKey;
    }
  };
  it('[HEALTH-029][HEALTH-030] is refused without both ends, reversed, to come, over 12 months, before 24 months back', () => {
    expect(refused(undefined, '2026-10-31')).toBe('dateRangeRequired');
    expect(refused('2026-10-01', undefined)).toBe('dateRangeRequired');
    expect(refused('2026-10-01', '2026-09-30')).toBe('dateOrder');
    expect(refused('2026-10-01', '2026-12-31')).toBe('reportMonthToCome');
    expect(refused('2025-10-01', '2026-10-31')).toBe('reportMonthsTooMany');
    expect(refused('2025-11-01', '2026-10-31')).toBeUndefined();
    expect(refused('2024-10-01', '2025-02-28')).toBe('reportMonthTooOld');
    expect(refused('2024-11-01', '2025-02-28')).toBeUndefined();
  });
});

describe('bands', () => {
  it('[HEALTH-022] an upper end belongs to the lower band, and a unit without data to 无数据', () => {
    expect(byBand([200, 200.1, 1000, 1000.1, null, 0], TRIP_BANDS)).toEqual({
      '0-200次': 2,
      '200-500次': 1,
      '500-1000次': 1,
      '>1000次': 1,
      无数据: 1,
    });
    expect(byBand([9, 9.01], HOUR_BANDS)).toMatchObject({ '6-9h': 1, '>9h': 1 });
  });
  it('[HEALTH-021] 高, 中 and 低 go to the three strongest that have units, never to 无数据', () => {
    const levels = intensityOf({ '0-200次': 2, '200-500次': 0, '500-1000次': 3, '>1000次': 0, 无数据: 9 }, TRIP_BANDS);
    expect([...levels]).toEqual([
      ['500-1000次', 'high'],
      ['0-200次', 'medium'],
    ]);
  });
});

it('the most used come first, ties by number, none without a figure', () => {
  const of = (equipmentNo: string, total: number | null) => ({ equipmentNo, total });
  expect(
    topOf([of('B', 3), of('A', 3), of('C', null), of('D', 0), of('E', 9)], 2).map(({ equipmentNo }) => equipmentNo),
  ).toEqual(['E', 'A']);
});

describe('suggestions', () => {
  const none = { count: 0, names: [] };
  const unit = (years: number | null, isStrained = false) => ({ name: `梯${years}`, years, isStrained });
  it('[HEALTH-023] speak of age only beyond 8 years', () => {
    const symptoms = { A: none, B: none, D: none };
    expect(suggestionsOf({ symptoms, units: [unit(8), unit(null)] })).toEqual([{ kind: 'none', count: 0, names: [] }]);
    expect(suggestionsOf({ symptoms, units: [unit(8.1)] })).toEqual([{ kind: 'age', count: 1, names: ['梯8.1'] }]);
  });
  it('come in the order A, B, D, age, use', () => {
    const one = { count: 1, names: ['梯'] };
    const made = suggestionsOf({ symptoms: { A: one, B: one, D: one }, units: [unit(9, true)] });
    expect(made.map(({ kind }) => kind)).toEqual(['A', 'B', 'D', 'age', 'use']);
  });
});

it('years of use have one decimal', () => {
  expect(yearsOfUse(new Date('2018-05-31'), '2026-05-31')).toBe(8);
  expect(yearsOfUse(null, '2026-05-31')).toBeNull();
});
