import { inspectionState } from '@/lib/features/inspections/state';

const TODAY = '2026-11-22';
const of = (nextInspectionDate: string | null, result: string | null = 'pass', days = 30) =>
  inspectionState({ nextInspectionDate, result }, TODAY, days);

describe('the state of an inspection', () => {
  it('is overdue from the day after the date on, and in time on the day itself', () => {
    expect(of('2026-11-21')).toEqual({ state: 'OVERDUE', daysLeft: -1 });
    expect(of('2026-11-22')).toEqual({ state: 'DUE_SOON', daysLeft: 0 });
  });

  it("is due soon within the caller's own days, both ends included", () => {
    expect(of('2026-12-22').state).toBe('DUE_SOON');
    expect(of('2026-12-23').state).toBe('OK');
    expect(of('2026-11-23', 'pass', 0).state).toBe('OK');
  });

  it('stays overdue after a failed inspection until a passing record, whatever the date', () => {
    expect(of('2027-11-01', 'fail').state).toBe('OVERDUE');
    expect(of(null, 'fail')).toEqual({ state: 'OVERDUE', daysLeft: null });
    expect(of('2027-11-01', 'repass').state).toBe('OK');
  });

  it('is unknown when no date is registered', () => {
    expect(of(null, null)).toEqual({ state: 'UNKNOWN', daysLeft: null });
  });
});
