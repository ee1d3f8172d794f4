import { NextRequest } from 'next/server';
import { ACCESS_REFRESH_PATH, NO_PERMISSION_PATH } from '@/lib/platform/auth/pages/access-paths';
import { middleware } from '@/middleware';
import { ORIGIN } from './sms-client';

/** What a person gets at an address, in words. */
export type PageOutcome = 'page' | 'no permission' | 'asks again' | `to ${string}`;

/** What the middleware answers to a browser with these cookies. */
export async function middlewareOutcome(path: string, cookie: string): Promise<PageOutcome> {
  const response = await middleware(new NextRequest(new URL(path, ORIGIN), { headers: { cookie } }));
  const rewrite = response.headers.get('x-middleware-rewrite');
  if (rewrite) return new URL(rewrite).pathname === NO_PERMISSION_PATH ? 'no permission' : `to ${rewrite}`;
  const location = response.headers.get('location');
  if (!location) return 'page';
  const url = new URL(location, ORIGIN);
  if (url.origin !== ORIGIN) return `to ${location}`;
  return url.pathname === ACCESS_REFRESH_PATH ? 'asks again' : `to ${url.pathname}${url.search}`;
}
