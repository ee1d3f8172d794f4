'use client';

import { useId } from 'react';
import { Bar, BarChart, ResponsiveContainer } from 'recharts';
import type { BarShapeProps } from 'recharts';
import { cutName, type SeriesModel } from '@/lib/platform/charts/model';
import { BarAxes, BARS_AROUND } from './bar-axes';
import { figureAbove } from './bars-plot';
import { openingOf, type OnChoice } from './chart-table';
import { ShapeLink } from './entry-link';
import { PartPattern, partFill } from './part-pattern';
import styles from './charts.module.css';
import { useChartWords } from './use-chart-words';

interface Props {
  readonly model: SeriesModel;
  readonly onSelect?: OnChoice;
}

/** Longest name below the axis; px that a figure needs within its part. */
const MAX_TICK = 8;
const ROOM_PX = 18;

/** The sum of the parts at a name; null where none of them is known. */
function sumAt({ series }: SeriesModel, index: number): number | null {
  const known = series.flatMap(({ values }) => values[index] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Bars of parts with their figures. Nothing moves. */
export function StackedPlot({ model, onSelect }: Props) {
  const words = useChartWords(model.unit);
  const id = useId();
  const { names, series } = model;
  const patternOf = (at: number) => `${id}-${at}`;
  const data = names.map((name, index) => ({
    name: cutName(name, MAX_TICK),
    ...Object.fromEntries(series.map(({ values }, at) => [`s${at}`, values[index] ?? 0])),
  }));
  /** The part on top of a bar carries its sum. */
  const topOf = (index: number) => series.findLastIndex(({ values }) => (values[index] ?? 0) > 0);
  const draw = (at: number, shape: BarShapeProps) => {
    const { index } = shape;
    const [x, y, width, height] = [shape.x, shape.y, shape.width, shape.height].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const value = series[at]?.values[index];
    if (!value) return <g />;
    const sum = figureAbove(words(sumAt(model, index)), width);
    const hasRoom = height >= ROOM_PX && words(value).length * 8 <= width;
    return (
      <ShapeLink
        {...openingOf(model, { series: at, index }, onSelect)}
        label={`${names[index]} ${series[at]?.name} ${words(value)}`}
      >
        <rect x={x} y={y} width={width} height={height} fill={partFill(patternOf(at))} stroke="var(--bg)" />
        {hasRoom && series.length > 1 && (
          <text className={styles.part} x={x + width / 2} y={y + height / 2}>
            {words(value)}
          </text>
        )}
        {topOf(index) === at && (
          <text className={styles.value} style={{ fontSize: sum.fontSize }} x={x + width / 2} y={y - 7}>
            {sum.words}
          </text>
        )}
      </ShapeLink>
    );
  };
  return (
    <div className={styles.plot}>
      <ResponsiveContainer initialDimension={{ width: 600, height: 300 }}>
        <BarChart data={data} {...BARS_AROUND}>
          <defs>
            {series.map(({ name }, at) => (
              <PartPattern key={name} series={at} id={patternOf(at)} />
            ))}
          </defs>
          <BarAxes thinned />
          {series.map(({ name }, at) => (
            <Bar
              key={name}
              dataKey={`s${at}`}
              stackId="all"
              isAnimationActive={false}
              shape={(shape: BarShapeProps) => draw(at, shape)}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
