import { maintenanceKind, maintenanceStatusOf, daysOverdue } from '@/lib/features/maintenance/value-sets';

describe('maintenance codes', () => {
  it.each([
    ['YAE_ELE_BI', 'BI'],
    ['YGE_ESC_G', 'G'],
    ['YAE_OTH_E', 'E'],
    ['YAE_ELE_X', undefined],
    ['BI', undefined],
    ['ZZZ_ELE_BI', undefined],
  ])('the kind of %s is %s', (code, kind) => expect(maintenanceKind(code)).toBe(kind));

  it('an unknown status counts as planned work', () => {
    expect(maintenanceStatusOf('CONFIRM')).toBe('CONFIRM');
    expect(maintenanceStatusOf('??')).toBe('PLAN');
  });
});

it('a job is overdue by the days after its own, until it is done', () => {
  const late = (jobStatus: 'PLAN' | 'LOCK' | 'DONE' | 'CONFIRM', planDate: string) =>
    daysOverdue({ jobStatus, planDate }, '2026-03-01');
  expect([late('PLAN', '2026-02-27'), late('LOCK', '2026-02-28')]).toEqual([2, 1]);
  expect([late('PLAN', '2026-03-01'), late('PLAN', '2026-03-02'), late('DONE', '2026-02-01')]).toEqual([0, 0, 0]);
  expect(late('CONFIRM', '2026-02-01')).toBe(0);
});
