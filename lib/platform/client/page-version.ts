import { useSyncExternalStore } from 'react';

/**
 * Is this page of the build that the server serves now? A page of another build is told, and loads anew when its user
 * says so: Next would load it by itself with its next refresh, also a wall in an alarm.
 */

const listeners = new Set<() => void>();
let isOld = false;

/** @param served version of the pages that the server serves now @returns false: the page is of another build, and says so */
export function isOfVersion(served: string): boolean {
  const isOwn = (document.documentElement.dataset.version ?? served) === served;
  if (isOld === isOwn) {
    isOld = !isOwn;
    for (const listener of [...listeners]) listener();
  }
  return isOwn;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** true: a newer build is served. */
export const useIsOldPage = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOld,
    () => false,
  );
