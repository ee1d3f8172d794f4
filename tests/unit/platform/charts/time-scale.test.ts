import { placeOn, stepOf, ticksOn } from '@/lib/platform/charts/time-scale';

describe('a time axis', () => {
  it('has its ends at 0 and 100, and nothing beyond', () => {
    const axis = { from: -600, until: 600 };
    expect([-600, 0, 600, -999, 999].map((at) => placeOn(axis, at))).toEqual([0, 50, 100, 0, 100]);
    expect(placeOn({ from: 5, until: 5 }, 5)).toBe(0);
  });
  it('writes whole steps only, and leaves room at its end', () => {
    expect(ticksOn({ from: 1, until: 10 }, 4)).toEqual([4, 8]);
    expect(ticksOn({ from: -5, until: 5 }, 5)).toEqual([-5, 0, 5]);
    expect(ticksOn({ from: 3, until: 24 }, 8, { origin: 3 })).toEqual([3, 11, 19]);
    expect(ticksOn({ from: 3, until: 24 }, 8, { origin: 3, room: 8 })).toEqual([3, 11]);
    expect(ticksOn({ from: 1, until: 3 }, 4)).toEqual([]);
  });
  it('takes the finest step whose words still have room', () => {
    const steps = [1, 2, 5, 10];
    expect([5, 12, 30, 900].map((until) => stepOf({ from: 0, until }, steps, 7))).toEqual([1, 2, 5, 10]);
  });
});
