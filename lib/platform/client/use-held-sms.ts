'use client';
import { useState } from 'react';
import type { SWRConfiguration } from 'swr';
import type { SmsError } from './client';
import { useSms } from './hooks';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';

/** Codes that refuse this request or this caller; other codes mean that nobody could answer at the moment. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 511]);

export interface HeldAnswer<Data> {
  /** The answer; until it arrives, the answer to the request before. */
  readonly data: Data | undefined;
  /** `data` belongs to an earlier request. */
  readonly isStale: boolean;
  /** There is no answer to show: it was refused, or never came. */
  readonly error: SmsError | undefined;
  /** `data` is right, but reading it again failed. */
  readonly refreshError: SmsError | undefined;
  readonly isLoading: boolean;
  /** Asks again. */
  readonly refresh: () => void;
}

/**
 * Reads as `useSms` does and keeps the last answer on the screen until the next one arrives. A failed request never
 * shows the answer of another one, and a refused request not even its own earlier answer, because it may no longer be
 * allowed.
 * @param options `fallbackData` must be the same object in every render
 */
export function useHeldSms<T extends Operation>(
  operation: T,
  input: InputOf<T> | null,
  options?: SWRConfiguration<OutputOf<T>, SmsError>,
): HeldAnswer<OutputOf<T>> {
  const { data, error, isLoading, isValidating, mutate } = useSms(operation, input, options);
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);

  const isRefused = error !== undefined && REFUSALS.has(error.code);
  const own = isRefused ? undefined : data;
  return {
    data: own ?? (error ? undefined : last),
    isStale: own === undefined && !error && last !== undefined,
    error: own === undefined ? error : undefined,
    refreshError: own === undefined ? undefined : error,
    isLoading: isLoading || isValidating,
    refresh: () => void mutate(),
  };
}
