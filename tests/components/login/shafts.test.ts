import { carAt, firstTrip, floorName, SHAFTS, tripAt } from '@/components/login/shafts';

describe('the lifts of the sign-in page', () => {
  it.each(SHAFTS.map((shaft) => [shaft.id, shaft] as const))(
    '%s stays in its shaft, never faster than its speed, doors shut while it moves',
    (_, shaft) => {
      let trip = firstTrip(shaft);
      let before = carAt(trip, 0).floor;
      for (let at = 0; at < 300_000; at += 50) {
        trip = tripAt(shaft, trip, at);
        const { floor, door, direction, speed } = carAt(trip, at);
        expect(floor).toBeGreaterThanOrEqual(0);
        expect(floor).toBeLessThanOrEqual(shaft.floors - 1);
        expect(speed).toBeLessThanOrEqual(shaft.speed + 0.001);
        expect(Math.abs(floor - before)).toBeLessThanOrEqual(shaft.speed * 0.05 + 0.001);
        expect(door).toBeGreaterThanOrEqual(0);
        expect(door).toBeLessThanOrEqual(1);
        if (direction) expect(door).toBe(0);
        else expect(Number.isInteger(floor)).toBe(true);
        before = floor;
      }
    },
  );

  it('start standing with closed doors: the still picture of the server is the first frame', () => {
    for (const shaft of SHAFTS)
      expect(carAt(firstTrip(shaft), 0)).toEqual({ floor: shaft.startFloor, door: 0, direction: null, speed: 0 });
  });

  it('call their landings as buttons do', () => {
    expect([0, 1, 2, 15].map(floorName)).toEqual(['B2', 'B1', '1', '14']);
  });
});
