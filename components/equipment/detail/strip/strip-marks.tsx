import type { ReactNode } from 'react';
import styles from './strip.module.css';

/** Marks of the strip: each differs by its shape, not by its colour alone. Drawn around 0, 0. */

export const MARKS = ['fault', 'trapped', 'open', 'closed', 'cancelled', 'done', 'planned'] as const;
export type StripMark = (typeof MARKS)[number];

const SHAPES: Readonly<Record<StripMark, ReactNode>> = {
  fault: <path className={styles.fault} d="M0-6.2 6.4 5.4H-6.4z" />,
  trapped: (
    <g className={styles.trapped}>
      <circle cy="-4.4" r="2.8" />
      <path d="M-5 6.6V4.4a5 5 0 0 1 10 0v2.2z" />
    </g>
  ),
  open: <rect className={styles.open} x="-5.4" y="-5.4" width="10.8" height="10.8" rx="1.6" />,
  closed: <circle className={styles.closed} r="4.8" />,
  cancelled: <circle className={styles.cancelled} r="4.8" />,
  done: <path className={styles.done} d="m-5 .4 3.4 3.6L5.4-3.6" />,
  planned: <circle className={styles.planned} r="4.8" />,
};

/** A mark at a place of its lane; percent across, pixels down. */
export function MarkAt({
  mark,
  x,
  y,
  count,
}: {
  readonly mark: StripMark;
  readonly x: string;
  readonly y: number;
  readonly count?: number;
}) {
  return (
    <svg x={x} y={y} overflow="visible" data-mark={mark}>
      <circle className={styles.target} r="11" />
      {SHAPES[mark]}
      {count !== undefined && count > 1 && (
        <text className={styles.number} x="9" y="4">
          {count}
        </text>
      )}
    </svg>
  );
}

/** The same shape for the legend. */
export function LegendMark({ mark }: { readonly mark: StripMark }) {
  return (
    <svg
      className={styles.legendMark}
      width="16"
      height="16"
      viewBox="-8 -8 16 16"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[mark]}
    </svg>
  );
}
