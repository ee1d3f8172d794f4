'use client';

import { useEffect, useEffectEvent } from 'react';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { incidentKey, isQuiet } from './incident-order';
import { keepAnnounced, announcedAlarms } from './announced-alarms';

/** Calls `tell` with alarms that this tab has not announced and that no person in charge has taken. */
export function useFresh(
  username: string,
  rows: readonly IncidentRow[],
  tell: (fresh: readonly IncidentRow[]) => void,
): void {
  const say = useEffectEvent(tell);
  useEffect(() => {
    const before = announcedAlarms(username);
    keepAnnounced(username, rows.map(incidentKey));
    const fresh = rows.filter((row) => !before.has(incidentKey(row)) && !isQuiet(row));
    if (fresh.length > 0) say(fresh);
  }, [username, rows]);
}
