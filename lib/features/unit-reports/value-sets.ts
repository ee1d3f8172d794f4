/** Words of the contract of the reports on one unit (api.md §2.16, §2.17). */

/** More equipment-caused call-outs than this in the last month are abnormal (silent-screens F5). */
export const ABNORMAL_ABOVE = 3;
/** The days before a biweekly report that its health goes by. */
export const HEALTH_DAYS = 30;
/** What the project report goes by, for the notes. */
export const PROJECT_ABNORMAL_ABOVE = 2;
export const MAX_MERGED = 10;
/** Years of use that a suggestion speaks of when they are over (doc3 §9). */
export const OLD_YEARS = 8;
/** A day with more of them strains a unit: trips of elevators, hours of others. */
export const STRAINED_TRIPS = 1000;
export const STRAINED_HOURS = 9;

export const UNIT_WITHHELD_GROUPS = ['faults', 'diagnostics', 'energy'] as const;
export const UNIT_REPORT_CATEGORIES = ['A', 'B', 'D'] as const;
export const UNIT_SUGGESTIONS = ['A', 'B', 'D', 'age', 'use', 'none'] as const;
/** Dates of a unit, by date in the report. */
export const TIMELINE = [
  'construction',
  'contractStart',
  'lastMaintenance',
  'lastInspection',
  'nextInspection',
  'contractEnd',
] as const;
/** 1 escalator, 2 elevator, as in the operation report (readings 48). */
export const MONTHLY_TYPES = [1, 2] as const;
/** Between the names of several projects (readings 221). */
export const PROJECT_COMMA = '\u3001';
