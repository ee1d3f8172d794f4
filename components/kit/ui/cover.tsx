'use client';

import type { ReactNode } from 'react';
import styles from './cover.module.css';

export type CoverTone = 'neutral' | 'offline' | 'warning' | 'fault' | 'trapped';

interface Props {
  /** 40 px icon of `components/kit/ui/icons`. */
  readonly icon?: ReactNode;
  /** One sentence; the loudest thing on the cover. */
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly tone?: CoverTone;
  /** `over` lies over the picture below it and dims it; `fill` takes the place of a picture that is not there. */
  readonly place?: 'over' | 'fill';
  /** Stable name for tests and styles, for example `cover-4`. */
  readonly name?: string;
}

/**
 * Covers a whole area: no permission, offline, disconnected, loading … The parent of an `over` cover must be
 * `position: relative` and mark its hidden content `inert` itself, so that keyboard and screen readers skip it.
 */
export function Cover({ icon, title, text, action, tone = 'neutral', place = 'over', name }: Props) {
  return (
    <section
      className={`${styles.cover} ${styles[place]}`}
      data-tone={tone}
      data-cover={name}
      role={tone === 'neutral' || tone === 'offline' ? 'status' : 'alert'}
    >
      <div className={styles.inner}>
        {icon && <div className={styles.icon}>{icon}</div>}
        <p className={styles.title}>{title}</p>
        {text && <div className={styles.text}>{text}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </section>
  );
}
