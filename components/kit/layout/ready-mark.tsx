'use client';

import { useEffect } from 'react';

/** Marks the page as ready: its scripts were loaded and run. */
export function ReadyMark() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
  return null;
}
