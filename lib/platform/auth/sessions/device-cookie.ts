import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '@/lib/config';
import type { Visitor } from '@/lib/platform/http/exchange';
import { parseCookies } from './session-cookie';

/**
 * The mark of a browser that signed in before (sign-in policy `newBrowser`): random, HttpOnly, and useless without the
 * password. The sessions that it opened, stored with its hash, show which accounts know the browser. It is signed: a
 * mark that we did not issue is ignored, and the next sign-in replaces it.
 */

const LIFE_SEC = 180 * 24 * 3600;
const VALUE = /^([A-Za-z0-9_-]{20,64})\.([A-Za-z0-9_-]{43})$/;

/** Two copies on one host have two marks, as they have two session cookies. */
const cookieName = () => config().session.cookieName.replace(/^sms_session/, 'sms_device');

const signatureOf = (deviceId: string) =>
  createHmac('sha256', config().session.secret).update(`device ${deviceId}`).digest('base64url');

/** The mark of a request; null without a valid one. */
export function deviceOf(request: Visitor): string | null {
  const [, deviceId, signature] = VALUE.exec(parseCookies(request.headers.get('cookie')).get(cookieName()) ?? '') ?? [];
  if (deviceId === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(deviceId))) ? deviceId : null;
}

/** Set-Cookie value that keeps the mark. */
export function deviceCookie(deviceId: string): string {
  return `${cookieName()}=${deviceId}.${signatureOf(deviceId)}; Path=/; Max-Age=${LIFE_SEC}; HttpOnly; SameSite=Lax${config().session.isSecure ? '; Secure' : ''}`;
}
