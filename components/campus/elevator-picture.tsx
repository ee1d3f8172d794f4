'use client';

import { useState } from 'react';
import type { CSSProperties } from 'react';
import type { ElevatorTile } from '@/lib/campus/elevator-tile';
import styles from './picture.module.css';

/** How far the panels stand open, 0..1; a blocked or stopped door stands where it is. */
const OPENING: Readonly<Record<string, number>> = { Opened: 1, Opening: 1, Blocked: 0.5, Stopped: 0.4 };
const RIDERS: Readonly<Record<string, readonly number[]>> = { Loaded: [18], 'Full Load': [11, 25], Overload: [8, 18, 28] };
/** Travel of the car's upper edge in the shaft, px of the picture, of which the car is 40 high. */
const TOP = 5;
const BOTTOM = 51;
const CAR_HEIGHT = 40;

/**
 * The shaft with its car, where it is between the lowest and the highest landing seen so far. Car and door panels are
 * boxes of their own, moved by transforms alone: a wall of them costs no painting while they move.
 */
export function ElevatorPicture({ tile }: { readonly tile: ElevatorTile }) {
  const { door, load, physical, state, isTrapped } = tile;
  const share = useShare(physical);
  const riders = RIDERS[load ?? ''] ?? [];
  const carTop = (BOTTOM - share * (BOTTOM - TOP)) / CAR_HEIGHT;
  return (
    <span className={styles.shaft} data-state={state} data-door={door ?? 'none'} data-load={load ?? 'none'}>
      <svg className={styles.still} viewBox="0 0 62 96">
        <rect className={styles.wall} x=".75" y=".75" width="60.5" height="94.5" rx="5" />
        <path className={styles.landings} d="M2 20h7M53 20h7M2 39h7M53 39h7M2 58h7M53 58h7M2 77h7M53 77h7" />
      </svg>
      {tile.link === 'online' && (
        <span className={styles.car} style={{ transform: `translateY(${(carTop * 100).toFixed(2)}%)` }}>
          <svg className={styles.still} viewBox="0 0 36 40">
            <rect className={styles.cabin} width="36" height="40" rx="2.5" />
            <g className={styles.riders} data-trapped={isTrapped || undefined} data-over={load === 'Overload' || undefined}>
              {riders.map((x) => <path key={x} d={`M${x} 12.5a4 4 0 1 1-.01 0zM${x - 6} 37.5c0-8.5 2.5-13 6-13s6 4.5 6 13z`} />)}
            </g>
          </svg>
          <span className={styles.panels} style={{ '--open': OPENING[door ?? ''] ?? 0 } as CSSProperties}>
            <span className={styles.left} />
            <span className={styles.right} />
          </span>
        </span>
      )}
    </span>
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
