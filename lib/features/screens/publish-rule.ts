import { MAX_ACTIVE_NOTICES } from './value-sets';

/** Why nothing can be published to a screen; undefined: something can. Server and page ask it (silent-screens A9). */
export function publishRefusal({
  isLinked,
  activeTotal,
}: {
  readonly isLinked: boolean;
  readonly activeTotal: number;
}): 'unlinked' | 'full' | undefined {
  if (!isLinked) return 'unlinked';
  return activeTotal >= MAX_ACTIVE_NOTICES ? 'full' : undefined;
}
