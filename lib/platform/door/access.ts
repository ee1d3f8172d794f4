import { timingSafeEqual } from 'node:crypto';
import { hasAny } from '@/lib/platform/contract/authorities';
import type { Holder } from '@/lib/platform/contract/authorities';
import { config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';
import type { Access } from '@/lib/platform/contract/operation';

/** May this holder make a call with this access? Pure: the access-matrix test uses it as the expectation too. */
export function isAllowed(access: Access, holder: Holder | null): boolean {
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
        hasAny(holder, access.anyOf) &&
        (access.allOf ?? []).every((authority) => holder.authorities.has(authority)) &&
        (access.userTypes === undefined || access.userTypes.includes(holder.userType))
      );
    default:
      return false;
  }
}

/** Header of calls between our own processes (broker hooks). */
export const INTERNAL_HEADER = 'x-internal-secret';

/** @throws access_denied unless the request carries the internal secret. */
export function requireInternal(request: Request): void {
  const given = Buffer.from(request.headers.get(INTERNAL_HEADER) ?? '');
  const wanted = Buffer.from(config().internalSecret);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError('access_denied');
}
