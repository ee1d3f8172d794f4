'use client';

import { useSyncExternalStore } from 'react';

function watch(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Is this tab hidden behind others? Then animations stop. */
export function useTabHidden(): boolean {
  return useSyncExternalStore(
    watch,
    () => document.visibilityState === 'hidden',
    () => false,
  );
}
