import { dayNumberOf, hoursOfDay, weekdayOf } from '@/lib/platform/i18n/shanghai';
import type { Random } from './random';
import type { ElevatorUnit, UnitUse } from './unit';

/** Who wants to go where, by the hour of the day in Shanghai: the traffic patterns every lift planner knows. */

/** Passengers an hour at each hour 0 … 23 on a working day. */
const WORKDAY: Record<UnitUse, readonly number[]> = {
  office: [1, 0, 0, 0, 0, 1, 6, 45, 150, 90, 45, 60, 110, 80, 45, 45, 55, 90, 120, 50, 25, 15, 8, 3],
  residential: [6, 3, 1, 1, 2, 8, 30, 70, 55, 35, 30, 40, 42, 30, 26, 30, 40, 60, 75, 60, 50, 40, 28, 14],
  hotel: [12, 6, 3, 2, 3, 8, 25, 55, 70, 60, 50, 45, 55, 50, 45, 45, 50, 55, 65, 60, 55, 50, 40, 25],
  mall: [0, 0, 0, 0, 0, 0, 1, 4, 15, 50, 90, 130, 140, 120, 110, 110, 120, 140, 160, 150, 110, 60, 15, 1],
  hospital: [12, 10, 8, 8, 8, 15, 50, 130, 160, 150, 130, 110, 70, 100, 130, 110, 90, 70, 50, 45, 35, 28, 20, 15],
  metro: [2, 0, 0, 0, 1, 30, 90, 180, 190, 110, 80, 80, 90, 85, 80, 90, 130, 190, 190, 120, 80, 70, 45, 15],
  airport: [
    30, 15, 10, 15, 40, 80, 120, 140, 140, 130, 130, 130, 120, 120, 130, 130, 130, 130, 120, 110, 100, 80, 60, 40,
  ],
};
const WEEKEND: Record<UnitUse, number> = {
  office: 0.12,
  residential: 0.95,
  hotel: 1.1,
  mall: 1.5,
  hospital: 0.6,
  metro: 0.8,
  airport: 1.05,
};

/** Least passengers an hour, so that a fleet being watched at night is not dead. */
const QUIET_FLOOR = 8;
/** Least passengers an hour of a lift that is shown by day. More of them would keep its door open longer, and it would travel less. */
const DAY_FLOOR = 160;
const DAY = { from: 7, to: 22 } as const;
const SHOWCASE_FLOOR = 220;

/** Passengers an hour of a lift that people watch: by day always enough that its wall keeps moving. */
export function shownPassengersPerHour(use: UnitUse, at: number, isShowcase: boolean): number {
  const hour = hoursOfDay(at);
  return Math.max(passengersPerHour(use, at, isShowcase), hour >= DAY.from && hour < DAY.to ? DAY_FLOOR : 0);
}

/** Passengers an hour that one unit of this use meets at this time. */
export function passengersPerHour(use: UnitUse, at: number, isShowcase: boolean): number {
  const hour = hoursOfDay(at);
  const table = WORKDAY[use];
  const from = table[Math.floor(hour) % 24] ?? 0;
  const to = table[(Math.floor(hour) + 1) % 24] ?? 0;
  const weekday = weekdayOf(dayNumberOf(at));
  const scale = weekday === 0 || weekday === 6 ? WEEKEND[use] : 1;
  return Math.max((from + (to - from) * (hour % 1)) * scale, isShowcase ? SHOWCASE_FLOOR : QUIET_FLOOR);
}

/** Shares of journeys away from the entrance, towards it and between other floors. */
function shares(use: UnitUse, at: number): readonly (readonly ['away' | 'home' | 'between', number])[] {
  const hour = hoursOfDay(at);
  if (use === 'office') {
    if (hour < 10)
      return [
        ['away', 85],
        ['home', 5],
        ['between', 10],
      ];
    if (hour >= 11.3 && hour < 12.6)
      return [
        ['away', 15],
        ['home', 70],
        ['between', 15],
      ];
    if (hour >= 12.6 && hour < 14)
      return [
        ['away', 70],
        ['home', 15],
        ['between', 15],
      ];
    if (hour >= 17)
      return [
        ['away', 8],
        ['home', 84],
        ['between', 8],
      ];
    return [
      ['away', 35],
      ['home', 35],
      ['between', 30],
    ];
  }
  if (use === 'residential') {
    if (hour >= 6 && hour < 9.5)
      return [
        ['away', 15],
        ['home', 83],
        ['between', 2],
      ];
    if (hour >= 16.5 && hour < 21)
      return [
        ['away', 75],
        ['home', 23],
        ['between', 2],
      ];
    return [
      ['away', 48],
      ['home', 48],
      ['between', 4],
    ];
  }
  return [
    ['away', 38],
    ['home', 38],
    ['between', 24],
  ];
}

export interface Journey {
  /** Indexes into the unit's levels. */
  from: number;
  to: number;
  massKg: number;
}

/** One passenger's journey at this time. */
export function journeyOf(unit: ElevatorUnit, at: number, random: Random): Journey {
  const count = unit.levels.length;
  const main = Math.max(
    0,
    unit.levels.findIndex((level) => level.physical === unit.mainFloor),
  );
  // Drivers come from the car park: below the entrance counts as entrance.
  const home = main > 0 && random.chance(0.35) ? random.whole(0, main - 1) : main;
  const other = () => {
    const above = count - 1 - main;
    return above > 0 ? main + 1 + Math.floor(random.next() * above) : random.whole(0, count - 1);
  };
  const kind = random.weighted(shares(unit.use, at));
  let from = kind === 'away' ? home : other();
  let to = kind === 'home' ? home : other();
  if (from === to) [from, to] = from === main ? [main, other()] : [from, main];
  if (from === to) to = from === 0 ? 1 : 0;
  return { from, to, massKg: Math.round(random.normal(68, 12)) };
}
