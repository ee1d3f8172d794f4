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
        const moved = Math.abs(floor - before);
        // Plain checks: these run hundreds of thousands of times, too often for `expect`.
        const isRight =
          floor >= 0 &&
          floor <= shaft.floors - 1 &&
          speed <= shaft.speed + 0.001 &&
          moved <= shaft.speed * 0.05 + 0.001 &&
          door >= 0 &&
          door <= 1 &&
          (direction ? door === 0 : Number.isInteger(floor));
        if (!isRight) throw new Error(`at ${at} ms: ${JSON.stringify({ floor, door, direction, speed, moved })}`);
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
