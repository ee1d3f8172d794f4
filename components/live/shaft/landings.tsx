import { memo } from 'react';
import type { Floor } from '@/lib/live/units/floors';
import { sillY } from '@/lib/live/units/shaft-geometry';
import type { ShaftGeometry } from '@/lib/live/units/shaft-geometry';
import styles from './shaft.module.css';

interface Props {
  readonly geometry: ShaftGeometry;
  readonly floors: readonly Floor[];
  /** Index of the landing that the box reports. */
  readonly current: number | undefined;
}

/** The still parts: walls, guide rails, slabs, doorways, names of the landings, pit and headroom. */
export const Landings = memo(function Landings({ geometry, floors, current }: Props) {
  const { shaftX, shaftWidth, worldHeight, carX, carWidth, carHeight, counterweightX, counterweightWidth, pitch } =
    geometry;
  const rail = carWidth / 2 + 14;
  const right = shaftX + shaftWidth;
  const lowest = sillY(geometry, 0);
  const doorway = carWidth * 0.88;
  return (
    <g>
      <rect className={styles.shaft} x={shaftX} y={0} width={shaftWidth} height={worldHeight} />
      <path className={styles.rail} d={`M${carX - rail} 0V${worldHeight}M${carX + rail} 0V${worldHeight}`} />
      <path
        className={styles.railThin}
        d={`M${counterweightX - 3} 0V${worldHeight}M${counterweightX + counterweightWidth + 3} 0V${worldHeight}`}
      />
      <path className={styles.machine} d={`M${shaftX} 0H${right}`} />
      <g className={styles.sheave}>
        <circle
          cx={(carX + counterweightX + counterweightWidth / 2) / 2}
          cy={pitch * 0.14}
          r={Math.min(26, pitch * 0.13)}
        />
        <circle cx={(carX + counterweightX + counterweightWidth / 2) / 2} cy={pitch * 0.14} r={4} />
      </g>
      <path
        className={styles.buffer}
        d={`M${carX - carWidth * 0.3} ${worldHeight}v${-pitch * 0.2}M${carX + carWidth * 0.3} ${worldHeight}v${-pitch * 0.2}`}
      />
      <path className={styles.machine} d={`M${shaftX} ${worldHeight}H${right}`} />
      {floors.map((floor, index) => {
        const y = sillY(geometry, index);
        const isCurrent = index === current;
        return (
          <g key={floor.physical} className={styles.landing} data-current={isCurrent || undefined}>
            <path className={styles.slab} d={`M${shaftX - 18} ${y}H${shaftX}M${right} ${y}h18`} />
            <path className={styles.level} d={`M${shaftX} ${y}H${right}`} />
            <path
              className={styles.doorway}
              d={`M${carX - doorway / 2} ${y}v${-carHeight * 0.78}h${doorway}v${carHeight * 0.78}`}
            />
            <text
              className={styles.name}
              x={shaftX - 14}
              y={y - carHeight * 0.4}
              textAnchor="end"
              dominantBaseline="middle"
            >
              {floor.label}
            </text>
          </g>
        );
      })}
      <path className={styles.level} d={`M${shaftX} ${lowest}H${right}`} />
    </g>
  );
});
