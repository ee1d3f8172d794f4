/** Words of the contract of the project report (api.md §2.28). */

/** `无数据` and `次` as the contract spells them. */
export const NO_DATA = '\u65e0\u6570\u636e';
const TIMES = '\u6b21';

/** Bands of trips a day (elevators) and hours a day (escalators) with their upper ends, which belong to them (readings 220). */
export const TRIP_BANDS = [
  { name: `0-200${TIMES}`, upTo: 200 },
  { name: `200-500${TIMES}`, upTo: 500 },
  { name: `500-1000${TIMES}`, upTo: 1000 },
  { name: `>1000${TIMES}`, upTo: Infinity },
] as const;
export const HOUR_BANDS = [
  { name: '0-3h', upTo: 3 },
  { name: '3-6h', upTo: 6 },
  { name: '6-9h', upTo: 9 },
  { name: '>9h', upTo: Infinity },
] as const;

export const MAX_UNITS = 500;
export const MAX_PROJECTS = 100;
export const INTERVAL_DAYS = 30;
/** More equipment-caused call-outs than this in the interval are abnormal (silent-screens F5). */
export const ABNORMAL_ABOVE = 2;
export const MAX_CALLOUTS = 100;
export const TOP = 5;
/** Years of use that a suggestion speaks of when they are over (doc3 §9). */
export const OLD_YEARS = 8;

export const SUGGESTIONS = ['A', 'B', 'D', 'age', 'use', 'none'] as const;
