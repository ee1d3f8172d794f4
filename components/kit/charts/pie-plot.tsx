'use client';

import { Pie, PieChart, Sector } from 'recharts';
import type { PieSectorShapeProps } from 'recharts';
import type { ChartEntry } from '@/lib/platform/charts/model';
import { colourOf } from './colours';
import { ShapeLink, type Opening } from './entry-link';
import styles from './charts.module.css';

/** Slices carry the number of their line in the list beside them. Nothing moves. */
export function PiePlot({
  entries,
  openings,
}: {
  readonly entries: readonly ChartEntry[];
  readonly openings: readonly Opening[];
}) {
  const data = entries.map(({ name, value }) => ({ name, value: value ?? 0 }));
  const draw = (slice: PieSectorShapeProps) => {
    const entry = entries[slice.index];
    const angle = (-(slice.midAngle ?? 0) * Math.PI) / 180;
    const middle = ((slice.innerRadius ?? 0) + (slice.outerRadius ?? 0)) / 2;
    const sector = (
      <Sector
        cx={slice.cx}
        cy={slice.cy}
        innerRadius={slice.innerRadius}
        outerRadius={slice.outerRadius}
        startAngle={slice.startAngle}
        endAngle={slice.endAngle}
        fill={colourOf(slice.index)}
        stroke="var(--bg)"
        strokeWidth={2}
      />
    );
    return (
      <g>
        <ShapeLink {...openings[slice.index]} label={`${entry?.name} ${entry?.value}`}>
          {sector}
        </ShapeLink>
        {Math.abs(slice.endAngle - slice.startAngle) > 18 && (
          <text
            className={styles.slice}
            x={(slice.cx ?? 0) + middle * Math.cos(angle)}
            y={(slice.cy ?? 0) + middle * Math.sin(angle)}
          >
            {slice.index + 1}
          </text>
        )}
      </g>
    );
  };
  return (
    <PieChart width={164} height={164} accessibilityLayer={false}>
      <Pie
        data={data}
        dataKey="value"
        innerRadius={50}
        outerRadius={81}
        startAngle={90}
        endAngle={-270}
        isAnimationActive={false}
        rootTabIndex={-1}
        shape={draw}
      />
    </PieChart>
  );
}
