import { expressZonesOf, floorIndex, floorsOf, heightShare, labelledFloors } from '@/lib/live/units/floors';
import { accelerationOf, nextSpeed, RAMP_TICK_MS } from '@/lib/live/units/speed-ramp';
import { cameraY, counterweightPosition, shaftGeometry, sillY, visibleRange } from '@/lib/live/units/shaft-geometry';
import { carAt, isSettled, MAX_DRIFT, nextStep, restAt } from '@/lib/live/units/travel';
import type { CarReport } from '@/lib/live/units/travel';

describe('speed ramp', () => {
  const steps = [
    [1, 0.8],
    [2, 0.8],
    [2.01, 1.1],
    [2.5, 1.1],
    [2.51, 1.2],
    [3.15, 1.2],
    [3.16, 1.6],
    [10, 1.6],
  ] as const;
  it.each(steps)('[ELEV-028] rated speed %s m/s accelerates by %s', (rated, step) => {
    expect(accelerationOf(rated)).toBe(step);
  });
  it('[ELEV-027] changes every 500 ms by the step times half a second, never beyond the rated speed or below zero', () => {
    expect(RAMP_TICK_MS).toBe(500);
    const up: number[] = [];
    for (let speed = 0, tick = 0; tick < 6; tick += 1) up.push((speed = nextSpeed(speed, true, 1.75)));
    expect(up.map((speed) => Number(speed.toFixed(3)))).toEqual([0.4, 0.8, 1.2, 1.6, 1.75, 1.75]);
    const down: number[] = [];
    for (let speed = 1.75, tick = 0; tick < 6; tick += 1) down.push((speed = nextSpeed(speed, false, 1.75)));
    expect(down.map((speed) => Number(speed.toFixed(3)))).toEqual([1.35, 0.95, 0.55, 0.15, 0, 0]);
  });
});

