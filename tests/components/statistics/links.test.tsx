import { callbackLinks, monthsBegun, TRAPPED } from '@/components/statistics/statistics-links';
import { askedOf, statInput } from '@/components/statistics/statistics-query';

const queryOf = (href: string | undefined) => Object.fromEntries(new URL(href ?? '', 'http://x').searchParams);

describe('the ways from the figures to their rows', () => {
  it('name the days of the month, leap years included, and leave the cancelled ones out', () => {
    const links = callbackLinks({ year: 2028, type: 'NonESC' }, true);
    expect(queryOf(links.month(1, TRAPPED))).toEqual({
      startCreateDate: '2028-02-01',
      endCreateDate: '2028-02-29',
      unitType: 'NonESC',
      jobStatus: 'INIT,REQU,PAGE,DISP,SITE,INTR,CLSO',
      person: 'personTrapped',
    });
    expect(queryOf(links.part('3'))).toMatchObject({ jobStatus: 'CLSO', scsa: '1', scsb: '3' });
    expect(queryOf(links.open())).toMatchObject({ jobStatus: 'INIT,REQU,PAGE,DISP,SITE,INTR' });
  });
  it('are none for who may not read call-outs', () => {
    expect(callbackLinks({ year: 2026, type: '' }, false).all).toBeUndefined();
  });
  it('[STAT-001] on 1 January this year has one month and last year twelve', () => {
    const today = { year: 2027, month: 1, day: 1 };
    expect(monthsBegun(2027, today)).toBe(1);
    expect(monthsBegun(2026, today)).toBe(12);
    expect(statInput(askedOf({ year: 'last', type: 'all' }, today))).toEqual({ type: '', from: '2026-01-01 00:00:00' });
  });
});
