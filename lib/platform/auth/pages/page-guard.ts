import 'server-only';
import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import { config } from '@/lib/config';
import { routeOf } from '@/lib/routes';
import { AppError } from '@/lib/platform/contract/errors';
import { accessRefreshHref } from './access-paths';
import type { Actor } from '@/lib/platform/contract/actor';
import { actorOfSession } from '@/lib/platform/auth/tokens/actor-loader';
import { decidePage, loginHref } from './page-access';
import { hasCustomCampus } from '@/lib/platform/auth/sessions/request';
import { readSessionCookie } from '@/lib/platform/auth/sessions/session-cookie';

/** The guard of every page: it reads the rights from the database, whatever the middleware did. */

type SearchParams = Record<string, string | string[] | undefined>;

interface IdentifiedVisitor {
  actor: Actor | null;
  /** There is a session cookie, but its session ended. */
  isEnded: boolean;
}

const identify = cache(async (): Promise<IdentifiedVisitor> => {
  const payload = await readSessionCookie((await headers()).get('cookie'), config().session);
  if (!payload) return { actor: null, isEnded: false };
  try {
    const { actor } = await actorOfSession(payload.sid, { renews: true });
    return { actor, isEnded: false };
  } catch (error) {
    if (error instanceof AppError) return { actor: null, isEnded: true };
    throw error;
  }
});

/** The visitor of this page; null when nobody is signed in. For layouts, which show but do not protect. */
export async function currentActor(): Promise<Actor | null> {
  return (await identify()).actor;
}

function searchOf(params: SearchParams): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const item of [value].flat()) if (item !== undefined) search.append(name, item);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Admits only visitors who may open the route; all others are redirected or get the no-permission page (403). Call it
 * first in every page that is not public.
 * @param searchParams the page's, so that sign-in leads back to the same address
 */
export async function requirePage(
  routeKey: string,
  searchParams: SearchParams | Promise<SearchParams> = {},
): Promise<Actor> {
  const target = routeOf(routeKey);
  const search = searchOf(await searchParams);
  const path = `${target.path}${search}`;
  const { actor, isEnded } = await identify();
  // A cookie cannot be cleared while rendering; the refresh route does it and redirects to /login.
  if (isEnded) redirect(accessRefreshHref(path));
  if (!actor) redirect(loginHref(path));
  const visitor = { userType: actor.userType, authorities: actor.authorities, customCampus: hasCustomCampus(actor) };
  const decision = decidePage({ pathname: target.path, search, visitor, isFresh: true });
  if (decision.kind === 'redirect') redirect(decision.to);
  if (decision.kind !== 'open') forbidden();
  return actor;
}
