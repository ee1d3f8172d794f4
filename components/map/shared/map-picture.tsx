'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { AddIcon, RemoveIcon } from '@/components/kit/ui/icons';
import { MAX_ZOOM, MIN_ZOOM } from '@/lib/features/map/shared/drill-down';
import { fittingZoom, type MapView } from '@/lib/features/map/shared/map-moves';
import { shortCity, shortProvince, SOUTHERN_SEA } from '@/lib/live/units/area-names';
import type { CoordinateSystem, MapPoint } from '@/lib/features/map/shared/coordinates';
import { Bubbles } from './bubbles';
import type { DrawnMap, Tiles } from './leaflet-map';
import type { MapRow } from './map-rows';
import { COUNTRY_EDGES, edgesOf, INSET_EDGES, outlinesOf, type Edges, type Outline } from './outlines';
import styles from './map-picture.module.css';

/** What of a provider the browser is told. */
export interface MapSource {
  readonly tiles: Tiles | undefined;
  readonly script: string | undefined;
  readonly coordinates: CoordinateSystem;
  readonly approvalNumber: string;
}

interface Props {
  readonly source: MapSource;
  readonly view: MapView;
  readonly rows: readonly MapRow[];
  /** The row under the pointer in the table, or whose card is open. */
  readonly marked?: string | undefined;
  readonly onEnter: (row: MapRow) => void;
  readonly onNearer: (nearest: MapRow | undefined) => void;
  readonly onFarther: () => void;
  readonly onEdges?: (edges: Edges) => void;
  readonly children?: ReactNode;
}

const nameOf = ({ properties }: Outline) => shortCity(shortProvince(properties.name));
const pointOf = ({ longitude, latitude }: MapRow): MapPoint | undefined =>
  longitude === null || latitude === null ? undefined : { longitude, latitude };

