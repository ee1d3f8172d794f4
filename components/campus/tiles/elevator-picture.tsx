'use client';

import { useState } from 'react';
import type { CSSProperties } from 'react';
import type { ElevatorTile } from '@/lib/features/campus/elevator-tile';
import { doorOpening } from '@/lib/live/units/elevator';
import { heightShare } from '@/lib/live/units/floors';
import type { Shaft } from '@/lib/live/units/floors';
import styles from './picture.module.css';

const RIDERS: Readonly<Record<string, readonly number[]>> = {
  Loaded: [18],
  'Full Load': [11, 25],
  Overload: [8, 18, 28],
};
/** How far the car's upper edge travels in the shaft, px of the picture. The car is 40 px high. */
const TOP = 5;
const BOTTOM = 51;
const CAR_HEIGHT = 40;
/** The y of the middle of a car at this height, px of the picture. */
const sillAt = (share: number) => BOTTOM - share * (BOTTOM - TOP) + CAR_HEIGHT / 2;

/**
 * The shaft with its car at the height of its landing. Storeys without a landing are drawn as gaps in the wall. Car and
 * door panels are elements of their own and only their transforms change: the browser repaints nothing while they move.
 */
export function ElevatorPicture({ tile, shaft }: { readonly tile: ElevatorTile; readonly shaft: Shaft }) {
  const { door, load, physical, state, isTrapped } = tile;
  const seen = useSeen(physical);
  const share = physical === undefined ? 0 : heightShare(physical, shaft, seen);
  const riders = RIDERS[load ?? ''] ?? [];
  const carTop = (BOTTOM - share * (BOTTOM - TOP)) / CAR_HEIGHT;
  return (
    <span className={styles.shaft} data-state={state} data-door={door ?? 'none'} data-load={load ?? 'none'}>
      <svg className={styles.still} viewBox="0 0 62 96">
        <rect className={styles.wall} x=".75" y=".75" width="60.5" height="94.5" rx="5" />
        <path className={styles.landings} d="M2 20h7M53 20h7M2 39h7M53 39h7M2 58h7M53 58h7M2 77h7M53 77h7" />
        {shaft.expressZones.map(({ above }) => {
          const [lower, upper] = [sillAt(heightShare(above, shaft, seen)), sillAt(heightShare(above + 1, shaft, seen))];
          return (
            <g key={above} data-express={above}>
              <rect className={styles.gap} x="0" y={upper + 2} width="62" height={Math.max(0, lower - upper - 4)} />
              <path className={styles.passed} d={`M1 ${upper + 2}V${lower - 2}M61 ${upper + 2}V${lower - 2}`} />
            </g>
          );
        })}
      </svg>
      {tile.link === 'online' && (
        <span
          className={styles.car}
          data-height={share.toFixed(4)}
          style={{ transform: `translateY(${(carTop * 100).toFixed(2)}%)` }}
        >
          <svg className={styles.still} viewBox="0 0 36 40">
            <rect className={styles.cabin} width="36" height="40" rx="2.5" />
            <g
              className={styles.riders}
              data-trapped={isTrapped || undefined}
              data-over={load === 'Overload' || undefined}
            >
              {riders.map((x) => (
                <path key={x} d={`M${x} 12.5a4 4 0 1 1-.01 0zM${x - 6} 37.5c0-8.5 2.5-13 6-13s6 4.5 6 13z`} />
              ))}
            </g>
          </svg>
          <span className={styles.panels} style={{ '--open': doorOpening(door) } as CSSProperties}>
            <span className={styles.left} />
            <span className={styles.right} />
          </span>
        </span>
      )}
    </span>
  );
}

/** Lowest and highest landing reported so far. */
function useSeen(physical: number | undefined): { min: number; max: number } | null {
  const [seen, setSeen] = useState<{ min: number; max: number } | null>(null);
  if (physical === undefined || (seen && physical >= seen.min && physical <= seen.max)) return seen;
  const next = { min: Math.min(physical, seen?.min ?? physical), max: Math.max(physical, seen?.max ?? physical) };
  setSeen(next);
  return next;
}
