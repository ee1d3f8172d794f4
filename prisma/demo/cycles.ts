import { seeded } from '@/lib/programs/simulator/random';
import { dayNumberOf, dayText } from '@/lib/platform/i18n/shanghai';
import type { DayFacts } from './facts';
import type { Row } from './rows';
import type { Unit } from './units';

/** Sums of what doors and drives did (EquipmentCycleDay), for the last month of the elevators that are told in depth. */

export const CYCLE_DAYS = 30;
const MOST_PAIRS = 6;

export const CYCLE_COLUMNS = [
  'equipment_no',
  'day',
  'door_openings',
  'door_open_ms',
  'door_closings',
  'door_close_ms',
  'door_reversals',
  'door_blocked',
  'stops',
  'off_level_stops',
  'trips',
  'trip_ms',
  'trip_floors',
  'overloads',
  'floor_pairs',
] as const;

/** Agrees with the daily facts: so many trips, openings and seconds of running. */
export function cycleRows(unit: Unit, facts: readonly DayFacts[], { seed, now }: { seed: string; now: number }): Row[] {
  const { machine, cubeNo, equipmentNo, isDeep } = unit;
  if (!isDeep || cubeNo === null || machine.displayType !== 'EV') return [];
  const { levels, ratedSpeed } = machine;
  const random = seeded(`${seed}:cycles:${equipmentNo}`);
  // A door and a building keep their times from one day to the next.
  const [openMs, closeMs] = [random.between(1900, 2500), random.between(2300, 3000)];
  const pairs = Array.from({ length: Math.min(MOST_PAIRS, levels.length) }, () => {
    const from = random.whole(0, levels.length - 1);
    const to = (from + random.whole(1, levels.length - 1)) % levels.length;
    return { from, to, share: random.between(0.04, 0.12) };
  });
  const first = dayNumberOf(now) - CYCLE_DAYS;
  return facts
    .filter(({ day }) => day > first)
    .flatMap(({ day, trips, openings, runSec }): Row[] => {
      if (!trips || openings === null || runSec === null) return [];
      const part = (share: number) => Math.round(openings * share * random.between(0.4, 1.6));
      const travelled: Record<string, [number, number]> = {};
      for (const { from, to, share } of pairs) {
        const [low, high] = [levels[from], levels[to]];
        if (!low || !high) continue;
        const count = Math.round(trips * share);
        const ms = (Math.abs(high.height - low.height) / ratedSpeed + 2.6) * 1000 * random.between(0.98, 1.02);
        if (count > 0) travelled[`${low.physical}-${high.physical}`] = [count, Math.round(count * ms)];
      }
      return [
        [
          equipmentNo,
          dayText(day),
          openings,
          Math.round(openings * openMs * random.between(0.98, 1.02)),
          openings,
          Math.round(openings * closeMs * random.between(0.98, 1.02)),
          part(0.04),
          part(0.003),
          trips,
          part(0.0006),
          trips,
          runSec * 1000,
          Math.round(trips * Math.max(1, (levels.length - 1) * 0.42)),
          part(0.002),
          JSON.stringify(travelled),
        ],
      ];
    });
}
