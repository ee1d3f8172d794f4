import { Car } from '@/lib/programs/simulator/car';
import { elevatorUnit, MONDAY_8 } from './support/units';

const make = () => new Car(elevatorUnit().levels, 2.5, 2);
function run(car: Car, from: number, ms: number): number {
  for (let at = from + 100; at <= from + ms; at += 100) car.step(at);
  return from + ms;
}

describe('the mechanics of a car', () => {
  it('refuse to open the door while moving and to move with an open door', () => {
    const car = make();
    expect(car.travelTo(car.heightOf(8), MONDAY_8)).toBe(true);
    let now = run(car, MONDAY_8, 3000);
    expect([car.speed > 1, car.open(now), car.door]).toEqual([true, false, 'Closed']);
    now = run(car, now, 20_000);
    expect([car.isMoving, car.nearest, car.open(now)]).toEqual([false, 8, true]);
    expect(car.travelTo(car.heightOf(2), now)).toBe(false);
    now = run(car, now, 3000);
    expect([car.door, car.travelTo(car.heightOf(2), now)]).toEqual(['Opened', false]);
  });

  it('stop between floors in an emergency, with the door shut, and creep on from there', () => {
    const car = make();
    car.travelTo(car.heightOf(8), MONDAY_8);
    let now = run(car, MONDAY_8, 4000);
    const before = car.height;
    car.emergencyStop();
    now = run(car, now, 3000);
    expect([car.isMoving, car.speed, car.isOnFloor, car.open(now)]).toEqual([false, 0, false, false]);
    expect(car.height - before).toBeLessThan(2.5);
    expect(car.travelTo(car.heightOf(car.nearest), now, { speed: 0.3, acceleration: 0.3, jerk: 0.5 })).toBe(true);
    run(car, now, 20_000);
    expect(car.isOnFloor).toBe(true);
  });
});
