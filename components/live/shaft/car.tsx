'use client';

import { useId } from 'react';
import { doorOpening } from '@/lib/live/units/elevator';
import type { TravelDirection } from '@/lib/live/units/elevator';
import type { ShaftGeometry } from '@/lib/live/units/shaft-geometry';
import styles from './shaft.module.css';

export type CarTone = 'calm' | 'moving' | 'fault' | 'trapped';

export interface CarLook {
  /** Wire value of the door; undefined when it was never reported. */
  readonly door: string | undefined;
  /** Wire value of the load. */
  readonly load: string | undefined;
  readonly travel: TravelDirection;
  readonly tone: CarTone;
  /** What the display above the door shows. */
  readonly floorLabel: string | undefined;
  readonly isTrapped: boolean;
}

/** Places of the riders in the car, as shares of its inner width. */
const RIDERS: Readonly<Record<string, readonly number[]>> = {
  Loaded: [0.32, 0.62],
  'Full Load': [0.14, 0.38, 0.62, 0.86],
  Overload: [0.1, 0.3, 0.5, 0.7, 0.9],
};

/** The car seen from the landing: sling, frame, display, interior with its load, two door panels. Origin: middle of the sill. */
export function Car({ geometry, look }: { readonly geometry: ShaftGeometry; readonly look: CarLook }) {
  const clip = useId();
  const { carWidth: width, carHeight: height } = geometry;
  const { door, load, travel, tone, floorLabel, isTrapped } = look;
  const band = height * 0.19;
  const frame = Math.max(6, width * 0.06);
  const openingWidth = width - 2 * frame;
  const openingHeight = height - band - 5;
  const left = -openingWidth / 2;
  const top = -openingHeight - 5;
  const riders = RIDERS[load ?? ''] ?? (isTrapped ? [0.5] : []);
  const displayed = floorLabel ?? '';
  const textSize = band * (displayed.length > 3 ? 0.44 : 0.62);
  return (
    <g className={styles.car} data-tone={tone} data-door={door ?? 'unknown'} data-load={load ?? 'unknown'}>
      <path
        className={styles.rope}
        d={`M-5 ${-height - 12}V${-geometry.worldHeight}M0 ${-height - 12}V${-geometry.worldHeight}M5 ${-height - 12}V${-geometry.worldHeight}`}
      />
      <path className={styles.sling} d={`M${-width / 2 - 7} 6V${-height - 8}H${width / 2 + 7}V6z`} />
      <rect className={styles.hitch} x={-width * 0.16} y={-height - 15} width={width * 0.32} height={8} rx={2} />
      <rect className={styles.body} x={-width / 2} y={-height} width={width} height={height} rx={5} />
      <rect
        className={styles.display}
        x={-width * 0.27}
        y={-height + band * 0.14}
        width={width * 0.54}
        height={band * 0.72}
        rx={3}
      />
      <g className={styles.displayText}>
        <text
          x={travel === 'up' || travel === 'down' ? band * 0.3 : 0}
          y={-height + band * 0.5 + textSize * 0.36}
          fontSize={textSize}
          textAnchor="middle"
        >
          {displayed}
        </text>
        {travel === 'up' && (
          <path
            d={`M${-width * 0.17} ${-height + band * 0.66}l${band * 0.2} ${-band * 0.32}l${band * 0.2} ${band * 0.32}z`}
          />
        )}
        {travel === 'down' && (
          <path
            d={`M${-width * 0.17} ${-height + band * 0.34}l${band * 0.2} ${band * 0.32}l${band * 0.2} ${-band * 0.32}z`}
          />
        )}
      </g>
      <clipPath id={clip}>
        <rect x={left} y={top} width={openingWidth} height={openingHeight} rx={2} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect className={styles.interior} x={left} y={top} width={openingWidth} height={openingHeight} />
        <path
          className={styles.light}
          d={`M${left} ${top}h${openingWidth}l${-openingWidth * 0.14} ${openingHeight * 0.16}h${-openingWidth * 0.72}z`}
        />
        <path
          className={styles.wall}
          d={`M${left + openingWidth * 0.14} ${top + openingHeight * 0.16}V${-5 - openingHeight * 0.1}H${-left - openingWidth * 0.14}V${top + openingHeight * 0.16}M${left} -5L${left + openingWidth * 0.14} ${-5 - openingHeight * 0.1}M${-left} -5L${-left - openingWidth * 0.14} ${-5 - openingHeight * 0.1}M${left + openingWidth * 0.14} ${top + openingHeight * 0.6}H${-left - openingWidth * 0.14}`}
        />
        <g className={styles.riders} data-kind={isTrapped ? 'trapped' : load === 'Overload' ? 'overload' : 'normal'}>
          {riders.map((place) => (
            <Rider key={place} x={left + openingWidth * place} height={openingHeight * 0.64} />
          ))}
        </g>
        <g className={styles.doors} data-opening={Math.round(doorOpening(door) * 100)}>
          <Panel x={left} y={top} width={openingWidth / 2} height={openingHeight} side="left" />
          <Panel x={0} y={top} width={openingWidth / 2} height={openingHeight} side="right" />
        </g>
      </g>
      <rect className={styles.sill} x={-width / 2} y={-5} width={width} height={5} rx={1} />
      <DoorMark door={door} y={top + openingHeight * 0.52} size={Math.min(22, width * 0.13)} />
    </g>
  );
}

/** A person as a quiet figure. Origin: where they stand. */
function Rider({ x, height }: { readonly x: number; readonly height: number }) {
  const head = height * 0.135;
  const shoulder = height * 0.19;
  return (
    <g transform={`translate(${x} -6)`}>
      <circle cy={-height + head} r={head} />
      <path d={`M${-shoulder} 0V${-height * 0.48}a${shoulder} ${shoulder} 0 0 1 ${2 * shoulder} 0V0z`} />
    </g>
  );
}

function Panel({
  x,
  y,
  width,
  height,
  side,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly side: 'left' | 'right';
}) {
  const inset = Math.max(4, width * 0.16);
  return (
    <g className={styles.panel} data-side={side}>
      <path
        className={styles.leaf}
        fillRule="evenodd"
        d={`M${x} ${y}h${width}v${height}h${-width}zM${x + inset} ${y + inset}v${height - 2 * inset}h${width - 2 * inset}v${-(height - 2 * inset)}z`}
      />
      <rect
        className={styles.glass}
        x={x + inset}
        y={y + inset}
        width={width - 2 * inset}
        height={height - 2 * inset}
        rx={2}
      />
    </g>
  );
}

/** Blocked, locked and stopped doors have their own mark: the panels alone could look like moving. */
function DoorMark({ door, y, size }: { readonly door: string | undefined; readonly y: number; readonly size: number }) {
  if (door !== 'Blocked' && door !== 'Locked' && door !== 'Stopped') return null;
  const unit = size / 10;
  return (
    <g className={styles.doorMark} data-kind={door} transform={`translate(0 ${y}) scale(${unit})`}>
      <circle r={9.5} />
      {door === 'Locked' && <path d="M-4-1h8v6h-8zM-2.4-1v-2a2.4 2.4 0 0 1 4.8 0v2" />}
      {door === 'Stopped' && <path d="M-2-3.5v7M2-3.5v7" />}
      {door === 'Blocked' && <path d="M0-4.5v5.5M0 4v.2" />}
    </g>
  );
}
