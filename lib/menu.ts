import type { Authority, Holder } from '@/lib/platform/contract/authorities';
import {
  FOUR_MAINTENANCE_AUTHORITIES,
  hasAny,
  hasExactlyFourMaintenance,
  hasAuthority,
} from '@/lib/platform/contract/authorities';
import { isBranchUser } from '@/lib/platform/auth/accounts/account-types';
import { MENU_GROUPS, ROUTES, routeOf, mayOpen } from './routes';
import type { MenuGroup, Route } from './routes';

/** Sidebar, home tiles and the page after sign-in, each out of the table of pages (doc1 §2, §6, readings 1-9). */

/** The campus rule of doc1 §2 in one place: the tile is for userType 2, the sidebar entry for the others (readings 1). */
export function seesCampus(holder: Holder, where: 'tile' | 'menu'): boolean {
  if (!hasAuthority(holder, 'CAMPUS_VIEW_READ') || hasAuthority(holder, 'KA_NOT_CAMPUS_VIEW')) return false;
  return where === 'tile' ? isBranchUser(holder) : !isBranchUser(holder);
}

/** The map-monitoring page of the holder, the first that fits (readings 9); undefined: none. */
export function mapMonitoringRoute(holder: Holder): Route | undefined {
  const order: readonly [Authority, string][] = [
    ['USER_DASHBOARD', 'dashboard'],
    ['KA_PROJECT_READ', 'kaProjectDashboard'],
    ['KA_ADMIN_READ', 'kaDashboard'],
    ['KA_KEY_USER_READ', 'kaBranchDashboard'],
  ];
  const key = order.find(([authority]) => hasAuthority(holder, authority))?.[1];
  return key ? routeOf(key) : undefined;
}

/** Where a user lands after sign-in (doc1 §2, readings 2). */
export function landingRoute(holder: Holder): Route {
  return routeOf(hasExactlyFourMaintenance(holder) ? 'maintenanceReport' : 'home');
}

/** The page to open after sign-in: the landing page, or home when that one is not built. Home says itself when it may not be seen. */
export function landingHref(holder: Holder, isThere: (target: Route) => boolean = ({ isBuilt }) => isBuilt): string {
  const landing = landingRoute(holder);
  return isThere(landing) ? landing.path : routeOf('home').path;
}

export interface MenuEntry {
  readonly key: string;
  readonly href: string;
  readonly opensNewTab: boolean;
}

/** May this entry stand in the holder's sidebar (doc1 §2, §6)? Built or not is the caller's filter. */
export function inMenu(holder: Holder, target: Route): boolean {
  if (!target.menu) return false;
  if (target.key === 'campus') return seesCampus(holder, 'menu');
  if (target.key === 'statisticalReport' && isBranchUser(holder)) return false;
  if (target.menu.group === 'maintenance') {
    if (hasExactlyFourMaintenance(holder)) return target.key === 'maintenanceReport';
    return mayOpen(holder, target);
  }
  return mayOpen(holder, target);
}

/** The holder's sidebar: groups in order with their entries; empty groups are left out. */
export function menuOf(
  holder: Holder,
  routes: readonly Route[] = ROUTES.filter((entry) => entry.isBuilt),
): { group: MenuGroup; entries: MenuEntry[] }[] {
  const entries = new Map<MenuGroup, MenuEntry[]>(MENU_GROUPS.map((group) => [group, []]));
  for (const target of routes) {
    if (target.menu && inMenu(holder, target)) {
      entries
        .get(target.menu.group)
        ?.push({ key: target.key, href: target.path, opensNewTab: target.menu.opensNewTab ?? false });
    }
  }
  const dashboard = mapMonitoringRoute(holder);
  if (dashboard && routes.includes(dashboard)) {
    entries
      .get('monitoring')
      ?.push({ key: 'mapMonitoring', href: dashboard.path, opensNewTab: dashboard.key === 'dashboard' });
  }
  return [...entries].filter(([, items]) => items.length > 0).map(([group, items]) => ({ group, entries: items }));
}

export interface HomeTile {
  readonly key: string;
  readonly href: string;
  readonly isDisabled: boolean;
  /** The sidebar opens the same page. */
  readonly isInMenu: boolean;
  readonly opensNewTab: boolean;
}

/** The home tiles in order, each disabled when the user lacks the permission (doc1 §2, readings 1, 2, 9, 121). */
export function homeTiles(
  holder: Holder,
  isShown: (target: Route) => boolean = (target) => target.isBuilt,
): HomeTile[] {
  const tile = (key: string, target: Route, isEnabled: boolean, opensNewTab = false) => ({
    key,
    target,
    isDisabled: !isEnabled,
    isInMenu: inMenu(holder, target),
    opensNewTab,
  });
  const has = (authority: Authority) => hasAuthority(holder, authority);
  const fourAuthorities = holder.authorities.size === 4 && hasAny(holder, FOUR_MAINTENANCE_AUTHORITIES);
  const maintenance = routeOf(fourAuthorities ? 'maintenanceReport' : 'maintenanceList');
  const dashboard = mapMonitoringRoute(holder);
  const tiles = [
    ...(has('KA_NOT_CAMPUS_VIEW') ? [] : [tile('campus', routeOf('campus'), seesCampus(holder, 'tile'))]),
    tile('equipmentlist', routeOf('equipmentlist'), has('EQUIPMENT_READ')),
    tile('callbacklist', routeOf('callbacklist'), has('CALLBACK_READ')),
    tile('symptomList', routeOf('symptomList'), has('SYMPTOM_READ')),
    tile('maintenance', maintenance, has('MAINTENANCE_READ')),
    tile('statisticalReport', routeOf('statisticalReport'), has('REPORT_READ')),
    tile('mapMonitoring', dashboard ?? routeOf('dashboard'), dashboard !== undefined, dashboard?.key === 'dashboard'),
    tile('healthProjectList', routeOf('healthProjectList'), has('HEALTHREPORT_READ')),
  ];
  return tiles.filter(({ target }) => isShown(target)).map(({ target, ...rest }) => ({ ...rest, href: target.path }));
}
