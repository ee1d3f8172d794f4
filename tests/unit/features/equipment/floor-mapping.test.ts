import {
  continueFrom,
  isCleared,
  isFilled,
  isNatural,
  labelsOf,
  mappingOf,
  parseMapping,
} from '@/lib/features/equipment/shared/floor-mapping';

describe('labels of floors', () => {
  it('[EQUIP-026] are those of physical floors 1..totalFloors and of the floors added beyond', () => {
    expect(labelsOf({ 1: 'B1', 2: '1' }, 3)).toEqual(['B1', '1', '']);
    expect(labelsOf({ 1: 'B1', 5: 'R' }, 3)).toEqual(['B1', '', '', '', 'R']);
    expect(labelsOf({ 400: 'X' }, 3)).toHaveLength(23);
  });
  it('become a mapping again, and none when all are cleared', () => {
    expect(mappingOf(['B1', ' 1 '])).toEqual({ 1: 'B1', 2: '1' });
    expect(mappingOf(['', ' '])).toEqual({});
    expect([isCleared(['', ' ']), isFilled(['', '1']), isFilled(['B1', '1'])]).toEqual([true, false, true]);
  });
  it('are read tolerantly of numbers and strictly of everything else', () => {
    expect(parseMapping('{"1":" B1 ","2":2}')).toEqual({ 1: 'B1', 2: '2' });
    expect(parseMapping({ 1: 'B1' })).toEqual({ 1: 'B1' });
    for (const bad of ['', '[]', 'null', '{"0":"1"}', '{"-1":"B"}', '{"1":null}', '{"constructor":"1"}'])
      expect(parseMapping(bad)).toBeUndefined();
  });
});

describe('continue-fill', () => {
  it('[EQUIP-029] fills the later floors with the numbers that follow and leaves the earlier ones', () => {
    expect(continueFrom(['B2', 'B1', '1', '', 'x'], 2)).toEqual(['B2', 'B1', '1', '2', '3']);
    expect(continueFrom(['9', '', ''], 0)).toEqual(['9', '10', '11']);
  });
  it('[EQUIP-031] starts from a positive integer without leading zero only', () => {
    expect(['1', ' 12 ', '999'].every(isNatural)).toBe(true);
    expect(['', '0', '01', '-1', '1.5', 'B1', '1e3', '１'].some(isNatural)).toBe(false);
  });
});
