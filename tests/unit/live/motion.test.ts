import { floorIndex, floorsOf, labelledFloors } from '@/lib/live/floors';
import { accelerationOf, nextSpeed, RAMP_TICK_MS } from '@/lib/live/speed-ramp';
import { carAt, FADE_MS, isSettled, MAX_DRIFT, restAt, STEP_MS } from '@/lib/live/travel';
import type { CarStep } from '@/lib/live/travel';

describe('speed ramp', () => {
  it.each([[1, 0.8], [2, 0.8], [2.01, 1.1], [2.5, 1.1], [2.51, 1.2], [3.15, 1.2], [3.16, 1.6], [10, 1.6]])('[ELEV-028] rated speed %s m/s accelerates by %s', (rated, step) => {
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
    expect(labels({ floorMapping: null, totalFloors: 3 }, { min: -2, max: 5 })).toEqual(['-2', '-1', '1', '2', '3', '4', '5']);
    expect(labels({ floorMapping: null, totalFloors: null }, { min: 0, max: 2 })).toEqual(['0', '1', '2']);
  });
  it('stays bounded whatever the box says', () => {
    expect(floorsOf({ floorMapping: null, totalFloors: 100_000 }, { min: -20, max: 300 }).length).toBeLessThanOrEqual(421);
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
      floorsOf({ floorMapping: JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, i < basements ? `B${basements - i}` : String(i - basements + 1)]))), totalFloors: count });
    expect(labelledFloors(plain(12), 24)).toHaveLength(12);
    const sixty = plain(60, 2);
    expect(labelledFloors(sixty, 24).map((index) => sixty[index]?.label)).toEqual(['B2', '1', '5', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55', '58']);
    for (const count of [25, 40, 61, 99, 120]) {
      const shown = labelledFloors(plain(count, 3), 24);
      expect(shown[0]).toBe(0);
      expect(shown.at(-1)).toBe(count - 1);
      expect(shown.length).toBeLessThanOrEqual(25);
    }
  });
});

describe('car between two reports', () => {
  const step: CarStep = { from: 3, to: 4, startedAt: 1000, heading: 1, speed: 1.6 };
  it('[ELEV-026] takes 1.2 s a step, and fades take 1 s', () => {
    expect(STEP_MS).toBe(1200);
    expect(FADE_MS).toBe(1000);
    expect(carAt(step, 1000)).toBe(3);
    expect(carAt(step, 1600)).toBeCloseTo(3.5);
    expect(carAt(step, 2200)).toBeCloseTo(4);
    const stop: CarStep = { ...step, heading: 0 };
    expect(carAt(stop, 1600)).toBeGreaterThan(3.5);
    expect(carAt(stop, 2200)).toBe(4);
    expect(carAt(stop, 60_000)).toBe(4);
  });
  it('never claims a landing that the box has not reported', () => {
    for (const heading of [1, -1] as const) {
      for (const speed of [0, 0.5, 2.5, 20]) {
        const last = carAt({ ...step, heading, speed }, 3_600_000);
        expect(Math.abs(last - 4)).toBeLessThanOrEqual(MAX_DRIFT + 1e-9);
        expect(Math.abs(last - 4)).toBeLessThan(0.5);
      }
    }
  });
  it('rests when nothing can change until the next report', () => {
    expect(isSettled(restAt(2), 0)).toBe(true);
    expect(isSettled(step, 2000)).toBe(false);
    expect(isSettled(step, 2300)).toBe(false);
    expect(isSettled(step, 60_000)).toBe(true);
    expect(isSettled({ ...step, heading: 0 }, 2200)).toBe(true);
    expect(carAt(restAt(2), 5)).toBe(2);
  });
});
