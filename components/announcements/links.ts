import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';

/** The page of one announcement (doc3 §2.17); undefined when the user may not open it. */
export function announcementHref(holder: Holder, id: string): string | undefined {
  return mayOpen(holder, routeOf('announcement')) ? hrefOf('announcement', { id }) : undefined;
}
