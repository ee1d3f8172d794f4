/** The one trip through `/api/session/refresh` before a page is denied: shared names, for Edge and Node. */

export const ACCESS_REFRESH_PATH = '/api/session/refresh';

/** Cookie that says "the rights were just re-read", with a life in the browser's own clock: no circle, no stale 403. */
export const ACCESS_CHECKED_COOKIE = 'sms_checked';
export const ACCESS_CHECKED_SEC = 5;

/** Re-reads the rights, rewrites the session cookie and goes on to `path`. */
export function accessRefreshHref(path: string): string {
  return `${ACCESS_REFRESH_PATH}?${new URLSearchParams({ to: path }).toString()}`;
}

/** Page that the middleware shows in the place of one that is forbidden. */
export const NO_PERMISSION_PATH = '/error/no-permission';

/** Page for a session that turned out to be over at the first load (silent-screens B11). */
export function loginExpiredHref(to: string): string {
  return `/error/login-expired?${new URLSearchParams({ to }).toString()}`;
}
