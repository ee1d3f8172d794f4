import styles from './tile.module.css';

/** Direction of travel. */
export function Arrow({ direction }: { readonly direction: 'up' | 'down' }) {
  return (
    <svg className={styles.arrow} viewBox="0 0 18 14" aria-hidden="true" data-arrow={direction}>
      <path d={direction === 'up' ? 'M9 1l8 12H1z' : 'M9 13 1 1h16z'} fill="currentColor" />
    </svg>
  );
}
