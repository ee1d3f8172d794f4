'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { sharePercent, type MapRow } from './map-rows';

/** How a row of the map is called, and its share of units with an open call-out. */
export function useRowWords() {
  const t = useTranslations('map');
  const format = useFormatter();
  const wordsOf = useCallback(
    ({ name, building, buildings }: MapRow) =>
      building === null ? t('buildings', { count: buildings ?? 0 }) : (name ?? t('unnamed')),
    [t],
  );
  const shareOf = useCallback(
    (row: Pick<MapRow, 'malfunction' | 'total'>) => {
      const share = sharePercent(row);
      return share === null ? '-' : `${format.number(share, { minimumFractionDigits: 1 })}%`;
    },
    [format],
  );
  return { wordsOf, shareOf };
}
