'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { flushLocalLog, note, startLocalLog } from '@/lib/platform/local-log/recorder';

/** Sets whose log this browser keeps from now on. Opened pages are recorded in it. */
export function LogOwner({ username }: { readonly username: string }) {
  const pathname = usePathname();
  useEffect(() => {
    startLocalLog(username);
    const onHide = () => void flushLocalLog();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      startLocalLog(undefined);
    };
  }, [username]);
  useEffect(() => note('info', 'page', pathname), [pathname]);
  return null;
}
