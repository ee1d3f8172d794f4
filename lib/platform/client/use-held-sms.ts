'use client';
import { useState } from 'react';
import type { SWRConfiguration } from 'swr';
import type { SmsError } from './client';
import { useSms } from './hooks';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';

/** Codes that say no to this question or this caller, where others only say that nobody could answer just now. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 511]);

export interface HeldAnswer<Data> {
  /** The answer; while it is on its way, that of the question before. */
  readonly data: Data | undefined;
  /** `data` is of an earlier question. */
  readonly isStale: boolean;
  /** There is no answer to show: it was refused, or never came. */
  readonly error: SmsError | undefined;
  /** `data` is right but could not be read anew. */
  readonly refreshError: SmsError | undefined;
  readonly isLoading: boolean;
  /** Asks again. */
  readonly refresh: () => void;
}

/**
 * Reads as `useSms` does and keeps the last answer on the screen until the next one is there. A question that failed never
 * shows the answer of another one, and one that is refused not even its own of before: it may be no longer allowed.
 * @param options `fallbackData` must be the same object at every drawing
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
