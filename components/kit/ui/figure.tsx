import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface Props {
  readonly label: ReactNode;
  /** The number as it is to be read; `--` for a missing one is the caller's word. */
  readonly value: ReactNode;
  readonly unit?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large' | 'hero';
  readonly isStale?: boolean;
}

/** Number first: a large tabular figure with its unit beside and its label below. */
export function Figure({ label, value, unit, size = 'medium', isStale = false }: Props) {
  return (
    <div className={styles.figure} data-size={size} data-stale={isStale || undefined}>
      <div className={styles.value}>
        {value}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </div>
      <div className={styles.label}>{label}</div>
    </div>
  );
}
