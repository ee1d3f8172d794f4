import { hasAny, hasAuthority } from './authorities';
import type { Holder } from './authorities';
import type { Operation } from './operation';

/** Anything with a declared access: an operation, or a more specific right that its contract names. */
export type Guarded = Pick<Operation, 'access'>;

/**
 * May the holder call the operation (api.md §1.4)? This is the only evaluation of `Access`: the door refuses by it,
 * pages and screens show buttons by it. Operations for boxes, partners and our own processes are not for signed-in
 * users.
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

/** What a screen needs of the caller for `may`. The browser learns nothing of sessions and mappings. */
export function holderOf({ userType, authorities }: Holder): Holder {
  return { userType, authorities };
}
