'use client';

import { useState } from 'react';
import type { SmsError } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';

/** As the wall: data every five minutes, not while the tab is hidden (silent-screens D0). */
const EVERY_MS = 5 * 60_000;

/** What a block of a dashboard shows: it keeps its numbers while the next ones do not come. */
export interface Answer<T> {
  readonly data: T | undefined;
  readonly error: SmsError | undefined;
  readonly isLoading: boolean;
  /** By this browser's clock, epoch ms. */
  readonly readAt: number | undefined;
  readonly retry: () => void;
}

/** @param input null waits @param keepsOther shows the numbers of the last question until those of this one are there */
export function useAnswer<T extends Operation>(
  operation: T,
  input: InputOf<T> | null,
  everyMs: number = EVERY_MS,
  keepsOther = true,
): Answer<OutputOf<T>> {
  const [readAt, setReadAt] = useState<number>();
  const { data, error, isValidating, mutate } = useSms(operation, input, {
    refreshInterval: everyMs,
    keepPreviousData: keepsOther,
    onSuccess: () => setReadAt(Date.now()),
  });
  return { data, error, isLoading: isValidating, readAt, retry: () => void mutate() };
}
