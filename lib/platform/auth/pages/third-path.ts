import { hrefOf } from '@/lib/routes';
import { safeReturnPath } from './return-path';

/** Names that partners use for our pages (doc1 §2). */
const ALIASES: ReadonlyMap<string, string> = new Map([['/campusview', 'campus']]);

/**
 * Where `/3rd<rest>` continues: the same path without `/3rd`, without query; `/campusview` is the wall.
 * @returns null for anything that is no path of this origin, or leads back to a sign-in
 */
export function pathBehindThird(rest: string): string | null {
  const [path = ''] = rest.split(/[?#]/);
  const safe = safeReturnPath(`/${path.replace(/^\/+/, '')}`);
  if (safe === null) return null;
  const alias = ALIASES.get(safe.replace(/\/+$/, '').toLowerCase());
  return alias ? hrefOf(alias) : safe;
}
