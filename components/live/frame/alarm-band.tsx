import type { ReactNode } from 'react';
import { AckNames } from './ack-names';
import styles from './alarm-band.module.css';

/** A fact that the person who acts must know. */
export interface BandFact {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
}

interface Props {
  /** Stable name for tests. */
  readonly name: string;
  /** A fault is one level weaker than trapped persons: nothing pulses. A notice is not trouble. */
  readonly tone?: 'trapped' | 'fault' | 'notice';
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  /** false: it is about the past and calls nobody. */
  readonly isNow?: boolean;
  readonly facts: readonly BandFact[];
}

/**
 * The strongest message of a live page. It is above the picture, which stays visible, and shows who has acknowledged.
 */
export function AlarmBand({ name, tone = 'trapped', icon, title, text, isNow = true, facts }: Props) {
  return (
    <section
      className={styles.band}
      role={isNow && tone === 'trapped' ? 'alert' : 'status'}
      data-cover={name}
      data-tone={tone}
    >
      <span className={styles.icon}>{icon}</span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
        {tone !== 'notice' && <AckNames />}
      </div>
      {/* What counts on is read when one asks for it, not each second. */}
      <dl className={styles.facts} aria-live="off">
        {facts.map(({ key, label, value }) => (
          <div key={key} data-fact={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
