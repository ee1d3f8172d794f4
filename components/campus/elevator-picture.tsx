'use client';

import { useState } from 'react';
import type { CSSProperties } from 'react';
import type { ElevatorTile } from '@/lib/campus/elevator-tile';
import styles from './picture.module.css';

/** How far the panels stand open, 0..1; a blocked or stopped door stands where it is. */
const OPENING: Readonly<Record<string, number>> = { Opened: 1, Opening: 1, Blocked: 0.5, Stopped: 0.4 };
const RIDERS: Readonly<Record<string, readonly number[]>> = { Loaded: [18], 'Full Load': [11, 25], Overload: [8, 18, 28] };
/** Travel of the car's upper edge in the shaft, px of the picture. */
const TOP = 5;
const BOTTOM = 51;

/** The shaft with its car, where it is between the lowest and the highest landing seen so far. */
export function ElevatorPicture({ tile }: { readonly tile: ElevatorTile }) {
  const { door, load, physical, state, isTrapped } = tile;
  const share = useShare(physical);
  const riders = RIDERS[load ?? ''] ?? [];
  return (
    <svg className={styles.shaft} viewBox="0 0 62 96" data-state={state} data-door={door ?? 'none'} data-load={load ?? 'none'}>
      <rect className={styles.wall} x=".75" y=".75" width="60.5" height="94.5" rx="5" />
      <path className={styles.landings} d="M2 20h7M53 20h7M2 39h7M53 39h7M2 58h7M53 58h7M2 77h7M53 77h7" />
      {tile.link === 'online' && (
        <g className={styles.car} style={{ transform: `translateY(${(BOTTOM - share * (BOTTOM - TOP)).toFixed(1)}px)` }}>
          <path className={styles.rope} d="M31 0V-60" />
          <rect className={styles.cabin} x="13" width="36" height="40" rx="2.5" />
          <g transform="translate(13 0)" className={styles.riders} data-trapped={isTrapped || undefined} data-over={load === 'Overload' || undefined}>
            {riders.map((x) => <path key={x} d={`M${x} 12.5a4 4 0 1 1-.01 0zM${x - 6} 37.5c0-8.5 2.5-13 6-13s6 4.5 6 13z`} />)}
          </g>
          <g className={styles.panels} style={{ '--open': OPENING[door ?? ''] ?? 0 } as CSSProperties}>
            <rect className={styles.left} x="15" y="3" width="15.5" height="35" />
            <rect className={styles.right} x="31.5" y="3" width="15.5" height="35" />
          </g>
        </g>
      )}
    </svg>
  );
}

/** Where a landing lies between the lowest and the highest seen, 0..1. A building starts as six floors and only grows. */
function useShare(physical: number | undefined): number {
  const [seen, setSeen] = useState({ min: 1, max: 6 });
  if (physical === undefined) return 0;
  const min = Math.min(seen.min, physical);
  const max = Math.max(seen.max, physical);
  if (min !== seen.min || max !== seen.max) setSeen({ min, max });
  return (physical - min) / (max - min);
}
