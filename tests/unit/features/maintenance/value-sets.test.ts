import { maintenanceKind, maintenanceStatusOf } from '@/lib/features/maintenance/value-sets';

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
