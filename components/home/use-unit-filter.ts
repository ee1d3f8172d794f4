'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { FINDER_STATES, unitFilterOf, type UnitFilter } from './unit-query';

const PARSERS = {
  key: parseAsString.withDefault(''),
  state: parseAsStringLiteral(FINDER_STATES).withDefault('all'),
  page: parseAsInteger.withDefault(1),
};

/** The filter is kept in the URL only: a reload, a link and the back button show the same list. */
export function useUnitFilter(): [UnitFilter, (change: Partial<UnitFilter>) => void] {
  const [params, setParams] = useQueryStates(PARSERS, { history: 'replace', clearOnDefault: true });
  const filter = useMemo(() => unitFilterOf({ ...params, page: String(params.page) }), [params]);
  // A changed filter starts at its first page.
  const change = (next: Partial<UnitFilter>) => void setParams({ page: 1, ...next });
  return [filter, change];
}
