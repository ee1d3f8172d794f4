'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useDeniedError } from '@/components/kit/ui/use-denied-error';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useSms } from '@/lib/platform/client/hooks';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import type { SelectChoice } from './select-field';

/** Every look-up reads page 1 of 1000 (doc1 §9) and filters the names itself. */
export const LOOK_UP_SIZE = 1000;
const TYPING_MS = 300;

/** One row of a look-up operation. */
export type LookUpRow<T extends Operation> = OutputOf<T> extends { records: readonly (infer Row)[] } ? Row : never;

export interface LookUpSource<T extends Operation> {
  /** An operation that answers a page of names and takes `searchKey`. */
  readonly operation: T;
  /** Keep it outside of the component: another function reads the answer again. */
  readonly choiceOf: (row: LookUpRow<T>) => SelectChoice;
  /** Further conditions of the names. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Names that are known before the first request, for example those of the edited row. */
  readonly known?: readonly SelectChoice[];
}

export interface LookUp {
  readonly choices: readonly SelectChoice[];
  readonly isLoading: boolean;
  /** Set when one page cannot hold all names: the server then searches for the typed text. */
  readonly search: ((text: string) => void) | undefined;
  /** Names of earlier answers too: a chosen entry keeps its name during another search. */
  readonly labelOf: (value: string | number) => string | undefined;
}

/** The names to choose from. An error is a toast; `access_denied` has its own text (doc1 §8). */
export function useLookUp<T extends Operation>({ operation, choiceOf, extra, known }: LookUpSource<T>): LookUp {
  const failureText = useFailureText();
  const [typed, setTyped] = useState('');
  const [searchKey, setSearchKey] = useState('');
  const page = { pageIndex: 1, pageSize: LOOK_UP_SIZE, ...extra };
  // When all names fit into one answer, that answer serves every typed text.
  const { data: all, error: failure } = useSms(operation, page as InputOf<T>);
  const hasMore = ((all as { total: number } | undefined)?.total ?? 0) > LOOK_UP_SIZE;
  const {
    data: found,
    error: searchFailure,
    isLoading,
  } = useHeldSms(operation, hasMore && searchKey !== '' ? ({ ...page, searchKey } as InputOf<T>) : null);
  useEffect(() => {
    const timer = setTimeout(() => setSearchKey(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const error = useDeniedError(failure ?? searchFailure);
  const toldFor = useRef<unknown>(undefined);
  useEffect(() => {
    if (!error || toldFor.current === error) return;
    toldFor.current = error;
    toast.error(failureText(error));
  }, [error, failureText]);

  const records = ((hasMore && searchKey !== '' ? found : all) as { records: readonly LookUpRow<T>[] } | undefined)
    ?.records;
  const choices = useMemo(() => records?.map(choiceOf) ?? known ?? [], [records, choiceOf, known]);
  const [labels, setLabels] = useState<{
    of: readonly SelectChoice[] | undefined;
    map: ReadonlyMap<string | number, string>;
  }>({ of: undefined, map: new Map() });
  if (labels.of !== choices)
    setLabels({ of: choices, map: new Map([...labels.map, ...(known ?? []).map(entry), ...choices.map(entry)]) });

  return {
    choices,
    isLoading: (!all && !error) || isLoading,
    search: hasMore ? setTyped : undefined,
    labelOf: (value) => labels.map.get(value),
  };
}

const entry = ({ value, label }: SelectChoice) => [value, label] as const;
