'use client';

import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo, useRef, useEffect } from 'react';
import { WALL_GROUPINGS, WALL_ORDERS } from '@/lib/features/campus/value-sets';
import type { WallGrouping, WallOrder } from '@/lib/features/campus/value-sets';

export interface Arrangement {
  readonly group: WallGrouping;
  readonly order: WallOrder;
  readonly arrange: (choice: { group?: WallGrouping; order?: WallOrder }) => void;
}

const PARAMS = {
  group: parseAsStringLiteral(WALL_GROUPINGS).withDefault('none'),
  order: parseAsStringLiteral(WALL_ORDERS).withDefault('position'),
};

/**
 * Groups and order of the tiles. The viewer's choice is kept in the address only (readings 146). @param onChange called
 * on another choice, which starts at the first page
 */
export function useArrangement(onChange: () => void): Arrangement {
  const [{ group, order }, setParams] = useQueryStates(PARAMS, { history: 'replace' });
  const begin = useRef(onChange);
  useEffect(() => {
    begin.current = onChange;
  });
  const arrange = useCallback<Arrangement['arrange']>(
    (choice) => {
      begin.current();
      void setParams(choice);
    },
    [setParams],
  );
  return useMemo(() => ({ group, order, arrange }), [group, order, arrange]);
}
