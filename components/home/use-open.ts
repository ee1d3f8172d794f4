'use client';

import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a part of a page is open; folded at first. The browser remembers it; without storage, the page does until it
 * closes.
 */

const listeners = new Set<() => void>();
/** The values that could not be stored. */
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

/** @param name unique name of the part in the portal */
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
