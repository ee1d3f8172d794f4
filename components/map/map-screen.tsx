'use client';

import { useTranslations } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { later } from '@/components/kit/layout/later';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listUnlocated } from '@/lib/features/map/contract';
import { enter, farther, nearer, viewOf, type MapView } from '@/lib/features/map/shared/map-moves';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { formatDate } from '@/lib/platform/i18n/format';
import { BuildingCard } from './building-card';
import { mapLinks } from './map-links';
import { MAP_PARAMS } from './map-query';
import { MapHead, sumLinks } from './map-head';
import { AreaTable } from './shared/area-table';
import { Legend } from './shared/legend';
import { MapPicture, type MapSource } from './shared/map-picture';
import { sumOf, type MapRow } from './shared/map-rows';
import type { Edges } from './shared/outlines';
import { useMapRows } from './shared/use-map-rows';
import styles from './map.module.css';

const UnlocatedDialog = later(async () => (await import('./unlocated-dialog')).UnlocatedDialog, ['map', 'list']);

interface Props {
  readonly holder: Holder;
  readonly source: MapSource;
}

/** The national map with the table that says the same (doc3 §2.16, silent-screens D5). */
export function MapScreen({ holder, source }: Props) {
  const t = useTranslations('map');
  const textOf = useFailureText();
  const [{ zoom, area, second, building }, choose] = useQueryStates(MAP_PARAMS, { history: 'push' });
  const view = useMemo(
    () => viewOf({ zoom, area: area ?? undefined, second: second ?? undefined }),
    [zoom, area, second],
  );
  const [edges, setEdges] = useState<Edges>();
  const [marked, setMarked] = useState<string>();
  const [listsUnlocated, setListsUnlocated] = useState(false);
  const shown = useMapRows(view, edges);
  const today = shown.readAt === undefined ? '' : formatDate(shown.readAt);
  const links = useMemo(() => mapLinks(holder, today), [holder, today]);
  const linksOf = (row: MapRow) =>
    shown.level === 'buildings'
      ? links.ofBuilding(view, row)
      : links.ofPlace(shown.level === 'provinces' ? { area: row.key } : { area: view.area, second: row.key }, row);
  const go = useCallback(
    (to: MapView) => void choose({ zoom: to.zoom, area: to.area ?? null, second: to.second ?? null, building: null }),
    [choose],
  );
  const onEnter = useCallback(
    (row: MapRow) => {
      if (shown.level !== 'buildings') go(enter(view, row.key));
      else if (row.building == null) go(nearer(view, undefined));
      else void choose({ building: row.building });
    },
    [shown.level, view, go, choose],
  );
  const onNearer = useCallback((nearest: MapRow | undefined) => go(nearer(view, nearest?.key)), [view, go]);
  const onFarther = useCallback(() => go(farther(view)), [view, go]);
  const opened = shown.level === 'buildings' ? (building ?? undefined) : undefined;
  return (
    <div className={styles.page}>
      <MapHead view={view} shown={shown} links={links} onGo={go} />
      <div className={styles.main}>
        <div className={styles.stage}>
          <MapPicture
            source={source}
            view={view}
            rows={shown.rows}
            marked={opened ?? marked}
            onEnter={onEnter}
            onNearer={onNearer}
            onFarther={onFarther}
            onEdges={setEdges}
          >
            <Legend />
          </MapPicture>
          {opened !== undefined && (
            <BuildingCard
              key={opened}
              building={opened}
              view={view}
              holder={holder}
              links={links}
              onClose={() => void choose({ building: null })}
            />
          )}
        </div>
        <div className={styles.side}>
          {shown.rows.length > 0 ? (
            <AreaTable
              level={shown.level}
              rows={shown.rows}
              sum={sumOf(shown.rows)}
              sumLinks={sumLinks(shown, view, links)}
              linksOf={linksOf}
              marked={opened ?? marked}
              onMark={setMarked}
              onEnter={onEnter}
            />
          ) : shown.isThere ? (
            <EmptyState title={t('empty')} />
          ) : shown.error ? (
            <ErrorState text={textOf(shown.error)} onRetry={shown.retry} isRetrying={shown.isLoading} />
          ) : (
            <LoadingState />
          )}
          {shown.unlocated !== null && (
            <p className={styles.unlocated}>
              <EntryLink href={links.unlocated(shown.unlocated)}>
                {t('unlocated', { count: shown.unlocated })}
              </EntryLink>
              {shown.unlocated > 0 && may(holder, listUnlocated) && (
                <button type="button" onClick={() => setListsUnlocated(true)}>
                  {t('unlocatedList')}
                </button>
              )}
            </p>
          )}
        </div>
      </div>
      {listsUnlocated && <UnlocatedDialog holder={holder} onClose={() => setListsUnlocated(false)} />}
    </div>
  );
}
