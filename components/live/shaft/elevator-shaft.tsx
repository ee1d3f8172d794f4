'use client';

import { useLayoutEffect, useMemo, useRef } from 'react';
import type { CSSProperties } from 'react';
import type { Floor } from '@/lib/live/units/floors';
import { cameraY, counterweightPosition, shaftGeometry, sillY } from '@/lib/live/units/shaft-geometry';
import type { ShaftGeometry } from '@/lib/live/units/shaft-geometry';
import { FADE_MS, STEP_MS } from '@/lib/live/units/travel';
import { useElementSize } from '../use-environment';
import { Car } from './car';
import type { CarLook } from './car';
import type { CarMotion } from './car-motion';
import { Landings } from './landings';
import styles from './shaft.module.css';

interface Props {
  readonly floors: readonly Floor[];
  /** Index of the reported landing; undefined: unknown, so the car is not drawn. */
  readonly current: number | undefined;
  readonly motion: CarMotion;
  readonly look: CarLook;
  /** Animate: the tab is visible, the user allows motion, the data is fresh. */
  readonly isAnimated: boolean;
  /** The speed of the display: 1 is real time. */
  readonly pace?: number;
  /** The values are old: the picture dims. */
  readonly isStale: boolean;
  /** What the picture shows, in words. */
  readonly label: string;
}

const UNMEASURED = { width: 520, height: 860 };
/** The style sheet moves and fades with the durations of the document (doc2 §4.4). */
const timesAt = (pace: number) =>
  ({ '--step': `${STEP_MS / pace}ms`, '--fade': `${FADE_MS / pace}ms` }) as CSSProperties;

/** The animated picture: a window on the shaft that follows the car (doc2 §2.5, §4.4). */
export function ElevatorShaft({ floors, current, motion, look, isAnimated, pace = 1, isStale, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const world = useRef<SVGGElement>(null);
  const car = useRef<SVGGElement>(null);
  const counterweight = useRef<SVGGElement>(null);
  const { width, height } = useElementSize(box, UNMEASURED);
  const geometry = useMemo(() => shaftGeometry(width, height, floors.length), [width, height, floors.length]);
  const isKnown = current !== undefined;

  useLayoutEffect(() => {
    const place = (position: number) => {
      world.current?.setAttribute('transform', `translate(0 ${cameraY(geometry, position).toFixed(2)})`);
      car.current?.setAttribute('transform', `translate(${geometry.carX} ${sillY(geometry, position).toFixed(2)})`);
      counterweight.current?.setAttribute(
        'transform',
        `translate(${geometry.counterweightX} ${sillY(geometry, counterweightPosition(geometry, position)).toFixed(2)})`,
      );
    };
    place(current ?? 0);
    return motion.subscribe(place);
    // The landing sets the picture only before the first report; then the motion does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [motion, geometry, isKnown]);

  return (
    <div
      ref={box}
      className={styles.window}
      style={timesAt(pace)}
      data-animated={isAnimated || undefined}
      data-stale={isStale || undefined}
      data-travel={look.travel}
      data-fits={geometry.worldHeight <= height || undefined}
    >
      <svg
        className={styles.svg}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
      >
        <g ref={world}>
          <Landings geometry={geometry} floors={floors} current={isStale ? undefined : current} />
          {isKnown && (
            <g ref={counterweight} className={styles.appear}>
              <Counterweight geometry={geometry} />
            </g>
          )}
          {isKnown && (
            <g ref={car} className={styles.appear}>
              <Car geometry={geometry} look={look} />
            </g>
          )}
        </g>
      </svg>
    </div>
  );
}

function Counterweight({ geometry }: { readonly geometry: ShaftGeometry }) {
  const { counterweightWidth: width, carHeight, worldHeight } = geometry;
  const height = carHeight * 0.78;
  const plates = Array.from({ length: 6 }, (_, index) => -height + ((index + 1) * height) / 7);
  return (
    <g className={styles.counterweight}>
      <path
        className={styles.rope}
        d={`M${width / 2 - 3} ${-height}V${-worldHeight}M${width / 2 + 3} ${-height}V${-worldHeight}`}
      />
      <rect x={0} y={-height} width={width} height={height} rx={2} />
      <path d={plates.map((y) => `M2 ${y}H${width - 2}`).join('')} />
    </g>
  );
}