describe('landings', () => {
  const labels = (...args: Parameters<typeof floorsOf>) => floorsOf(...args).map(({ label }) => label);
  it('follows the mapping, basements and skipped numbers included', () => {
    const floorMapping = JSON.stringify({ 1: 'B2', 2: 'B1', 3: '1', 4: '2', 5: '3', 6: '5', 7: '15A' });
    expect(labels({ floorMapping, totalFloors: 7 })).toEqual(['B2', 'B1', '1', '2', '3', '5', '15A']);
  });
  it('names landings without a label by their number and keeps added ones', () => {
    expect(labels({ floorMapping: '{"2":"G","6":"R"}', totalFloors: 4 })).toEqual(['1', 'G', '3', '4', 'R']);
    expect(labels({ floorMapping: '{"1":""}', totalFloors: 2 })).toEqual(['1', '2']);
    expect(labels({ floorMapping: 'not json', totalFloors: 3 })).toEqual(['1', '2', '3']);
  });
  it('grows by what the car has shown when nothing else is known', () => {
    expect(labels({ floorMapping: null, totalFloors: null })).toEqual(['1', '2']);
    expect(labels({ floorMapping: null, totalFloors: null }, { min: 3, max: 5 })).toEqual(['3', '4', '5']);
    expect(labels({ floorMapping: null, totalFloors: null }, { min: 7, max: 7 })).toEqual(['7', '8']);
    expect(labels({ floorMapping: null, totalFloors: 3 }, { min: -2, max: 5 })).toEqual([
      '-2',
      '-1',
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(labels({ floorMapping: null, totalFloors: null }, { min: 0, max: 2 })).toEqual(['0', '1', '2']);
  });
  it('knows an express zone by the numbers that its landings leave out, and skipped names are none', () => {
    const zones = (names: string[]) =>
      expressZonesOf(
        floorsOf({
          floorMapping: JSON.stringify(Object.fromEntries(names.map((name, index) => [index + 1, name]))),
          totalFloors: names.length,
        }),
      );
    expect(zones(['B1', '1', '2', '30', '31', '32'])).toEqual([{ above: 3, storeys: 27 }]);
    expect(zones(['1', '20', '21', '40'])).toEqual([
      { above: 1, storeys: 18 },
      { above: 3, storeys: 18 },
    ]);
    expect(zones(['1', '2', '3', '5', '12', '15', '12A', '15A', '16'])).toEqual([{ above: 4, storeys: 6 }]);
    expect(zones(['B3', 'B2', 'B1', 'G', '1', '2', '3'])).toEqual([]);
    expect(zones(['9', '1', '2'])).toEqual([]);
  });
  it('a car is drawn at the height of its landing in the building, also above the fifth floor', () => {
    const tower = { totalFloors: 41, expressZones: [] };
    expect([1, 6, 11, 21, 41].map((physical) => heightShare(physical, tower, null))).toEqual([0, 0.125, 0.25, 0.5, 1]);
    expect(heightShare(3, { totalFloors: 5, expressZones: [{ above: 2, storeys: 27 }] }, null)).toBeCloseTo(29 / 31);
    expect(heightShare(2, { totalFloors: 5, expressZones: [{ above: 2, storeys: 27 }] }, null)).toBeCloseTo(1 / 31);
  });
  it('a building without a number of floors grows by what was seen, and a landing outside the number counts', () => {
    expect(heightShare(4, { totalFloors: null, expressZones: [] }, { min: 1, max: 9 })).toBeCloseTo(3 / 8);
    expect(heightShare(12, { totalFloors: 10, expressZones: [] }, { min: -1, max: 12 })).toBe(1);
    expect(heightShare(-1, { totalFloors: 10, expressZones: [] }, { min: -1, max: 12 })).toBe(0);
    expect(heightShare(1, { totalFloors: 1, expressZones: [] }, null)).toBe(0);
  });
  it('stays bounded whatever the box says', () => {
    expect(floorsOf({ floorMapping: null, totalFloors: 100_000 }, { min: -20, max: 300 }).length).toBeLessThanOrEqual(
      421,
    );
  });
  it('finds the landing of the car by number, else by what is displayed', () => {
    const floors = floorsOf({ floorMapping: '{"1":"B1","2":"1","3":"2"}', totalFloors: 3 });
    expect(floorIndex(floors, 2, undefined)).toBe(1);
    expect(floorIndex(floors, undefined, 'B1')).toBe(0);
    expect(floorIndex(floors, 9, 'B1')).toBeUndefined();
    expect(floorIndex(floors, undefined, undefined)).toBeUndefined();
  });
  it('labels every landing while there is room, and round ones otherwise', () => {
    const plain = (count: number, basements = 0) =>
      floorsOf({
        floorMapping: JSON.stringify(
          Object.fromEntries(
            Array.from({ length: count }, (_, i) => [
              i + 1,
              i < basements ? `B${basements - i}` : String(i - basements + 1),
            ]),
          ),
        ),
        totalFloors: count,
      });
    expect(labelledFloors(plain(12), 24)).toHaveLength(12);
    const sixty = plain(60, 2);
    expect(labelledFloors(sixty, 24).map((index) => sixty[index]?.label)).toEqual([
      'B2',
      '1',
      '5',
      '10',
      '15',
      '20',
      '25',
      '30',
      '35',
      '40',
      '45',
      '50',
      '55',
      '58',
    ]);
    for (const count of [25, 40, 61, 99, 120]) {
      const shown = labelledFloors(plain(count, 3), 24);
      expect(shown[0]).toBe(0);
      expect(shown.at(-1)).toBe(count - 1);
      expect(shown.length).toBeLessThanOrEqual(25);
    }
  });
});

/** Lets a car follow timed reports and gives its drawn place every 50 ms. */
function drawn(
  reports: [atMs: number, report: Partial<CarReport>][],
  untilMs: number,
): [atMs: number, place: number][] {
  let step = restAt(reports[0]?.[1].index ?? 0);
  let report: CarReport = { index: 0, heading: 0, speed: 0, isMeasured: true, mode: 'move' };
  const places: [number, number][] = [];
  for (let now = 0; now <= untilMs; now += 50) {
    for (const [at, change] of reports) {
      if (at !== now) continue;
      report = { ...report, ...change };
      step = nextStep(step, report, now);
    }
    places.push([now, carAt(step, now)]);
  }
  return places;
}

describe('car between two reports', () => {
  const upward: CarReport = { index: 4, heading: 1, speed: 1.6, isMeasured: true, mode: 'move' };
  const arriving = nextStep(
    { ...restAt(3), heading: 1, speed: 1.6, startedAt: 0, driftAfterMs: Infinity },
    upward,
    1000,
  );

  it('[ELEV-026] takes 1.2 s a step, however far apart the landings are and however long the last one took', () => {
    expect(carAt(arriving, 1000)).toBe(3);
    expect(carAt(arriving, 1600)).toBeCloseTo(3.5);
    expect(carAt(arriving, 2199)).toBeLessThan(4);
    expect(carAt(arriving, 2200)).toBeCloseTo(4);
    for (const intervalMs of [900, 3000, 5000, 20_000]) {
      const passing = nextStep({ ...arriving, intervalMs, passedAt: 1000 }, { ...upward, index: 5 }, 1000 + intervalMs);
      const start = carAt(passing, 1000 + intervalMs);
      expect(carAt(passing, 1000 + intervalMs + 600)).toBeCloseTo((start + 5) / 2);
      expect(carAt(passing, 1000 + intervalMs + 1200)).toBeCloseTo(5);
    }

    const stopping = nextStep(arriving, { ...upward, heading: 0, speed: 0 }, 1600);
    expect(carAt(stopping, 2200)).toBeGreaterThan(3.75);
    expect(carAt(stopping, 2800)).toBe(4);
    expect(carAt(stopping, 60_000)).toBe(4);
  });

  it('never claims a landing that the box has not reported', () => {
    for (const heading of [1, -1] as const) {
      for (const speed of [0, 0.5, 2.5, 20]) {
        const left = nextStep(restAt(4), { ...upward, heading, speed }, 0);
        const passed = nextStep(
          nextStep(left, { ...upward, heading, speed, index: 4 + heading }, 2000),
          { ...upward, heading, speed, index: 4 + 2 * heading },
          4000,
        );
        expect(Math.abs(carAt(left, 3_600_000) - 4)).toBeLessThanOrEqual(MAX_DRIFT + 1e-9);
        expect(Math.abs(carAt(passed, 3_600_000) - (4 + 2 * heading))).toBeLessThanOrEqual(MAX_DRIFT + 1e-9);
      }
    }
    expect(MAX_DRIFT).toBeLessThan(0.5);
  });

  it('moves on without a leap and never backwards, from the first landing to the stop', () => {
    // Landings 5 m apart at 1 m/s; each is named half-way to it; the car brakes for landing 4.
    const places = drawn(
      [
        [0, { index: 1 }],
        [500, { heading: 1, speed: 0.4 }],
        [1000, { speed: 0.8 }],
        [1500, { speed: 1 }],
        [3500, { index: 2 }],
        [8500, { index: 3 }],
        [13_500, { index: 4 }],
        [15_500, { speed: 0.6 }],
        [16_000, { speed: 0.2 }],
        [16_500, { heading: 0, speed: 0 }],
      ],
      20_000,
    );
    for (const [index, [, place]] of places.entries()) {
      const before = places[index - 1]?.[1] ?? 1;
      expect(place).toBeGreaterThanOrEqual(before - 1e-9);
      expect(place - before).toBeLessThan(0.06);
    }
    const at = (time: number) => places.find(([atMs]) => atMs === time)?.[1];
    expect(at(3450)).toBeGreaterThan(1.3);
    expect(at(12_000)).toBeGreaterThan(3);
    expect(at(16_500)).toBeCloseTo(4);
    expect(at(20_000)).toBe(4);
  });

  it('waits at the landing when the car brakes for it', () => {
    const passing = nextStep({ ...arriving, intervalMs: 4000 }, { ...upward, index: 5 }, 5000);
    expect(carAt(passing, 8000)).toBeGreaterThan(5);
    const braking = nextStep(passing, { ...upward, index: 5, speed: 1 }, 6000);
    expect(carAt(braking, 8000)).toBe(5);
  });

  it('does not go beyond a landing on an estimated speed', () => {
    const passing = nextStep({ ...arriving, intervalMs: 4000 }, { ...upward, index: 5, isMeasured: false }, 5000);
    expect(carAt(passing, 60_000)).toBe(5);
  });

  it('keeps its place when only the speed changes', () => {
    const left = nextStep(restAt(4), upward, 0);
    const faster = nextStep(left, { ...upward, speed: 2.5 }, 300);
    expect(carAt(faster, 300)).toBeCloseTo(carAt(left, 300));
    expect(carAt(faster, 600)).toBeGreaterThan(carAt(left, 600));
    expect(nextStep(left, upward, 300)).toBe(left);
  });

  it('[ELEV-025] is set without motion in a hidden tab, and freezes when the data is not fresh', () => {
    expect(nextStep(arriving, { ...upward, index: 5, mode: 'jump' }, 1600)).toMatchObject({
      from: 5,
      to: 5,
      heading: 0,
    });
    expect(carAt(nextStep(arriving, { ...upward, mode: 'hold' }, 1600), 9999)).toBeCloseTo(3.5);
  });

  it('does not race through a tower that it has not travelled before our eyes', () => {
    expect(carAt(nextStep(restAt(3), { ...upward, index: 40 }, 1000), 1000)).toBe(40);
    expect(nextStep(restAt(3), { ...upward, index: 40, heading: 0, speed: 0 }, 1000)).toMatchObject({
      from: 40,
      to: 40,
      heading: 0,
    });
  });

  it('is drawn by a frame whose clock is a little behind the report', () => {
    const left = nextStep(restAt(4), upward, 1000);
    expect(carAt(left, 995)).toBe(4);
    expect(carAt(arriving, 995)).toBe(3);
    const faster = nextStep(left, { ...upward, speed: 2.5 }, 1500);
    expect(carAt(faster, 1495)).toBeCloseTo(carAt(left, 1500));
  });

  it('rests when nothing can change until the next report', () => {
    expect(isSettled(restAt(2), 0)).toBe(true);
    expect(isSettled(arriving, 2000)).toBe(false);
    expect(isSettled(arriving, 2300)).toBe(true);
    const left = nextStep(restAt(4), upward, 0);
    expect(isSettled(left, 100)).toBe(false);
    expect(isSettled(left, 60_000)).toBe(true);
    expect(carAt(restAt(2), 5)).toBe(2);
  });
});

describe('window on the shaft', () => {
  it.each([
    [2, 900],
    [3, 420],
    [8, 900],
    [24, 900],
    [60, 900],
    [120, 420],
  ])('keeps the car of %s landings whole and inside %s px', (count, height) => {
    const geometry = shaftGeometry(height === 900 ? 560 : 340, height, count);
    for (const position of [0, 0.4, (count - 1) / 2, count - 1]) {
      const bottom = sillY(geometry, position) + cameraY(geometry, position);
      expect(bottom).toBeLessThanOrEqual(height);
      expect(bottom - geometry.carHeight).toBeGreaterThanOrEqual(0);
    }
    expect(geometry.carX - geometry.carWidth / 2).toBeGreaterThan(geometry.shaftX);
    expect(geometry.carX + geometry.carWidth / 2).toBeLessThan(geometry.counterweightX);
    const { from, to } = visibleRange(geometry, count - 1);
    expect(to).toBe(count - 1);
    expect(from).toBeLessThan(to);
  });
  it('lets the counterweight mirror the car', () => {
    expect(counterweightPosition({ count: 24 }, 0)).toBe(23);
    expect(counterweightPosition({ count: 24 }, 20.5)).toBe(2.5);
  });
});
