'use client';

import { useCallback, useEffect, useRef } from 'react';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import { useIncidentBell } from '@/lib/features/incidents/shared/use-incidents';

/**
 * Calls the function when units or call-outs in scope have changed. A hidden tab does it when it is shown again. All
 * parts of home use one connection, which the browser's tabs share.
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
