import type { Holder } from '@/lib/platform/contract/authorities';
import { landingHref, landingRoute } from '@/lib/menu';
import { findRoute, hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { Route } from '@/lib/routes';
import { safeReturnPath } from './return-path';

/**
 * What a visitor gets at a path (doc1 §2 Routing rules, readings 3, 7, silent-screens B11). Pure, from the one route
 * table: the middleware uses it with the cookie's copy of the rights, the page guard with the present rights.
 */
export interface PageVisitor extends Holder {
  readonly customCampus: boolean;
}

export type PageDecision =
  | { readonly kind: 'open' }
  /** `isPermanent`: only the spelling was wrong. */
  | { readonly kind: 'redirect'; readonly to: string; readonly isPermanent: boolean }
  /** The known rights lack the permission; check once whether they are outdated. */
  | { readonly kind: 'refresh' }
  /** The full no-permission page, with status 403. */
  | { readonly kind: 'forbidden' };

export interface PageRequest {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** null: nobody is signed in. */
  visitor: PageVisitor | null;
  /** The rights were read from the database just now. */
  isFresh: boolean;
}

const OPEN: PageDecision = { kind: 'open' };
const redirectTo = (to: string, isPermanent = false): PageDecision => ({ kind: 'redirect', to, isPermanent });

/** Address of the sign-in page that leads back to a path. */
export function loginHref(path: string): string {
  return hrefOf('login', { to: path === routeOf('home').path ? undefined : path });
}

/** @param isThere whether a page exists as a target; the table decides, unless a test says otherwise */
export function decidePage(
  { pathname, search, visitor, isFresh }: PageRequest,
  isThere: (target: Route) => boolean = ({ isBuilt }) => isBuilt,
): PageDecision {
  const target = findRoute(pathname);
  if (!target) return OPEN;
  if (pathname !== target.path) return redirectTo(`${target.path}${search}`, true);
  if (target.place === 'public') {
    const query = new URLSearchParams(search);
    // `expired`: a call just learned that the session is over; the cookie only does not know it yet. `fwtoken`: a link signs
    // its own account in, whoever is signed in here.
    if (target.key !== 'login' || !visitor || query.has('expired') || query.has('fwtoken')) return OPEN;
    return redirectTo(safeReturnPath(query.get('to')) ?? landingHref(visitor, isThere));
  }
  if (!visitor) return redirectTo(loginHref(`${pathname}${search}`));
  const customForm = target.customForm === undefined ? undefined : routeOf(target.customForm);
  if (customForm && visitor.customCampus && isThere(customForm)) return redirectTo(`${customForm.path}${search}`);
  if (mayOpen(visitor, target) || target.opensWithoutAuthority) return OPEN;
  if (!isFresh) return { kind: 'refresh' };
  // For a visitor whose start page is another one, the logo leads there, too (readings 198); not when home has to show
  // a refusal.
  const landing = landingRoute(visitor);
  const leadsOn = target.key === 'home' && !new URLSearchParams(search).has('denied');
  return leadsOn && landing !== target && isThere(landing) && mayOpen(visitor, landing)
    ? redirectTo(landing.path)
    : deny(target);
}

/** Inside the layout the home page shows it for 3 seconds; without a page to stay on, a full page does. */
function deny(target: Route): PageDecision {
  return target.place === 'portal' && target.key !== 'home'
    ? redirectTo(hrefOf('home', { denied: target.path }))
    : { kind: 'forbidden' };
}
