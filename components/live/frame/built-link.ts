import { hrefOf, routeOf } from '@/lib/routes';

/** A link to a page of the portal; undefined while that page does not exist (readings 61). */
export function findBuiltHref(
  key: string,
  query: Record<string, string>,
  isBuilt: (key: string) => boolean = (name) => routeOf(name).isBuilt,
): string | undefined {
  return isBuilt(key) ? hrefOf(key, query) : undefined;
}
