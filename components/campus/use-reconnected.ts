import { useEffect, useRef } from 'react';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import type { LiveState } from '@/lib/live/realtime/browser/client-types';

/** Calls the listener when the connection is back, because changes may have been missed meanwhile. */
export function useReconnected(link: LiveState, listener: () => void) {
  const latest = useRef(listener);
  const was = useRef<{ isLive: boolean; isLost: boolean }>({ isLive: false, isLost: false });
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (link !== LIVE_STATE.live) {
      was.current.isLost = was.current.isLive;
      return;
    }
    if (was.current.isLost) latest.current();
    was.current = { isLive: true, isLost: false };
  }, [link]);
}
