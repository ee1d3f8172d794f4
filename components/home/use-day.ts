'use client';

import { useState } from 'react';
import { getHomeDay } from '@/lib/features/home/contract';
import type { HomeDay } from '@/lib/features/home/contract';
import type { IncidentConnection } from '@/lib/features/incidents/shared/incident-channel';
import type { SmsError } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { useHomeBell } from './use-home-bell';

const EVERY_MS = 60_000;

export interface Day {
  readonly data: HomeDay | undefined;
  readonly error: SmsError | undefined;
  readonly isLoading: boolean;
  /** By this browser's clock, epoch ms. */
  readonly readAt: number | undefined;
  readonly refresh: () => void;
}

/** What is due and what was done today. The browser asks, so that the first rendering does not wait for it. */
export function useDay(isWanted: boolean, connection?: IncidentConnection): Day {
  const [readAt, setReadAt] = useState<number>();
  const { data, error, isValidating, mutate } = useSms(getHomeDay, isWanted ? {} : null, {
    refreshInterval: EVERY_MS,
    keepPreviousData: true,
    onSuccess: () => setReadAt(Date.now()),
  });
  const refresh = () => void mutate();
  useHomeBell(refresh, connection);
  return { data, error, isLoading: isValidating, readAt, refresh };
}
