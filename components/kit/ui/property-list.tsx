import type { ReactNode } from 'react';
import styles from './property-list.module.css';

export interface Property {
  readonly key: string;
  readonly label: ReactNode;
  /** Empty values are written `--`. */
  readonly value: ReactNode;
  readonly aside?: ReactNode;
}

/** Label and value pairs; `isLined` draws a hairline below each. */
export function PropertyList({
  items,
  isLined = false,
  empty = '--',
}: {
  readonly items: readonly Property[];
  readonly isLined?: boolean;
  readonly empty?: string;
}) {
  return (
    <dl className={styles.list} data-lined={isLined || undefined}>
      {items.map(({ key, label, value, aside }) => (
        <div className={styles.item} key={key}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {value === null || value === undefined || value === '' ? (
              <span className={styles.empty}>{empty}</span>
            ) : (
              value
            )}
          </dd>
          {aside !== undefined && <dd className={styles.aside}>{aside}</dd>}
        </div>
      ))}
    </dl>
  );
}
