import type { ReactNode } from 'react';
import styles from './list-page.module.css';

interface Props {
  readonly title: ReactNode;
  /** Beside the title: what the list says of itself, a count or an age. */
  readonly note?: ReactNode;
  /** At the right end: add, export. */
  readonly actions?: ReactNode;
  /** Filter bar, table, pager and dialogs. */
  readonly children: ReactNode;
}

/** The frame of a list screen: one heading, its actions, then what the feature puts in. */
export function ListPage({ title, note, actions, children }: Props) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {note && <div className={styles.note}>{note}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
