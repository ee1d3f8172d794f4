import { kindOn, missingVisits } from '@/lib/features/maintenance/rhythm';

const YEARS = { start: '2020-01-01', end: '2030-12-31' };

describe('the rhythm of maintenance', () => {
  it('is every 14 days after the last job, as far as the plan reaches', () => {
    const rhythm = { last: '2026-03-02', accepted: '2020-01-20', terms: [YEARS], offset: 3 };
    expect(missingVisits(rhythm, '2026-03-03', '2026-04-07').map(({ day }) => day)).toEqual([
      '2026-03-16',
      '2026-03-30',
    ]);
    expect(missingVisits({ ...rhythm, last: '2026-03-30' }, '2026-03-03', '2026-04-07')).toEqual([]);
  });

  it('goes on from today where visits were missed, and begins at its own offset where there was none', () => {
    const rhythm = { last: '2025-11-01', accepted: '2020-01-20', terms: [YEARS], offset: 17 };
    expect(missingVisits(rhythm, '2026-03-03', '2026-03-20').map(({ day }) => day)).toEqual([
      '2026-03-03',
      '2026-03-17',
    ]);
    expect(missingVisits({ ...rhythm, last: null }, '2026-03-03', '2026-03-20').map(({ day }) => day)).toEqual([
      '2026-03-06',
      '2026-03-20',
    ]);
  });

  it('keeps to the days under contract', () => {
    const rhythm = {
      last: '2026-03-02',
      accepted: '2020-01-20',
      terms: [{ start: '2026-01-01', end: '2026-03-16' }],
      offset: 0,
    };
    expect(missingVisits(rhythm, '2026-03-03', '2026-04-07').map(({ day }) => day)).toEqual(['2026-03-16']);
  });

  it('makes 26 visits a year, of which one is the year’s, one the half year’s and two the quarters’', () => {
    const visits = missingVisits(
      { last: '2026-01-05', accepted: '2021-06-10', terms: [YEARS], offset: 0 },
      '2026-01-06',
      '2027-01-04',
    );
    expect(visits).toHaveLength(26);
    const count = (kind: string) => visits.filter((visit) => visit.kind === kind).length;
    expect([count('A'), count('S'), count('Q'), count('BI')]).toEqual([1, 1, 2, 22]);
    // The year's visit is the first one after the day of the acceptance.
    expect(visits.find(({ kind }) => kind === 'A')?.day).toBe('2026-06-22');
    expect(kindOn('2021-06-12', '2021-06-10')).toBe('BI');
  });
});
