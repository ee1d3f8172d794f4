import { hasAny, hasAuthority } from './authorities';
import type { Holder } from './authorities';
import type { Operation } from './operation';

/** Anything with a declared access: an operation, or a finer right of one that its contract names. */
export type Guarded = Pick<Operation, 'access'>;

/**
 * May the holder call the operation (api.md §1.4)? The only evaluation of `Access`: the door refuses by it, pages and
 * screens offer by it. Calls of boxes, partners and our own processes are nobody's who is signed in.
 * @param holder null for a visitor
 */
export function may(holder: Holder | null, { access }: Guarded): boolean {
  switch (access.kind) {
    case 'public':
      return true;
    case 'signedIn':
      return holder !== null;
    case 'userType':
      return holder !== null && access.userTypes.includes(holder.userType);
    case 'authority':
      return (
        holder !== null &&
        ((access.orUserTypes ?? []).includes(holder.userType) ||
          (hasAny(holder, access.anyOf) &&
            (access.allOf ?? []).every((authority) => hasAuthority(holder, authority)) &&
            (access.userTypes === undefined || access.userTypes.includes(holder.userType))))
      );
    default:
      return false;
  }
}

/** What a screen is told of the caller, to ask `may` with: of sessions, mappings and names the browser learns nothing. */
export function holderOf({ userType, authorities }: Holder): Holder {
  return { userType, authorities };
}
