'use client';

import { useCallback, useSyncExternalStore } from 'react';

/** Whether a part of a page stands open, remembered by the browser; folded until somebody opens it, and where storage is closed for the page's life. */

const listeners = new Set<() => void>();
/** What could not be stored. */
const held = new Map<string, boolean>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'open';
  } catch {
    return held.get(key) ?? false;
  }
}

/** @param name of the part, unique in the portal */
export function useOpen(name: string): readonly [boolean, (isOpen: boolean) => void] {
  const key = `part:${name}`;
  const isOpen = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => false,
  );
  const set = useCallback(
    (next: boolean) => {
      try {
        localStorage.setItem(key, next ? 'open' : 'folded');
      } catch {
        held.set(key, next);
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [isOpen, set];
}
