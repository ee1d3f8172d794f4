import type { ReactNode } from 'react';
import styles from './time-line.module.css';

export interface TimeLineMoment {
  readonly key: string;
  /** As the server wrote it. */
  readonly time: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
}

/** What happened, newest first and most visible. */
export function TimeLine({ label, moments }: { readonly label: string; readonly moments: readonly TimeLineMoment[] }) {
  return (
    <ol className={styles.line} aria-label={label}>
      {moments.map(({ key, time, title, text }) => (
        <li key={key} className={styles.moment}>
          <span className={styles.time}>{time}</span>
          <div className={styles.what}>
            <p className={styles.title}>{title}</p>
            {text && <p className={styles.text}>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
