import { callbackLinks, comparedLinks, monthsBegun, TRAPPED } from '@/components/statistics/statistics-links';
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
  it('[STAT-006] of the year before name the same days, so that the list shows what was compared', () => {
    const running = comparedLinks({ year: 2028, type: '' }, true, { year: 2028, month: 2, day: 29 });
    const days = (href: string | undefined) => [queryOf(href).startCreateDate, queryOf(href).endCreateDate];
    expect(days(running.all)).toEqual(['2027-01-01', '2027-02-28']);
    expect(days(running.month(0))).toEqual(['2027-01-01', '2027-01-31']);
    expect(days(running.month(1))).toEqual(['2027-02-01', '2027-02-28']);
    expect(days(comparedLinks({ year: 2028, type: '' }, true, { year: 2028, month: 3, day: 4 }).month(2))).toEqual([
      '2027-03-01',
      '2027-03-04',
    ]);
    const over = comparedLinks({ year: 2027, type: '' }, true, { year: 2028, month: 2, day: 29 });
    expect(days(over.injured)).toEqual(['2026-01-01', '2026-12-31']);
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
