import type { DayWork } from './store-days';

/** Where a counter's readings go: into live messages and the columns of EquipmentDay. */

export const STEP_COUNTERS = ['up', 'down', 'readytostart', 'error', 'crawling', 'autostop', 'passup', 'passdown'];
export const ELEVATOR_COUNTERS = ['trips', 'openings', 'cumulativetriptime', 'energy'];

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
