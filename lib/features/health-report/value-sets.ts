/** Words of the contract of the project report (api.md §2.28). */

export const MAX_UNITS = 500;
export const MAX_PROJECTS = 100;
/** Projects of one e-mail of a branch user (doc3 §5). */
export const MAX_MAILED_PROJECTS = 15;
export const INTERVAL_DAYS = 30;
/** More equipment-caused call-outs than this in the interval are abnormal (silent-screens F5). */
export const ABNORMAL_ABOVE = 2;
export const MAX_CALLOUTS = 100;
export const TOP = 5;
/** Years of use that a suggestion speaks of when they are over (doc3 §9). */
export const OLD_YEARS = 8;

/** Data groups of a strategy without which something in the report is missing. */
export const WITHHELD_GROUPS = ['faults', 'diagnostics', 'energy'] as const;
/** Symptoms that the report speaks of. */
export const REPORT_CATEGORIES = ['A', 'B', 'D'] as const;

export const SUGGESTIONS = ['A', 'B', 'D', 'age', 'use', 'none'] as const;
