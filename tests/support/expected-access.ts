import { ROUTES, routeOf } from '@/lib/routes';
import type { Route } from '@/lib/routes';
import type { Operation } from '@/lib/platform/contract/operation';
import type { PageOutcome } from './page-outcome';
import type { Persona } from './personas';

/** What the tables say that somebody gets, read independently of the code that enforces them. */

export function mayCall({ access }: Operation, who: Persona | null): 'yes' | 'sign in' | 'no' {
  if (access.kind === 'public') return 'yes';
  if (access.kind === 'cube' || access.kind === 'partner') return 'sign in';
  if (access.kind === 'internal') return 'no';
  if (!who) return 'sign in';
  if (access.kind === 'signedIn') return 'yes';
  const isType = access.userTypes === undefined || access.userTypes.includes(who.userType);
  if (access.kind === 'userType') return isType ? 'yes' : 'no';
  if (access.orUserTypes?.includes(who.userType)) return 'yes';
  const held: readonly string[] = who.authorities;
  return isType &&
    access.anyOf.some((name) => held.includes(name)) &&
    (access.allOf ?? []).every((name) => held.includes(name))
    ? 'yes'
    : 'no';
}

function isPermitted(target: Route, who: Persona): boolean {
  const held: readonly string[] = who.authorities;
  const hasRead = target.read === undefined || target.read.some((name) => held.includes(name));
  return (
    (hasRead && (target.userTypes === undefined || target.userTypes.includes(who.userType))) ||
    ['/campus', '/campusforcustom'].includes(target.path)
  );
}

/** What doc1 §2 and readings 3 and 198 say of a page; `isChecked`: the rights are known to be fresh. */
export function expectedAt(target: Route, who: Persona | null, isChecked: boolean): PageOutcome {
  // The landing page, or home while that one is not built; home itself says that it may not be seen (never a 404).
  const landing =
    who?.username === 'maintenanceSigner' && routeOf('maintenanceReport').isBuilt ? '/maintenanceReport' : '/';
  if (target.path === '/login') return who ? `to ${landing}` : 'page';
  if (target.place === 'public') return 'page';
  if (!who) return target.path === '/' ? 'to /login' : `to /login?to=${encodeURIComponent(target.path)}`;
  const custom = ROUTES.find(({ path, isBuilt }) => isBuilt && path === `${target.path}forcustom`);
  if (who.username === 'airportCustomer' && custom) return `to ${custom.path}`;
  if (isPermitted(target, who)) return 'page';
  if (!isChecked) return 'asks again';
  if (target.path === '/' && landing !== '/') return `to ${landing}`;
  return target.place === 'standalone' || target.path === '/'
    ? 'no permission'
    : `to /?denied=${encodeURIComponent(target.path)}`;
}
