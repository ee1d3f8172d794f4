'use client';

import { useCallback, useEffect, useRef } from 'react';
import type { IncidentConnection } from '@/lib/features/incidents/incident-channel';
import { useIncidentBell } from '@/lib/features/incidents/use-incidents';

/**
 * Does it when units or call-outs in scope have changed. A hidden tab waits: the bell rings when it is shown again. All of home
 * hears one connection, which the browser's tabs share.
 */
export function useHomeBell(act: () => void, connection?: IncidentConnection): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const ring = useCallback(() => {
    if (!document.hidden) latest.current();
  }, []);
  useIncidentBell(ring, connection);
}
