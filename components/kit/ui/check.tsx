import type { ComponentProps } from 'react';
import styles from './check.module.css';

/** A plain checkbox for rows: light enough for a thousand of them, in the colours of the theme. Label it. */
export function Check(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={styles.check} />;
}
