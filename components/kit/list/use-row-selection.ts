'use client';

import { useCallback, useState } from 'react';
import type { ResourceList } from './use-resource-list';

export interface RowSelection<Row> {
  /** The selected rows, also those of other pages, in the order in which they were chosen; as fresh as the page is. */
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  /** May it be chosen beside what is chosen already? What is chosen may always be given up. */
  readonly isSelectable: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** Chooses these rows as far as they may be, or gives all of them up. */
  readonly set: (rows: readonly Row[], isChosen: boolean) => void;
  readonly clear: () => void;
  readonly max: number | undefined;
}

interface Options<Row> {
  /** Rows that one action takes at most. */
  readonly max?: number;
  /** @param chosen what is chosen already, for rows that must be alike */
  readonly isSelectable?: (row: Row, chosen: readonly Row[]) => boolean;
}

/** Choosing rows of a list for an action on all of them. Paging and sorting keep the choice, other filters end it. */
export function useRowSelection<Row>(
  { rows: page, rowKey, filters }: Pick<ResourceList<Row>, 'rows' | 'rowKey'> & { readonly filters: object },
  { max, isSelectable }: Options<Row> = {},
): RowSelection<Row> {
  const question = JSON.stringify(filters);
  const [held, setHeld] = useState<{ readonly question: string; readonly rows: ReadonlyMap<string, Row> }>({
    question,
    rows: new Map(),
  });
  if (held.question !== question) setHeld({ question, rows: new Map() });

  const fresh = new Map(page?.map((row) => [rowKey(row), row]));
  const rows = [...held.rows].map(([key, row]) => fresh.get(key) ?? row);
  const has = (row: Row) => held.rows.has(rowKey(row));
  const mayJoin = (row: Row, chosen: readonly Row[]) =>
    (max === undefined || chosen.length < max) && (isSelectable?.(row, chosen) ?? true);
  const clear = useCallback(() => setHeld((before) => ({ ...before, rows: new Map() })), []);
  const set = (changed: readonly Row[], isChosen: boolean) => {
    const next = new Map(held.rows);
    for (const row of changed) {
      if (!isChosen) next.delete(rowKey(row));
      else if (!next.has(rowKey(row)) && mayJoin(row, [...next.values()])) next.set(rowKey(row), row);
    }
    setHeld({ question, rows: next });
  };
  return {
    rows,
    has,
    isSelectable: (row) => has(row) || mayJoin(row, rows),
    toggle: (row) => set([row], !has(row)),
    set,
    clear,
    max,
  };
}
