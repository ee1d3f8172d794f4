import { config } from '@/lib/config';
import { parseCookies } from './session-cookie';

/**
 * The mark of a browser that signed in before (sign-in policy `newBrowser`): random, HttpOnly, and worth nothing without the
 * password. The sessions that were opened with it, stored by its hash, say for which accounts the browser is known.
 */

const LIFE_SEC = 180 * 24 * 3600;
const MARK = /^[A-Za-z0-9_-]{20,64}$/;

/** Two copies on one host have two marks, as they have two session cookies. */
const cookieName = () => config().session.cookieName.replace(/^sms_session/, 'sms_device');

/** The mark that a request carries; null without one. */
export function deviceOf(request: Pick<Request, 'headers'>): string | null {
  const value = parseCookies(request.headers.get('cookie')).get(cookieName());
  return value && MARK.test(value) ? value : null;
}

/** Set-Cookie value that keeps the mark. */
export function deviceCookie(deviceId: string): string {
  return `${cookieName()}=${deviceId}; Path=/; Max-Age=${LIFE_SEC}; HttpOnly; SameSite=Lax${config().session.isSecure ? '; Secure' : ''}`;
}
