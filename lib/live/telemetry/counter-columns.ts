import type { LiveStatus } from '@/lib/live/units/live-message';
import type { DisplayType } from '@/lib/live/units/value-sets';
import type { CounterState } from './counters';
import type { DayWork } from './store-days';

/** Where the readings of a counter are stored: in live messages and in columns of EquipmentDay. */

const STEP_COUNTERS = ['up', 'down', 'readytostart', 'error', 'crawling', 'autostop', 'passup', 'passdown'];
const ELEVATOR_COUNTERS = ['trips', 'openings', 'cumulativetriptime', 'energy'];

/** Which columns of EquipmentDay a counter's difference goes to. */
export const DAY_COLUMNS: Record<
  string,
  readonly (keyof Omit<DayWork, 'equipmentNo' | 'branchCode' | 'day' | 'flagged'>)[]
> = {
  trips: ['trips'],
  openings: ['openings'],
  cumulativetriptime: ['runSec'],
  up: ['runSec', 'fullSec'],
  down: ['runSec', 'fullSec'],
  crawling: ['runSec', 'crawlSec'],
  readytostart: ['standbySec'],
  autostop: ['standbySec'],
  energy: ['energyKwh'],
  passengers: ['passengers'],
};

/**
 * The live key under which viewers see a counter: an elevator's by its own key, all counters of escalators and walks as
 * one.
 */
export function shownCounter(
  displayType: DisplayType,
  key: string,
  counters: Readonly<Record<string, CounterState>>,
): LiveStatus {
  const state = counters[key];
  if (!state) return {};
  if (displayType === 'EV')
    return ELEVATOR_COUNTERS.includes(key) ? { [key]: { value: state.value, at: state.at } } : {};
  if (!STEP_COUNTERS.includes(key)) return {};
  const known = STEP_COUNTERS.flatMap((name) => (counters[name] ? [[name, counters[name]] as const] : []));
  return {
    counters: {
      value: Object.fromEntries(known.map(([name, { value }]) => [name, value])),
      at: Math.max(...known.map(([, { at }]) => at)),
    },
  };
}
