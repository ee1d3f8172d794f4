'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

function watchVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Is this tab visible? Animation runs only then (doc2 §4.4). */
export function useTabVisible(): boolean {
  return useSyncExternalStore(
    watchVisibility,
    () => document.visibilityState !== 'hidden',
    () => true,
  );
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function watchMotion(listener: () => void) {
  const query = window.matchMedia(REDUCED_MOTION);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Has the person asked for less motion? */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    watchMotion,
    () => window.matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
}

/** Size of an element in pixels; `initial` until it is measured. */
export function useElementSize(
  ref: RefObject<Element | null>,
  initial: { width: number; height: number },
): { width: number; height: number } {
  const [size, setSize] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? { width: 0, height: 0 };
      if (width > 0 && height > 0) setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
