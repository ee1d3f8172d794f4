'use client';

import { useEffect, useState } from 'react';
import type { SWRConfiguration } from 'swr';
import { pageUser } from '@/lib/platform/client/page-user';
import type { SmsError } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import type { InputOf, OutputOf } from '@/lib/platform/contract/operation';
import { countIncidents, queryIncidents } from '../contract';
import { hearIncidents, tellIncidents } from './incident-channel';
import type { IncidentConnection } from './incident-channel';

/** Reads again at this interval in case a signal was lost; not in hidden tabs. */
const AT_LEAST_MS = 60_000;

/** Calls `onChange` when incidents in scope may have changed, at most once a second (readings 135). */
export function useIncidentBell(onChange: () => unknown, connection?: IncidentConnection): void {
  const [first] = useState(() => connection);
  useEffect(() => {
    const username = pageUser();
    return username === null ? undefined : hearIncidents(username, () => void onChange(), first);
  }, [onChange, first]);
}

/** After a change made on this page, every tab of the browser reads again. */
export function refreshIncidents(): void {
  const username = pageUser();
  if (username !== null) tellIncidents(username);
}

/**
 * Incidents of the whole scope (api.md §2.12), read again within 2 s of a change: status, message, acknowledgement,
 * call-out.
 * @param input null waits @param options `fallbackData`: what the server rendered
 */
export function useIncidents(
  input: InputOf<typeof queryIncidents> | null,
  options: SWRConfiguration<OutputOf<typeof queryIncidents>, SmsError> = {},
  connection?: IncidentConnection,
) {
  const answer = useSms(queryIncidents, input, { refreshInterval: AT_LEAST_MS, keepPreviousData: true, ...options });
  useIncidentBell(answer.mutate, connection);
  return answer;
}

/** How many there are of each kind, read again like `useIncidents`. */
export function useIncidentCounts(
  options: SWRConfiguration<OutputOf<typeof countIncidents>, SmsError> = {},
  connection?: IncidentConnection,
) {
  const answer = useSms(countIncidents, {}, { refreshInterval: AT_LEAST_MS, keepPreviousData: true, ...options });
  useIncidentBell(answer.mutate, connection);
  return answer;
}
