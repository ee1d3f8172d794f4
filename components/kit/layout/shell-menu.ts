import type { Holder } from '@/lib/platform/contract/authorities';
import { menuOf } from '@/lib/menu';
import { FOLDED_GROUPS, mayOpen, routeOf, ROUTES, type MenuGroup, type Route } from '@/lib/routes';

/** The menu of one person with its words, made on the server: the titles of all screens stay there. */
export interface ShellMenu {
  readonly hasHome: boolean;
  readonly groups: readonly ShellGroup[];
  /** Titles of the pages of the layout that this person may open though they stand in no menu, by path; home is always there. */
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
/** A page's title, and its group where that is shown as one. */
export interface ShellTitle {
  readonly label: string;
  readonly group?: string;
}

const isFoldedGroup = (group: MenuGroup) => FOLDED_GROUPS.includes(group);

/**
 * @param title words of `routes`: `key` or `group.<group>`
 * @param routes pages that are there; the table's own word, unless a test asks otherwise
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
      (mayOpen(holder, each) || each.coversMissingRead),
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

/** What the trail says of a path; undefined for one that the person's layout does not know. */
export function shellTitleOf({ groups, others }: ShellMenu, path: string): ShellTitle | undefined {
  for (const { group, label, entries } of groups) {
    const found = entries.find(({ href }) => href === path);
    if (found) return { label: found.label, ...(isFoldedGroup(group) ? { group: label } : {}) };
  }
  return others[path];
}
