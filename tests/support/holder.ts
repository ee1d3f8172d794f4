import type { Authority, Holder } from '@/lib/platform/contract/authorities';

/** Who a screen is drawn for. Strings that are no authorities are allowed: none of them may open anything. */
export const holder = (userType: number, ...authorities: readonly (Authority | (string & {}))[]): Holder => ({
  userType,
  authorities: new Set(authorities),
});
