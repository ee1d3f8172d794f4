import { config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';
import { renewUpstreamTokens } from '@/lib/platform/auth/sessions/upstream-session';
import { routeOf } from '@/lib/routes';
import { ACCESS_CHECKED_COOKIE, ACCESS_CHECKED_SEC, loginExpiredHref } from './access-paths';
import { actorOfSession } from '@/lib/platform/auth/tokens/actor-loader';
import { loginHref } from './page-access';
import { sessionCookieHeader } from '@/lib/platform/auth/sessions/request';
import { safeReturnPath } from './return-path';
import { readSessionCookie } from '@/lib/platform/auth/sessions/session-cookie';

/**
 * `GET /api/session/refresh?to=`: re-reads the rights behind the cookie, rewrites it and goes on to `to`. A session that
 * ended loses its cookie and gets the login-expired page, a visitor without one the sign-in page; both lead back.
 */
export async function refreshAccess(request: Request): Promise<Response> {
  const to = safeReturnPath(new URL(request.url).searchParams.get('to')) ?? routeOf('home').path;
  const { session, upstream } = config();
  const payload = await readSessionCookie(request.headers.get('cookie'), session);
  let isAlive = false;
  if (payload) {
    try {
      if (upstream) await renewUpstreamTokens(payload.sid, null);
      await actorOfSession(payload.sid, { renews: true, isFresh: true });
      isAlive = true;
    } catch (error) {
      // Database or upstream unavailable: the session may still be valid, so its cookie stays and the page says what is
      // wrong.
      if (!(error instanceof AppError) || error.code >= 500) return goOn(to, session.isSecure);
    }
  }
  const headers = new Headers({
    Location: isAlive ? to : payload ? loginExpiredHref(to) : loginHref(to),
    'Cache-Control': 'no-store',
  });
  for (const value of await sessionCookieHeader(isAlive && payload ? payload.sid : null, request))
    headers.append('Set-Cookie', value);
  if (isAlive) headers.append('Set-Cookie', checkedCookie(session.isSecure));
  return new Response(null, { status: 307, headers });
}

/** Marks that the rights were read, so that the middleware does not ask for it again at once. */
const checkedCookie = (isSecure: boolean) =>
  `${ACCESS_CHECKED_COOKIE}=1; Path=/; Max-Age=${ACCESS_CHECKED_SEC}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

function goOn(to: string, isSecure: boolean): Response {
  return new Response(null, {
    status: 307,
    headers: { Location: to, 'Cache-Control': 'no-store', 'Set-Cookie': checkedCookie(isSecure) },
  });
}
