import { routeOf } from '@/lib/routes';
import { NextResponse } from 'next/server';
import type { NextRequest } from 'next/server';
import { ACCESS_CHECKED_COOKIE, accessRefreshHref, NO_PERMISSION_PATH } from '@/lib/platform/auth/pages/access-paths';
import { decidePage } from '@/lib/platform/auth/pages/page-access';
import { securityHeaders } from '@/lib/platform/auth/pages/security-headers';
import { readSessionCookie } from '@/lib/platform/auth/sessions/session-cookie';
import { config as portalConfig } from '@/lib/config';
import { LANGUAGE_COOKIE, LANGUAGES, parseLanguage } from '@/lib/platform/i18n/languages';

/**
 * The first of four places that check access: signed in, the page's `_READ`, spelling of the path, and the
 * headers of every page. It reads the session cookie and no database, so it protects nothing by itself: the page guard,
 * the operation's authority and the row scope do. It runs on Node, where it costs a page two milliseconds less than in Next's Edge sandbox.
 */

const YEAR_SEC = 365 * 24 * 3600;

function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).slice(0, 22);
}

function respond(request: NextRequest, decision: ReturnType<typeof decidePage>, requestHeaders: Headers): NextResponse {
  const { pathname, search } = request.nextUrl;
  switch (decision.kind) {
    case 'open':
      return NextResponse.next({ request: { headers: requestHeaders } });
    case 'redirect':
      return NextResponse.redirect(new URL(decision.to, request.url), decision.isPermanent ? 308 : 307);
    case 'refresh':
      return NextResponse.redirect(new URL(accessRefreshHref(`${pathname}${search}`), request.url), 307);
    case 'forbidden':
      return NextResponse.rewrite(new URL(NO_PERMISSION_PATH, request.url), { request: { headers: requestHeaders } });
  }
}

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { session: cookie, publicUrl, mode, video, map } = portalConfig();
  const session = await readSessionCookie(request.headers.get('cookie'), cookie);
  const decision = decidePage({
    pathname: request.nextUrl.pathname,
    search: request.nextUrl.search,
    visitor: session && {
      userType: session.userType,
      authorities: new Set(session.authorities),
      customCampus: session.customCampus,
    },
    isFresh: request.cookies.has(ACCESS_CHECKED_COOKIE),
  });

  const nonce = newNonce();
  const { isSecure } = cookie;
  const headers = securityHeaders({
    publicUrl,
    isSecure,
    isDevelopment: mode === 'development',
    nonce,
    streamOrigins: video.origins,
    tileOrigins: map.tileOrigins,
    scriptOrigins: map.scriptOrigins,
  });
  // Set, not added: what a visitor sends under these names never reaches a page.
  const requestHeaders = new Headers(request.headers);
  requestHeaders.set('x-nonce', nonce);
  requestHeaders.set('content-security-policy', headers['Content-Security-Policy'] ?? '');

  const response = respond(request, decision, requestHeaders);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  // Its address is a credential: no other site learns of it, and no search engine keeps it.
  if (request.nextUrl.pathname === routeOf('assignment').path) {
    response.headers.set('Referrer-Policy', 'no-referrer');
    response.headers.set('X-Robots-Tag', 'noindex, nofollow');
    response.headers.set('Cache-Control', 'no-store');
  }
  // A screen says everything in both languages, and has no cookie.
  const hasLanguage = request.nextUrl.pathname !== routeOf('screen').path;
  const chosen = request.cookies.get(LANGUAGE_COOKIE)?.value;
  if (hasLanguage && !LANGUAGES.some((language) => language === chosen)) {
    response.cookies.set(LANGUAGE_COOKIE, parseLanguage(chosen), {
      path: '/',
      maxAge: YEAR_SEC,
      sameSite: 'lax',
      secure: isSecure,
    });
  }
  return response;
}

export const config = {
  runtime: 'nodejs',
  // Whatever Next answers with a page, an unknown path with an extension as well: without a nonce its scripts would not run.
  // Not /sms/ (with it, bodies over 10 MB would be cut silently), not our two handlers below /api, not the files of a build
  // nor those of public/ (a test holds the list against the folder).
  matcher: [
    '/((?!sms/|api/auth/|api/session/refresh$|_next/static/|(?:apple-touch-icon\\.png|favicon\\.ico|icon-[a-z0-9-]+\\.png|icon\\.svg|manifest\\.webmanifest|map/[a-z]+\\.json|offline\\.(?:html|js)|robots\\.txt|screen-worker\\.js|service-worker\\.js|talk-worklet\\.js)$).*)',
  ],
};
