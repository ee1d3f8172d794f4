import type { ReactNode } from 'react';
import { colourOf } from './colours';
import styles from './charts.module.css';

/** What tells series apart without colour: dashes and the shape of the points of a line. */

const DASHES = [undefined, '7 4', '2 3', '10 3 2 3', '4 2', '1 4'];
const SHAPES = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
  'M-3.6 -3.6h7.2v7.2h-7.2z',
  'M0 -5l5 5l-5 5l-5 -5z',
  'M0 -5l5 8.6h-10z',
  'M0 5l5 -8.6h-10z',
  'M-5 -1.6h3.4v-3.4h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4z',
];

export const dashOf = (series: number): string | undefined => DASHES[series % DASHES.length];

/** A point of a series, around the origin. */
export function SeriesPoint({ series }: { readonly series: number }) {
  return <path d={SHAPES[series % SHAPES.length]} fill={colourOf(series)} stroke="var(--bg)" strokeWidth={1} />;
}

interface LegendProps {
  readonly names: readonly string[];
  readonly mark: (series: number) => ReactNode;
}

/** The names of the series beside their marks; one alone is named by the title. */
export function SeriesLegend({ names, mark }: LegendProps) {
  if (names.length < 2) return null;
  return (
    <p className={styles.legend}>
      {names.map((name, series) => (
        <span key={name}>
          {mark(series)}
          {name}
        </span>
      ))}
    </p>
  );
}
