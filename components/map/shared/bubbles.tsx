'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useMemo, type CSSProperties } from 'react';
import type { DrawnMap } from './leaflet-map';
import { placeBubbles, radiusOf, scaleIn, widthOf, type Box } from './bubble-layout';
import type { MapRow } from './map-rows';
import type { Edges } from './outlines';
import { useRowWords } from './use-row-words';
import styles from './map-picture.module.css';

interface Props {
  readonly map: DrawnMap;
  /** Counts how often the picture changed. */
  readonly drawn: number;
  readonly rows: readonly MapRow[];
  readonly marked: string | undefined;
  readonly onPick: (row: MapRow) => void;
  /** What the picture shows at another place than its own, and no word covers. */
  readonly inset?: Edges | undefined;
}

/** What the ring of unhealthy units takes inside a bubble. */
const RING_PX = 5;

function boxOf(map: DrawnMap, { west, south, east, north }: Edges): Box {
  const [{ x: left, y: top }, { x: right, y: bottom }] = [
    map.pixelOf({ longitude: west, latitude: north }),
    map.pixelOf({ longitude: east, latitude: south }),
  ];
  return { left, top, right, bottom };
}

/** Hidden from screen readers and the Tab key: the table beside the map has the same rows with the same way in. */
export function Bubbles({ map, drawn, rows, marked, onPick, inset }: Props) {
  const t = useTranslations('map');
  const format = useFormatter();
  const { wordsOf, shareOf } = useRowWords();
  const bubbles = useMemo(() => {
    // Places have moved in the picture.
    void drawn;
    const frame = map.frame();
    const scale = scaleIn(frame);
    const largest = Math.max(...rows.map(({ total }) => total), 1);
    const spots = rows.flatMap((row) => {
      if (row.longitude === null || row.latitude === null) return [];
      const name = wordsOf(row);
      const said = row.malfunction === null ? '' : ` ${row.malfunction} · ${shareOf(row)}`;
      // The hair of a share that is not nothing can still be seen.
      const ring = row.unhealthy === undefined ? undefined : Math.ceil((row.unhealthy * 100) / Math.max(1, row.total));
      const radius = radiusOf(row.total, largest, scale) + (ring === undefined ? 0 : RING_PX);
      const { x, y } = map.pixelOf({ longitude: row.longitude, latitude: row.latitude });
      return [
        { row, name, said, key: row.key, x, y, radius, ring, words: widthOf(name + said) + (row.trapped ? 40 : 0) },
      ];
    });
    const placed = placeBubbles(spots, frame, inset ? [boxOf(map, inset)] : []);
    return spots.flatMap((spot) => {
      const at = placed.get(spot.key);
      return at ? [{ spot, at, isSmall: scale < 1 }] : [];
    });
  }, [map, drawn, rows, wordsOf, shareOf, inset]);
  return (
    <div className={styles.bubbles} aria-hidden="true">
      <svg className={styles.leaders}>
        {bubbles
          .filter(({ at }) => at.isMoved)
          .map(({ spot, at }) => (
            <g key={spot.key}>
              <line x1={spot.x} y1={spot.y} x2={at.x} y2={at.y} />
              <circle cx={spot.x} cy={spot.y} r={3} />
            </g>
          ))}
      </svg>
      {bubbles.map(({ spot: { row, name, said, radius, ring }, at, isSmall }) => (
        <button
          key={row.key}
          type="button"
          tabIndex={-1}
          className={styles.bubble}
          data-bubble={row.key}
          data-alarm={row.alarm}
          data-trapped={row.trapped || undefined}
          data-small={isSmall || undefined}
          data-marked={row.key === marked || undefined}
          data-ring={ring}
          title={`${name} · ${t('unitsOf', { count: row.total })}${said && ` · ${t('openOf', { count: row.malfunction ?? 0 })}`}${ring === undefined ? '' : ` · ${t('unhealthyOf', { count: row.unhealthy ?? 0 })}`}`}
          style={
            {
              left: at.x,
              top: at.y,
              width: radius * 2,
              height: radius * 2,
              ...(ring === undefined ? {} : { '--ring': `${ring}%` }),
            } as CSSProperties
          }
          onClick={() => onPick(row)}
        >
          {format.number(row.total)}
          {at.side && (
            <span className={styles.words} data-side={at.side}>
              <b>{name}</b>
              {said && <span className={styles.said}>{said}</span>}
              {row.trapped && <em>{t('trapped')}</em>}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
