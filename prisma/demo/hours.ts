import { passengersPerHour } from '@/lib/programs/simulator/demand';
import { seeded } from '@/lib/programs/simulator/random';
import { HOUR_MS } from './clock';
import type { Depth } from './depth';
import { isFault, type DayFacts } from './facts';
import type { Row } from './rows';
import { lastHeard, type Story } from './story';

/** What units counted in the hours before now (EquipmentHour); the ingest goes on from here. */

export const HOUR_COLUMNS = ['equipment_no', 'hour', 'trips', 'openings', 'reversals', 'run_sec', 'partial'] as const;

/** So many as the live page tells. */
const HOURS = 24;

/**
 * Like an average day of the unit, by the hours at which its people travel; nothing while it stands, no row of an hour in
 * which nobody heard it.
 */
export function hourRows(
  { unit, events }: Story,
  facts: readonly DayFacts[],
  { seed, now, depth }: { seed: string; now: number; depth: Depth },
): Row[] {
  const { equipmentNo, cubeNo, machine } = unit;
  const last = facts.at(-1);
  // What a controller does not count, it does not count by the hour either.
  if (!cubeNo || !last || last.runSec === null || !depth.hasHours) return [];
  const lastRunSec = last.runSec;
  const random = seeded(`${seed}:hours:${equipmentNo}`);
  const silentSince = machine.trouble === 'dead' ? lastHeard(unit, seed, now) : now;
  const stops = events.filter((event) => isFault(event) || event.code.code === '60');
  const shut = (from: number, until: number) =>
    stops.some(({ startAt, endAt = now }) => startAt < from + HOUR_MS / 2 && endAt > until - HOUR_MS / 2);
  const running = Math.floor(now / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, index) => running - (HOURS - 1 - index) * HOUR_MS);
  const demand = hours.map((from) => passengersPerHour(machine.use, from + HOUR_MS / 2, false));
  const whole = demand.reduce((sum, one) => sum + one, 0);
  return hours.flatMap((from, index): Row[] => {
    const until = Math.min(from + HOUR_MS, now);
    const [noise, again] = [random.between(0.8, 1.2), random.between(0.01, 0.06)];
    if (until > silentSince || until === from) return [];
    const isShut = shut(from, from + HOUR_MS);
    const share = isShut ? 0 : (((demand[index] ?? 0) / whole) * noise * (until - from)) / HOUR_MS;
    const isPartial = until < from + HOUR_MS;
    const at = new Date(from);
    if (machine.displayType !== 'EV') {
      const runSec = isShut ? 0 : Math.min((until - from) / 1000, Math.round(lastRunSec * share));
      return [[equipmentNo, at, null, null, null, Math.round(runSec), isPartial]];
    }
    const trips = Math.round(unit.dailyUse * share);
    const openings = Math.round(trips * random.between(1.08, 1.18));
    const runSec = Math.min(Math.round((until - from) / 1000), Math.round(trips * random.between(13, 15.5)));
    return [[equipmentNo, at, trips, openings, Math.round(openings * again), runSec, isPartial]];
  });
}
