'use client';

import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import { queryIncidents } from '@/lib/features/incidents/contract';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { useIncidents } from '@/lib/features/incidents/shared/use-incidents';
import { may } from '@/lib/platform/contract/access';
import type { LiveUnit } from './use-live-unit';

/** What is being done about the trouble of the page's unit. */
export interface UnitIncident {
  /** undefined: not known yet, or the trouble is over. */
  readonly row: IncidentRow | undefined;
  /** When it was read, by this browser's clock (epoch ms). */
  readonly readAt: number | undefined;
  readonly hasFailed: boolean;
  readonly reload: () => Promise<unknown>;
}

export const UnitIncidentContext = createContext<UnitIncident | null>(null);

/** null when the page has no trouble to act on: on a page of the past, or while all is normal. */
export const useShownIncident = (): UnitIncident | null => useContext(UnitIncidentContext);

/** A report of the box reaches the tables a moment later. */
const RELOAD_AFTER_MS = 1500;

/** A known fault, also of a unit whose cabinet is disconnected (readings 122). */
export const hasFault = ({ condition: { hasError, link } }: Pick<LiveUnit, 'condition'>): boolean =>
  hasError && (link === 'online' || link === 'disconnected');

/** Does the unit have trouble: trapped persons, or a fault? */
export const hasTrouble = (unit: Pick<LiveUnit, 'condition'>): boolean => unit.condition.isTrapped || hasFault(unit);

/** Read while the unit is in trouble, and again with each of its changes. @param isShown false: a page of the past */
export function useUnitIncident(unit: LiveUnit, isShown: boolean): UnitIncident | null {
  const { equipmentNo } = unit.equipment;
  const isAsked = isShown && hasTrouble(unit) && may(unit.holder, queryIncidents);
  const [readAt, setReadAt] = useState<number>();
  const { data, error, mutate } = useIncidents(isAsked ? { equipmentNos: [equipmentNo], pageSize: 1 } : null, {
    keepPreviousData: false,
    ...(isAsked ? {} : { refreshInterval: 0 }),
    onSuccess: () => setReadAt(Date.now()),
  });
  const { isTrapped, hasError } = unit.condition;
  const state = `${isTrapped}/${hasError}/${unit.live.errorstate?.code ?? ''}`;
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => void mutate(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, isAsked, mutate]);
  // An incident's end may arrive by another channel than the page's own stream.
  const isOver = data?.records.length === 0;
  const recheck = useEffectEvent(() => unit.recheck());
  useEffect(() => {
    if (isAsked && isOver) recheck();
  }, [isAsked, isOver]);
  if (!isAsked) return null;
  return {
    row: data?.records[0],
    readAt,
    hasFailed: error !== undefined,
    reload: mutate,
  };
}
