import styles from './signal.module.css';

/** From each of these dBm values one more of the four bars is filled. */
const STEPS = [-110, -95, -85, -75] as const;

/** A box's network signal: bars for a quick look, and the exact value. */
export function Signal({ dBm, label }: { readonly dBm: number; readonly label: string }) {
  const bars = STEPS.filter((step) => dBm >= step).length;
  return (
    <span className={styles.signal} data-weak={bars <= 1 || undefined} title={label}>
      <svg width="17" height="12" viewBox="0 0 17 12" aria-hidden="true">
        {STEPS.map((step, index) => (
          <rect
            key={step}
            className={index < bars ? styles.on : styles.off}
            x={index * 4.5}
            y={9 - index * 3}
            width="3"
            height={3 + index * 3}
            rx="0.5"
          />
        ))}
      </svg>
      {label}
    </span>
  );
}
