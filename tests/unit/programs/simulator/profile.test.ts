import fc from 'fast-check';
import { limitsOf, CarTravel } from '@/lib/programs/simulator/profile';

describe('the travel of a car', () => {
  it('never passes its rated speed or acceleration, and ends exactly at its goal', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 400, noNaN: true }),
        fc.constantFrom(0.3, 1, 1.75, 2.5, 4, 6),
        (distance, rated) => {
          const limits = limitsOf(rated);
          const travel = new CarTravel(distance, limits);
          let last = travel.at(0);
          for (let t = 0.05; t < travel.seconds + 0.1; t += 0.05) {
            const now = travel.at(t);
            const isSlow = now.speed <= rated + 1e-9;
            const isSoft = Math.abs(now.speed - last.speed) / 0.05 <= limits.acceleration + 1e-6;
            // Position is the sum of the speeds, so nothing jumps.
            const isSmooth =
              now.position >= last.position - 1e-9 &&
              Math.abs(now.position - last.position - ((now.speed + last.speed) / 2) * 0.05) < 0.005;
            if (!isSlow || !isSoft || !isSmooth) throw new Error(`at ${t} s: ${JSON.stringify({ last, now })}`);
            last = now;
          }
          expect(last.position).toBeCloseTo(distance, 6);
          expect(last.speed).toBe(0);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('takes a landing call on the way only while it can still brake for it', () => {
    const travel = new CarTravel(60, limitsOf(2.5));
    expect(travel.retarget(30, 5)).toBe(true);
    expect(travel.at(travel.seconds).position).toBeCloseTo(30, 9);
    expect(travel.retarget(24, travel.seconds - 2)).toBe(false);
    expect(travel.retarget(60, 4)).toBe(true);
  });
});
