import { groupAge } from '@/lib/live/units/group-age';

const NOW = Date.UTC(2026, 0, 15, 6, 0, 0);
const at = (...ages: readonly (number | undefined)[]) =>
  groupAge(ages.map((age) => (age === undefined ? undefined : { value: 1, at: NOW - age })));

describe('one age for a group', () => {
  it('is told where all values, or half of them, are of one second', () => {
    expect(at(3000, 3000, 3000)).toBe(NOW - 3000);
    expect(at(3000, 2100, 2999, 2050)).toBe(NOW - 3000);
    expect(at(3000, 3000, 1000)).toBe(NOW - 3000);
  });

  it('is the newer of two that hold equally', () => {
    expect(at(9000, 9000, 2000, 2000)).toBe(NOW - 2000);
  });

  it('is none for one value, for nothing, and where they differ', () => {
    expect(at(3000)).toBeUndefined();
    expect(at()).toBeUndefined();
    expect(at(undefined, undefined)).toBeUndefined();
    expect(at(3000, 5000, 9000)).toBeUndefined();
    expect(at(3000, 3000, 5000, 7000, 9000)).toBeUndefined();
  });
});
