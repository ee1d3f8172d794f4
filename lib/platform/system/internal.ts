import { timingSafeEqual } from 'node:crypto';

/** Header of calls between our own processes. */
export const INTERNAL_HEADER = 'x-internal-secret';

/** Does a caller know the internal secret? */
export function knowsInternalSecret(given: string | null | undefined, internalSecret: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(internalSecret)];
  return left.length === right.length && timingSafeEqual(left, right);
}
