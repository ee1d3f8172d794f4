/** Words and limits of start and stop groups (api.md §2.26, silent-screens A10). */

export const GROUP_MODES = ['REMINDER', 'REMOTE'] as const;
export const GROUP_ACTIONS = ['start', 'stop'] as const;
export const GROUP_RESULTS = ['SUCCESS', 'SKIPPED', 'FAILED'] as const;
export type GroupResult = (typeof GROUP_RESULTS)[number];

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const MAX_GROUP_UNITS = 200;
export const MAX_EXCEPTIONS = 100;
export const MAX_RESPONSIBLE = 50;
/** Kinds that a group may hold: elevators are not started and stopped by hours. */
export const GROUP_DISPLAY_TYPES = ['ES', 'WW'] as const;

/** Those responsible are reminded so long before a start or stop. */
export const REMIND_BEFORE_MS = 10 * 60_000;

/** Why somebody on site should look twice before the unit is started. */
export const UNIT_WARNINGS = ['offline', 'error', 'local', 'technician'] as const;
export type UnitWarning = (typeof UNIT_WARNINGS)[number];
