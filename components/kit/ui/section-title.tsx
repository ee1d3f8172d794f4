import type { ReactNode } from 'react';
import styles from './section-title.module.css';

/** A quiet heading over a block; `aside` stands at the right end (an age, a link). */
export function SectionTitle({
  children,
  aside,
  level = 2,
  id,
}: {
  readonly children: ReactNode;
  readonly aside?: ReactNode;
  readonly level?: 2 | 3 | 4;
  readonly id?: string;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.row}>
      <Heading className={styles.title} id={id}>
        {children}
      </Heading>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  );
}
