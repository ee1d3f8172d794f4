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
/** Most lines only viewed something. They are shown with the others, or hidden. */
export const VIEW_LINES = ['shown', 'hidden'] as const;
export const CLIENTS = ['Web', 'App', 'Partner'] as const;

/** Longest range of the log. */
export const MAX_LOG_DAYS = 31;
/** Calls that took longer are marked, in ms. */
export const SLOW_MS = 3000;
