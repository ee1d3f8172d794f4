/** Value sets of the audit log (api.md §2.28 AccessLogRow). */

export const ACCESS_ACTIONS = [
  'view',
  'create',
  'update',
  'delete',
  'export',
  'signIn',
  'signOut',
  'video',
  'refused',
] as const;
/** Lines that only looked at something are most of them: with the others, or left out. */
export const VIEW_LINES = ['shown', 'hidden'] as const;
export const CLIENTS = ['Web', 'App', 'Partner'] as const;

/** A range of the log is at most so long. */
export const MAX_LOG_DAYS = 31;
/** Calls that took longer are marked, in ms. */
export const SLOW_MS = 3000;
