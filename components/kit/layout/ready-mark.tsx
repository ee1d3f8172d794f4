'use client';

import { useEffect } from 'react';

/** Marks the page as alive: its scripts came and run. */
export function ReadyMark() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
  return null;
}
