import { seeded } from '@/lib/programs/simulator/random';
import { dayNumberOf } from '@/lib/platform/i18n/shanghai';
import type { CopyValue } from '@/lib/live/telemetry/copy-rows';
import type { Unit } from './units';

/** Powers and certificates of the demo units (silent-screens A4): most escalators have them, some changed ones, some none. */

type Row = readonly CopyValue[];
const DAY_MS = 86_400_000;
/** Powers were entered so many days ago; of some units they were changed later. */
const ENTERED_DAYS = 300;
const CHANGED_DAYS = 60;
/** Some units take more than they used to: since before the month that the page shows first. */
const WORSE_DAYS = 61;
const WORSE_TIMES = 1.55;

export interface DayPowers {
  /** The number of its first day. */
  readonly from: number;
  readonly rated: number;
  /** Null: it knows full speed and rest alone. */
  readonly crawl: number | null;
  readonly standby: number | null;
}

const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const tenths = (value: number) => Math.round(value * 10) / 10;

/** The powers of an escalator or walk, oldest first; none of an elevator, and of one in five. */
export function powersOf(unit: Unit, { seed, now }: { seed: string; now: number }): readonly DayPowers[] {
  const random = seeded(`${seed}:powers:${unit.equipmentNo}`);
  if (unit.displayType === 'EV' || random.chance(0.2)) return [];
  const rated = tenths(random.between(7.5, 13));
  const first: DayPowers = {
    from: dayNumberOf(now) - ENTERED_DAYS,
    rated,
    crawl: random.chance(0.85) ? tenths(rated * random.between(0.2, 0.3)) : null,
    standby: random.chance(0.9) ? tenths(random.between(0.2, 0.6)) : null,
  };
  // A new drive, with its own powers.
  return random.chance(0.15)
    ? [first, { ...first, from: dayNumberOf(now) - CHANGED_DAYS, rated: tenths(rated + 2) }]
    : [first];
}

/** kWh that a day's rests saved, as the portal counts it; null: its powers are not known. */
export function savedOn(
  powers: readonly DayPowers[],
  day: number,
  crawlSec: number | null,
  standbySec: number | null,
): number | null {
  const then = powers.findLast(({ from }) => from <= day);
  if (!then || (crawlSec === null && standbySec === null)) return null;
  const { rated, crawl, standby } = then;
  if ((crawlSec && crawl === null) || (standbySec && standby === null)) return null;
  const saved = ((crawlSec ?? 0) * (rated - (crawl ?? 0)) + (standbySec ?? 0) * (rated - (standby ?? 0))) / 3600;
  return Math.round(saved * 1000) / 1000;
}

/** How many times its usual energy a unit takes on a day. */
export function worseOn(unit: Unit, day: number, { seed, now }: { seed: string; now: number }): number {
  const isWorse = seeded(`${seed}:worse:${unit.equipmentNo}`).chance(0.04);
  return isWorse && day >= dayNumberOf(now) - WORSE_DAYS ? WORSE_TIMES : 1;
}

export const POWER_COLUMNS = [
  'equipment_no',
  'from_day',
  'rated_power',
  'crawl_power',
  'standby_power',
  'create_by',
  'create_date',
] as const;

export const powerRows = (unit: Unit, powers: readonly DayPowers[]): Row[] =>
  powers.map(({ from, rated, crawl, standby }) => [
    unit.equipmentNo,
    dayText(from),
    rated,
    crawl,
    standby,
    'hq_admin',
    new Date((from - 1) * DAY_MS),
  ]);

export const CERTIFICATE_COLUMNS = [
  'equipment_no',
  'energy_class',
  'certificate_date',
  'create_by',
  'update_by',
  'create_date',
  'update_date',
] as const;

/** A third of the units has a certificate. */
export function certificateRows(unit: Unit, { seed, now }: { seed: string; now: number }): Row[] {
  const random = seeded(`${seed}:certificate:${unit.equipmentNo}`);
  if (!random.chance(0.35)) return [];
  const day = dayNumberOf(now) - Math.round(random.between(120, 900));
  const at = new Date((day + 5) * DAY_MS);
  const energyClass = 'AABBBCCD'.charAt(Math.floor(random.between(0, 8)));
  return [[unit.equipmentNo, energyClass, dayText(day), 'hq_admin', 'hq_admin', at, at]];
}