/** The map: outlines, tiles where there are some, bubbles with numbers. The table beside it says the same in words. */
export function MapPicture({ source, view, rows, marked, onEnter, onNearer, onFarther, onEdges, children }: Props) {
  const t = useTranslations('map');
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DrawnMap>();
  const [drawn, setDrawn] = useState(0);
  const [outlines, setOutlines] = useState<{ readonly of: string | undefined; readonly all: readonly Outline[] }>();
  const keepsMiddle = useRef(false);
  const { area, second, zoom } = view;
  // By value: a page that is read again brings the same in another object, and the map stays.
  const setting = JSON.stringify([source.tiles ?? null, source.coordinates]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let made: DrawnMap | undefined;
    let isGone = false;
    const [tiles, coordinates] = JSON.parse(setting) as [Tiles | null, CoordinateSystem];
    void import('./leaflet-map').then(({ drawMap }) => {
      if (isGone) return;
      made = drawMap(element, {
        tiles: tiles ?? undefined,
        coordinates,
        onChange: () => setDrawn((count) => count + 1),
      });
      setMap(made);
    });
    return () => {
      isGone = true;
      made?.remove();
      setMap(undefined);
    };
  }, [setting]);

  useEffect(() => {
    let isGone = false;
    outlinesOf(area, source.script).then(
      (all) => isGone || setOutlines({ of: area, all }),
      () => isGone || setOutlines({ of: area, all: [] }),
    );
    return () => {
      isGone = true;
    };
  }, [area, source.script]);

  const known = useMemo(() => new Map(rows.map((row) => [shortCity(row.key), row])), [rows]);
  const enter = useRef(onEnter);
  useEffect(() => {
    enter.current = onEnter;
  });
  const isBelow = second !== undefined || zoom >= 10;
  useEffect(() => {
    if (!map || !outlines) return;
    map.draw(
      outlines.all.filter((outline) => nameOf(outline) !== SOUTHERN_SEA || area === undefined),
      (outline) => {
        const name = nameOf(outline);
        const kind =
          name === SOUTHERN_SEA
            ? styles.inset
            : second === undefined
              ? known.has(name) && styles.held
              : name === shortCity(second) && styles.chosen;
        return [styles.outline, source.tiles && styles.overTiles, kind].filter(Boolean).join(' ');
      },
      isBelow
        ? undefined
        : (outline) => {
            const row = known.get(nameOf(outline));
            if (row) enter.current(row);
          },
    );
  }, [map, outlines, known, area, second, isBelow, source.tiles]);

  const isThere = outlines !== undefined && outlines.of === area;
  useEffect(() => {
    if (!map || !isThere) return;
    const chosen =
      second === undefined ? outlines.all : outlines.all.filter((outline) => nameOf(outline) === shortCity(second));
    const edges =
      (area === undefined ? COUNTRY_EDGES : undefined) ?? edgesOf(chosen) ?? edgesOf(outlines.all) ?? COUNTRY_EDGES;
    map.show(edges, zoom - fittingZoom({ area, second }), keepsMiddle.current && area !== undefined);
    keepsMiddle.current = false;
  }, [map, outlines, isThere, area, second, zoom]);

  const report = useRef(onEdges);
  useEffect(() => {
    report.current = onEdges;
  });
  useEffect(() => {
    if (map && drawn > 0) report.current?.(map.edges());
  }, [map, drawn]);

  const step = useCallback(
    (isNearer: boolean) => {
      keepsMiddle.current = area !== undefined;
      if (!isNearer) onFarther();
      else onNearer(map && nearestOf(map, rows));
    },
    [area, map, rows, onNearer, onFarther],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) map?.pan(...move);
    else if (event.key === '+' || event.key === '=') step(true);
    else if (event.key === '-') step(false);
    else return;
    event.preventDefault();
  };
  const pick = (row: MapRow) => {
    const point = pointOf(row);
    if (row.building === null && point) {
      map?.centreOn(point);
      keepsMiddle.current = true;
    }
    onEnter(row);
  };
  return (
    <div className={styles.picture} data-zoom={zoom}>
      <div
        className={styles.map}
        ref={frame}
        role="group"
        aria-label={t('picture')}
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      {map &&
        createPortal(
          <Bubbles
            map={map}
            drawn={drawn}
            rows={rows}
            marked={marked}
            onPick={pick}
            inset={area === undefined ? INSET_EDGES : undefined}
          />,
          map.pane,
        )}
      {map && area === undefined && <SouthernSea map={map} drawn={drawn} />}
      <div className={styles.zoom}>
        <button type="button" aria-label={t('nearer')} disabled={zoom >= MAX_ZOOM} onClick={() => step(true)}>
          <AddIcon size={18} />
        </button>
        <output aria-label={t('zoom')}>{zoom}</output>
        <button type="button" aria-label={t('farther')} disabled={zoom <= MIN_ZOOM} onClick={() => step(false)}>
          <RemoveIcon size={18} />
        </button>
      </div>
      <p className={styles.source}>
        {source.approvalNumber ? t('approval', { number: source.approvalNumber }) : <b>{t('sketch')}</b>}
      </p>
      {children}
    </div>
  );
}

const MOVES: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function nearestOf(map: DrawnMap, rows: readonly MapRow[]): MapRow | undefined {
  const middle = map.middle();
  const away = (row: MapRow) => {
    const point = pointOf(row);
    if (!point) return Infinity;
    const { x, y } = map.pixelOf(point);
    return Math.hypot(x - middle.x, y - middle.y);
  };
  return [...rows].sort((one, other) => away(one) - away(other))[0];
}

/** Names the inset, whose place on the sheet is not its place in the world. */
function SouthernSea({ map }: { readonly map: DrawnMap; readonly drawn: number }) {
  const t = useTranslations('map');
  const { x, y } = map.pixelOf({ longitude: 129.1, latitude: 17.6 });
  return createPortal(
    <span className={styles.insetName} style={{ translate: `calc(${x}px - 50%) ${y}px` }} aria-hidden="true">
      {t('southernSea')}
    </span>,
    map.pane,
  );
}
