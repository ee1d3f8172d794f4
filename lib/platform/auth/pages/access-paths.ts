/** The redirect through `/api/session/refresh` before a page is denied: shared names, for Edge and Node. */

export const ACCESS_REFRESH_PATH = '/api/session/refresh';

/**
 * A cookie that says "the rights were just read again", with a short life in the browser: no redirect loop, no outdated
 * 403.
 */
export const ACCESS_CHECKED_COOKIE = 'sms_checked';
export const ACCESS_CHECKED_SEC = 5;

/** Re-reads the rights, rewrites the session cookie and goes on to `path`. */
export function accessRefreshHref(path: string): string {
  return `${ACCESS_REFRESH_PATH}?${new URLSearchParams({ to: path }).toString()}`;
}

/** The page that the middleware shows in place of a forbidden one. */
export const NO_PERMISSION_PATH = '/error/no-permission';

/** The page for a session that is over at the first load (silent-screens B11). */
export function loginExpiredHref(to: string): string {
  return `/error/login-expired?${new URLSearchParams({ to }).toString()}`;
}
