'use client';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import type { SWRConfiguration, SWRResponse } from 'swr';
import { mutate } from 'swr';
import { callSms } from './client';
import type { SmsError } from './client';
import { onReadAnew } from './page-connection';
import { focusProjects, subscribeFocus } from '@/lib/platform/focus/focus';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';

/** The focus projects with which the server rendered the page; undefined: unknown. */
export const PageFocus = createContext<string | null | undefined>(null);

/** The present focus projects, null without any. During hydration those of the server's render; undefined: unknown. */
export function useFocusProjects(): string | null | undefined {
  const drawn = useContext(PageFocus);
  return useSyncExternalStore(subscribeFocus, focusProjects, () => drawn);
}

/** Key of a call in the SWR cache: operation, input and, when there is one, the focus that narrows the answer. */
export const smsKey = <T extends Operation>(operation: T, input: InputOf<T>, focus: string | null = null) =>
  focus === null ? ([operation.name, input] as const) : ([operation.name, input, focus] as const);

/**
 * Reads through SWR; `null` as input waits. `fallbackData` is what the server rendered. After a lost connection it
 * reads again before the page counts as live (readings 249).
 */
export function useSms<T extends Operation>(
  operation: T,
  input: InputOf<T> | null,
  options: SWRConfiguration<OutputOf<T>, SmsError> = {},
): SWRResponse<OutputOf<T>, SmsError> {
  const focus = useFocusProjects();
  const key = input === null || focus === undefined ? null : smsKey(operation, input, focus);
  const answer = useSWR<OutputOf<T>, SmsError>(key, () => callSms(operation, input as InputOf<T>), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    ...options,
  });
  const { mutate: readAnew } = answer;
  const isAsked = key !== null;
  useEffect(() => (isAsked ? onReadAnew(() => readAnew()) : undefined), [isAsked, readAnew]);
  return answer;
}

/** Writes, then refreshes every cached read of the named operations. @throws SmsError */
export async function mutateSms<T extends Operation>(
  operation: T,
  input: InputOf<T>,
  refresh: readonly Operation[] = [],
): Promise<OutputOf<T>> {
  const data = await callSms(operation, input);
  if (refresh.length > 0) await refreshSms(refresh);
  return data;
}

/** Reads again whatever the page shows of these operations. */
export async function refreshSms(operations: readonly Operation[]): Promise<void> {
  const names = new Set(operations.map(({ name }) => name));
  await mutate((key) => Array.isArray(key) && names.has(String(key[0])));
}
