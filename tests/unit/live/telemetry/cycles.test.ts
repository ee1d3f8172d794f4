import { addCounts, countCycles, markPhases, type CycleCounts } from '@/lib/live/telemetry/cycles';
import type { StoredEntry } from '@/lib/live/telemetry/merge';

const NOON = Date.parse('2026-03-01T12:00:00+08:00');
type Values = Record<string, unknown>;

/** Tells the counting a story: values at seconds after noon. */
function tell(...story: [second: number, values: Values][]) {
  let live: Record<string, StoredEntry> = {};
  const sums: Partial<CycleCounts> = {};
  const days = new Set<number>();
  for (const [second, values] of story) {
    const at = NOON + second * 1000;
    const after = { ...live };
    const changed: string[] = [];
    for (const [key, value] of Object.entries(values)) {
      after[key] = key === 'position' ? { value: String(value), physicalvalue: value as number, at } : { value, at };
      if (live[key]?.value !== after[key].value) changed.push(key);
    }
    for (const { day, counts } of countCycles(live, after, changed)) {
      days.add(day);
      addCounts(sums, counts);
    }
    live = { ...after, ...markPhases(live, after, changed) };
  }
  return { sums, days };
}

it('doors: how long they open and close, how often they turn back and are blocked', () => {
  const { sums } = tell(
    [0, { door: 'Closed' }],
    [1, { door: 'Opening' }],
    [3, { door: 'Opened' }],
    [8, { door: 'Closing' }],
    [9, { door: 'Opening' }],
    [10, { door: 'Opened' }],
    [12, { door: 'Closing' }],
    [15, { door: 'Closed' }],
    [20, { door: 'Blocked' }],
  );
  expect(sums).toEqual({
    doorOpenings: 2,
    doorOpenMs: 3000,
    doorReversals: 1,
    doorClosings: 1,
    doorCloseMs: 3000,
    doorBlocked: 1,
  });
});

it('trips: floors, time and the pair of landings; the way and back are two pairs', () => {
  const { sums } = tell(
    [0, { drive: 'Standing', position: 1, indoorzone: 'On Floor' }],
    [5, { drive: 'Moving' }],
    [12, { position: 4 }],
    [15, { drive: 'Standing' }],
    [30, { drive: 'Moving' }],
    [40, { drive: 'Standing', position: 1 }],
    [50, { drive: 'Moving' }],
    [58, { position: 4 }],
    [62, { drive: 'Standing' }],
  );
  expect(sums).toEqual({
    stops: 3,
    trips: 3,
    tripMs: 32_000,
    tripFloors: 9,
    hours: { 12: 3 },
    pairs: { '1-4': [2, 22_000], '4-1': [1, 10_000] },
  });
});

it('a stop outside the door zone is one, levelling at the landing is no trip', () => {
  const { sums } = tell(
    [0, { drive: 'Standing', position: 2, indoorzone: 'Between Floors' }],
    [1, { drive: 'Moving' }],
    [2, { drive: 'Standing' }],
  );
  expect(sums).toEqual({ stops: 1, offLevelStops: 1 });
});

it('a value that is repeated goes on: its phase began with the first', () => {
  const { sums } = tell(
    [0, { drive: 'Standing', position: 1 }],
    [5, { drive: 'Moving' }],
    [10, { drive: 'Moving', position: 2 }],
    [15, { drive: 'Moving', position: 3 }],
    [20, { drive: 'Standing' }],
  );
  expect(sums).toEqual({
    stops: 1,
    trips: 1,
    tripMs: 15_000,
    tripFloors: 2,
    hours: { 12: 1 },
    pairs: { '1-3': [1, 15_000] },
  });
});

it('a phase that was not seen whole has no duration', () => {
  const { sums } = tell(
    [0, { door: 'Opening', drive: 'Moving', position: 1 }],
    [700, { door: 'Opened' }],
    [4000, { drive: 'Standing', position: 3 }],
  );
  // That it ran is known all the same.
  expect(sums).toEqual({ stops: 1, hours: { 13: 1 } });
});

it('the first value of a key is no change, and overloads are counted once each', () => {
  const { sums } = tell(
    [0, { door: 'Opened', load: 'Overload', drive: 'Standing' }],
    [1, { load: 'Full Load' }],
    [2, { load: 'Overload' }],
    [3, { load: 'Overload' }],
  );
  expect(sums).toEqual({ overloads: 1 });
});

it('belongs to the Shanghai day in which it ended', () => {
  const midnight = 12 * 3600;
  const { days } = tell(
    [0, { door: 'Closed' }],
    [midnight - 2, { door: 'Opening' }],
    [midnight + 1, { door: 'Opened' }],
  );
  expect([...days]).toEqual([Math.floor((NOON + 8 * 3_600_000) / 86_400_000) + 1]);
});

it('trips belong to the hour of the Shanghai day in which they ended', () => {
  const hour = 3600;
  const trip = (second: number, to: number): [number, Values][] => [
    [second - 20, { drive: 'Moving' }],
    [second, { drive: 'Standing', position: to }],
  ];
  const { sums } = tell(
    [0, { drive: 'Standing', position: 1 }],
    ...trip(hour - 1, 4),
    ...trip(hour + 5, 1),
    ...trip(11 * hour + 30, 2),
    ...trip(12 * hour + 30, 1),
  );
  expect(sums.hours).toEqual({ 0: 1, 12: 1, 13: 1, 23: 1 });
});
