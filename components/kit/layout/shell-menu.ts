import type { Holder } from '@/lib/platform/contract/authorities';
import { menuOf } from '@/lib/menu';
import { FOLDED_GROUPS, mayOpen, routeOf, ROUTES, type MenuGroup, type Route } from '@/lib/routes';

/** The menu of one user with its words. It is built on the server, so that the titles of all screens stay there. */
export interface ShellMenu {
  readonly hasHome: boolean;
  readonly groups: readonly ShellGroup[];
  /** Titles, by path, of the pages that this user may open but that are in no menu; home is always included. */
  readonly others: Readonly<Record<string, ShellTitle>>;
}
export interface ShellGroup {
  readonly group: MenuGroup;
  readonly label: string;
  readonly entries: readonly ShellEntry[];
}
export interface ShellEntry {
  readonly href: string;
  readonly label: string;
  readonly opensNewTab?: true;
}
/** A page's title, and its group when the group is shown. */
export interface ShellTitle {
  readonly label: string;
  readonly group?: string;
}

const isFoldedGroup = (group: MenuGroup) => FOLDED_GROUPS.includes(group);

/**
 * @param title words of `routes`: `key` or `group.<group>`
 * @param routes existing pages: those of the route table, unless a test passes others
 */
export function shellMenuOf(
  holder: Holder,
  title: (key: string) => string,
  routes: readonly Route[] = ROUTES.filter(({ isBuilt }) => isBuilt),
): ShellMenu {
  const groups = menuOf(holder, routes).map(({ group, entries }) => ({
    group,
    label: title(`group.${group}`),
    entries: entries.map(({ key, href, opensNewTab }) => ({
      href,
      label: title(key),
      ...(opensNewTab ? { opensNewTab } : {}),
    })),
  }));
  const inMenu = new Set(groups.flatMap(({ entries }) => entries.map(({ href }) => href)));
  const home = routeOf('home');
  const others = routes.filter(
    (each) =>
      each !== home &&
      (each.place === 'portal' || each.key === 'unsubscribe') &&
      !inMenu.has(each.path) &&
      (mayOpen(holder, each) || each.opensWithoutAuthority),
  );
  const titleOf = ({ key, menu }: Route): ShellTitle => ({
    label: title(key),
    ...(menu && isFoldedGroup(menu.group) ? { group: title(`group.${menu.group}`) } : {}),
  });
  return {
    hasHome: mayOpen(holder, home),
    groups,
    others: Object.fromEntries([home, ...others].map((each) => [each.path, titleOf(each)])),
  };
}

/** The breadcrumb of a path; undefined when the user's layout does not know the path. */
export function shellTitleOf({ groups, others }: ShellMenu, path: string): ShellTitle | undefined {
  for (const { group, label, entries } of groups) {
    const found = entries.find(({ href }) => href === path);
    if (found) return { label: found.label, ...(isFoldedGroup(group) ? { group: label } : {}) };
  }
  return others[path];
}
