import { FROM_CAMPUS } from '@/lib/features/callbacks/value-sets';
import { campusEntry, isFromCampus } from '@/lib/features/campus/entry';

describe('the way from the wall into a list', () => {
  const truths = [
    ['1', true],
    ['true', true],
    ['yes', true],
    ['', false],
    ['0', false],
    ['False', false],
  ] as const;
  it.each(truths)('fromCampus=%s counts as %s', (value, isEntry) => {
    expect(isFromCampus(value)).toBe(isEntry);
  });

  it('[CALL-003] chooses the first five states of call-outs and keeps what else is asked', () => {
    expect(campusEntry({ fromCampus: '1', key: ['E-1', 'E-2'] }, { jobStatus: FROM_CAMPUS })).toEqual({
      key: 'E-1,E-2',
      jobStatus: 'INIT,REQU,PAGE,DISP,SITE',
    });
  });

  it('chooses nothing where it is not the entry, or somebody has chosen', () => {
    for (const fromCampus of ['', '0', 'false', undefined])
      expect(campusEntry({ fromCampus }, { jobStatus: FROM_CAMPUS })).toBeUndefined();
    expect(campusEntry({ fromCampus: '1', jobStatus: 'CLSO' }, { jobStatus: FROM_CAMPUS })).toBeUndefined();
  });
});
