'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useId, useMemo, useState } from 'react';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { AreaTable, type RowLinks } from '@/components/map/shared/area-table';
import { Legend } from '@/components/map/shared/legend';
import { MapCrumbs } from '@/components/map/shared/map-crumbs';
import { MapPicture, type MapSource } from '@/components/map/shared/map-picture';
import { areaRows, buildingRows, sumOf, type Counted, type MapRow } from '@/components/map/shared/map-rows';
import { getDashboardMap } from '@/lib/features/dashboards/contract';
import { levelAt } from '@/lib/features/map/shared/drill-down';
import { enter, farther, HOME, nearer, type MapView } from '@/lib/features/map/shared/map-moves';
import { UNLOCATED } from '@/lib/live/units/area-names';
import { placeText, type MapPlace } from '@/lib/live/units/map-place';
import { timeOfDay } from '@/lib/platform/i18n/shown-moment';
import { hrefOf } from '@/lib/routes';
import { Content, Quiet } from './block';
import type { DashboardLinks } from './dashboard-links';
import { dashInput } from './dashboard-query';
import { storeProject } from './stored-project';
import { useAnswer } from './use-answer';
import type { Dashboard } from './use-dashboard';
import block from './block.module.css';
import styles from './map-block.module.css';

interface Props {
  readonly dashboard: Pick<Dashboard, 'view' | 'choice' | 'links'>;
  readonly source: MapSource;
}

/** What of a view the server is asked. */
function placeOf({ zoom, area, second }: MapView) {
  const level = levelAt(zoom);
  if (level === 'provinces' || area === undefined) return { level: 1 };
  if (level === 'cities') return { level: 2, parentArea: area };
  return { level: 3, parentArea: area, ...(second === undefined ? {} : { area: second }) };
}

/** The lists behind the numbers of a row, narrowed as the dashboard is. */
function listsOf(links: DashboardLinks, today: string) {
  const of = (filters: Readonly<Record<string, string>>, { total, malfunction, unhealthy }: Counted) => ({
    units: total > 0 ? links.units(filters) : undefined,
    unhealthy: unhealthy ? links.units({ ...filters, unhealthy: '1' }) : undefined,
    calls: malfunction ? links.open(today, undefined, filters) : undefined,
  });
  return {
    ofPlace: (place: MapPlace, counted: Counted): RowLinks => of({ place: placeText(place) }, counted),
    /** A square of several buildings has no list. */
    ofBuilding: (place: MapPlace, row: MapRow): RowLinks =>
      row.building ? of({ place: placeText(place), building: row.building }, row) : {},
  };
}

/**
 * Where the units of a dashboard are, and where call-outs are open; the way down stays in place. A building of key accounts leads to the
 * dashboard of its project (silent-screens D1, D2, D5).
 */
export function MapBlock({ dashboard: { view: of, choice, links }, source }: Props) {
  const t = useTranslations('dashboards');
  const words = useTranslations('map');
  const id = useId();
  const router = useRouter();
  const [view, setView] = useState(HOME);
  const [marked, setMarked] = useState<string>();
  const answer = useAnswer(getDashboardMap, { ...dashInput(of, choice), ...placeOf(view) }, undefined, false);
  const { data } = answer;
  const level = levelAt(view.zoom);
  const rows = useMemo(
    () => (data === undefined ? [] : level === 'buildings' ? buildingRows(data.buildings) : areaRows(data.areas)),
    [data, level],
  );
  const lists = listsOf(links, data?.asOf.slice(0, 10) ?? '');
  const linksOf = (row: MapRow) =>
    level === 'buildings'
      ? lists.ofBuilding(view, row)
      : lists.ofPlace(level === 'provinces' ? { area: row.key } : { area: view.area, second: row.key }, row);
  const onEnter = useCallback(
    (row: MapRow) => {
      if (level !== 'buildings') setView(enter(view, row.key));
      else if (row.building == null) setView(nearer(view, undefined));
      else if (row.projectId !== undefined) {
        storeProject(row.projectId);
        router.push(links.project(row.projectId));
      }
      // Its units and call-outs by name stand beside the national map.
      else router.push(hrefOf('map', { ...view, building: row.building }));
    },
    [level, view, links, router],
  );
  const onNearer = useCallback((nearest: MapRow | undefined) => setView(nearer(view, nearest?.key)), [view]);
  const onFarther = useCallback(() => setView(farther(view)), [view]);
  return (
    <section className={styles.block} aria-labelledby={id} data-block="map">
      <header className={block.head}>
        <h2 id={id}>{t('where.title')}</h2>
        <MapCrumbs view={view} onGo={setView} />
        {data && <span className={block.note}>{t('updated', { time: timeOfDay(data.asOf) })}</span>}
        <span className={block.aside}>
          <Link href={hrefOf('map')}>{t('map')}</Link>
        </span>
      </header>
      <div className={styles.body}>
        <div className={styles.stage}>
          <MapPicture
            source={source}
            view={view}
            rows={rows}
            marked={marked}
            onEnter={onEnter}
            onNearer={onNearer}
            onFarther={onFarther}
          >
            <Legend hasHealth={of === 'ka'} />
          </MapPicture>
        </div>
        <div className={styles.side}>
          <Content answer={answer}>
            {({ unlocated }) => (
              <>
                {rows.length === 0 ? (
                  <Quiet>{words('empty')}</Quiet>
                ) : (
                  <AreaTable
                    level={level}
                    rows={rows}
                    sum={sumOf(rows)}
                    sumLinks={lists.ofPlace(view, sumOf(rows))}
                    linksOf={linksOf}
                    marked={marked}
                    onMark={setMarked}
                    onEnter={onEnter}
                  />
                )}
                {unlocated !== null && unlocated > 0 && (
                  <p className={styles.unlocated}>
                    <EntryLink href={links.units({ place: UNLOCATED })}>
                      {words('unlocated', { count: unlocated })}
                    </EntryLink>
                  </p>
                )}
              </>
            )}
          </Content>
        </div>
      </div>
    </section>
  );
}
