'use client';

import { useFormatter } from 'next-intl';
import { Bar, BarChart, ResponsiveContainer } from 'recharts';
import type { BarShapeProps } from 'recharts';
import type { ChartEntry } from '@/lib/platform/charts/model';
import { BarAxes, BARS_AROUND } from './bar-axes';
import { ShapeLink, type Opening } from './entry-link';
import styles from './charts.module.css';

interface Props {
  readonly entries: readonly ChartEntry[];
  readonly openings: readonly Opening[];
}

/** Bars with their figures, a line for what each is compared with. Nothing moves. */
export function BarsPlot({ entries, openings }: Props) {
  const format = useFormatter();
  const most = Math.max(1, ...entries.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0]));
  const data = entries.map((entry) => ({ ...entry, height: most }));
  const draw = (shape: BarShapeProps) => {
    const entry = entries[shape.index];
    const opening = openings[shape.index] ?? {};
    if (!entry) return <g />;
    const { x, width, y, height } = {
      x: Number(shape.x),
      width: Number(shape.width),
      y: Number(shape.y),
      height: Number(shape.height),
    };
    const top = (value: number) => y + height * (1 - value / most);
    const words = entry.value === null ? '-' : format.number(entry.value);
    return <OneBar {...{ entry, opening, x, width, top, bottom: y + height, words }} />;
  };
  return (
    <div className={styles.plot}>
      <ResponsiveContainer initialDimension={{ width: 600, height: 300 }}>
        <BarChart data={data} {...BARS_AROUND}>
          <BarAxes />
          <Bar dataKey="height" isAnimationActive={false} shape={draw} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Widths of a digit and of the bar within its share of the axis, as parts of the font and of that share. */
const DIGIT = 0.58;
const BAR_OF_SHARE = 0.8;
const LARGEST_PX = 15;
const SMALLEST_PX = 10;

/** How a figure is written above a bar of this width, so that it never touches its neighbours. */
export function figureAbove(words: string, width: number): { words: string; fontSize: number } {
  const sizeOf = (text: string) => Math.floor(width / BAR_OF_SHARE / (DIGIT * text.length));
  const shown = sizeOf(words) < SMALLEST_PX ? words.replace(/[,\s]/g, '') : words;
  return { words: shown, fontSize: Math.min(LARGEST_PX, Math.max(8, sizeOf(shown))) };
}

interface OneBarProps {
  readonly entry: ChartEntry;
  readonly opening: Opening;
  readonly x: number;
  readonly width: number;
  readonly top: (value: number) => number;
  readonly bottom: number;
  readonly words: string;
}

function OneBar({ entry, opening, x, width, top, bottom, words }: OneBarProps) {
  const { name, value, compared, isRunning } = entry;
  const y = top(value ?? 0);
  const centre = x + width / 2;
  const figure = figureAbove(words, width);
  const bar = (
    <>
      {value !== null && value > 0 && (
        <rect
          x={x}
          y={y}
          width={width}
          height={bottom - y}
          fill="var(--bar)"
          fillOpacity={isRunning ? 0.35 : 1}
          stroke="var(--bar)"
          strokeDasharray={isRunning ? '4 3' : undefined}
        />
      )}
      <text
        className={styles.value}
        style={{ fontSize: figure.fontSize }}
        x={centre}
        y={Math.min(y, compared ? top(compared) : y) - 7}
      >
        {figure.words}
      </text>
    </>
  );
  return (
    <g>
      <ShapeLink {...opening} label={`${name} ${words}`}>
        {bar}
      </ShapeLink>
      {compared !== null && compared !== undefined && (
        <path d={`M${x - 4} ${top(compared)}h${width + 8}`} stroke="var(--text)" strokeWidth="2" pointerEvents="none" />
      )}
    </g>
  );
}
