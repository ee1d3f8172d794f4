'use client';

import { useEffect, useState } from 'react';

/** Without locks (on a page that is not secure) each visible tab does the work itself. */
function whileVisible(onChange: (isMine: boolean) => void): () => void {
  const look = () => onChange(document.visibilityState === 'visible');
  look();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

function whileLocked(locks: LockManager, name: string, onChange: (isMine: boolean) => void): () => void {
  const leaving = new AbortController();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  locks
    .request(name, { signal: leaving.signal }, () => {
      onChange(true);
      return held;
    })
    // The component was unmounted before it was this tab's turn.
    .catch(() => undefined);
  return () => {
    leaving.abort();
    letGo();
  };
}

/**
 * Of all tabs of this browser one is chosen; when it is closed, the next. For things that a browser needs once, such as
 * a connection.
 * @returns a function that gives the role up
 */
export function holdOneTab(name: string, onChange: (isMine: boolean) => void): () => void {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? whileLocked(locks, name, onChange) : whileVisible(onChange);
}

/** The same while the component is mounted. */
export function useOneTab(name: string): boolean {
  const [isMine, setIsMine] = useState(false);
  useEffect(() => holdOneTab(name, setIsMine), [name]);
  return isMine;
}
