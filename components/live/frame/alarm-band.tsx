import type { ReactNode } from 'react';
import styles from './alarm-band.module.css';

interface Props {
  /** Stable name for tests. */
  readonly name: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** false: it is told of the past, and calls nobody. */
  readonly isNow?: boolean;
  /** What whoever acts on it has to know. */
  readonly facts: readonly { readonly key: string; readonly label: string; readonly value: ReactNode }[];
}

/** The loudest thing of a live page, above its picture, which stays in sight. */
export function AlarmBand({ name, icon, title, text, isNow = true, facts }: Props) {
  return (
    <section className={styles.band} role={isNow ? 'alert' : 'status'} data-cover={name}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <dl className={styles.facts}>
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
