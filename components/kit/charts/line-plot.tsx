'use client';

import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { DotItemDotProps } from 'recharts';
import { figurePlace, isFigureShown } from '@/lib/platform/charts/line-figures';
import { cutName, mostOf, type SeriesModel } from '@/lib/platform/charts/model';
import { openingOf, type OnChoice } from './chart-table';
import { colourOf } from './colours';
import { ShapeLink } from './entry-link';

import { dashOf, SeriesPoint } from './series-marks';
import styles from './charts.module.css';
import { useChartWords } from './use-chart-words';

interface Props {
  readonly model: SeriesModel;
  readonly isNear: boolean;
  readonly onSelect?: OnChoice;
}

/** Longest name below the axis. */
const MAX_TICK = 8;

/** Lines with points and figures. Nothing moves. */
export function LinePlot({ model, isNear, onSelect }: Props) {
  const words = useChartWords(model.unit);
  const { names, series } = model;
  const data = names.map((name, index) => ({
    name: cutName(name, MAX_TICK),
    ...Object.fromEntries(series.map(({ values }, at) => [`s${at}`, values[index] ?? null])),
  }));
  const longest = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => words(value).length)));
  const pointOf = (at: number, { index, cx, cy, points }: DotItemDotProps) => {
    const value = series[at]?.values[index];
    if (typeof value !== 'number' || typeof cx !== 'number' || typeof cy !== 'number') return <g key={index} />;
    const label = [names[index], series.length > 1 ? series[at]?.name : '', words(value)].filter(Boolean).join(' ');
    const step = Math.abs(Number(points[1]?.x ?? 600) - Number(points[0]?.x ?? 0));
    const place = figurePlace(
      series.map(({ values }) => values[index] ?? null),
      at,
      isNear ? 0 : mostOf(model),
    );
    return (
      <g key={index} transform={`translate(${cx} ${cy})`}>
        <ShapeLink {...openingOf(model, { series: at, index }, onSelect)} label={label}>
          <circle r={11} fill="transparent" />
          <SeriesPoint series={at} />
          {place && isFigureShown(index, names.length, step, longest) && (
            <text className={styles.value} y={place === 'above' ? -11 : 21}>
              {words(value)}
            </text>
          )}
        </ShapeLink>
      </g>
    );
  };
  return (
    <div className={styles.plot}>
      <ResponsiveContainer initialDimension={{ width: 600, height: 300 }}>
        <LineChart data={data} margin={{ top: 28, right: 28, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="name"
            interval="equidistantPreserveStart"
            minTickGap={8}
            padding={{ left: 24, right: 0 }}
            tickLine={false}
            axisLine={{ stroke: 'var(--strong)' }}
            tick={{ className: styles.tick }}
          />
          <YAxis
            width={52}
            allowDecimals={model.unit === 'percent'}
            tickLine={false}
            axisLine={false}
            domain={isNear ? ['auto', 'auto'] : [0, 'auto']}
            tickFormatter={(value: number) => words(value)}
            tick={{ className: styles.tick }}
          />
          {series.map(({ name }, at) => (
            <Line
              key={name}
              type="linear"
              dataKey={`s${at}`}
              stroke={colourOf(at)}
              strokeWidth={2}
              strokeDasharray={dashOf(at)}
              isAnimationActive={false}
              activeDot={false}
              dot={(dot: DotItemDotProps) => pointOf(at, dot)}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
