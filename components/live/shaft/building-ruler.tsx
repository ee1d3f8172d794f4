'use client';

import { useLayoutEffect, useRef } from 'react';
import { labelledFloors } from '@/lib/live/units/floors';
import type { Floor } from '@/lib/live/units/floors';
import { useElementSize } from '../use-environment';
import type { CarTone } from './car';
import type { CarMotion } from './car-motion';
import styles from './building-ruler.module.css';

interface Props {
  readonly floors: readonly Floor[];
  readonly current: number | undefined;
  readonly motion: CarMotion;
  readonly tone: CarTone;
  readonly isStale: boolean;
}

const UNMEASURED = { width: 92, height: 800 };
const PAD = 14;
/** Room that one label needs, px. */
const LABEL_ROOM = 26;

/** The whole building on a line, with the car's position in it. */
export function BuildingRuler({ floors, current, motion, tone, isStale }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const marker = useRef<SVGGElement>(null);
  const { width, height } = useElementSize(box, UNMEASURED);
  const last = floors.length - 1;
  const length = height - 2 * PAD;
  const y = (position: number) => PAD + length * (1 - position / last);
  const labelled = labelledFloors(floors, Math.max(2, Math.floor(length / LABEL_ROOM)));
  const x = width - 26;
  const isKnown = current !== undefined;

  useLayoutEffect(() => {
    const place = (position: number) =>
      marker.current?.setAttribute('transform', `translate(${x} ${(PAD + length * (1 - position / last)).toFixed(2)})`);
    return motion.subscribe(place);
  }, [motion, x, length, last, isKnown]);

  const tick = length / last >= 4 ? 1 : length / last >= 2 ? 2 : 5;
  return (
    <div ref={box} className={styles.ruler} data-tone={tone} data-stale={isStale || undefined} aria-hidden="true">
      <svg className={styles.svg} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <path className={styles.line} d={`M${x} ${PAD}V${height - PAD}`} />
        <path
          className={styles.ticks}
          d={floors
            .map((_, index) => (index % tick === 0 || index === last ? `M${x - 4} ${y(index).toFixed(1)}h8` : ''))
            .join('')}
        />
        {labelled.map((index) => (
          <text
            key={index}
            className={styles.name}
            data-current={index === current || undefined}
            x={x - 14}
            y={y(index)}
            textAnchor="end"
            dominantBaseline="central"
          >
            {floors[index]?.label}
          </text>
        ))}
        {isKnown && (
          <g ref={marker} className={styles.marker}>
            <rect x={-9} y={-7} width={18} height={14} rx={4} />
          </g>
        )}
      </svg>
    </div>
  );
}
