'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { STATUS_LOOK, type StatusKind } from './status';
import { StatusShapeMark } from './status-shape';
import styles from './status-pill.module.css';

interface Props {
  readonly status: StatusKind;
  /** The word; `common.status.<status>` when absent. */
  readonly children?: ReactNode;
  /** `pill` has an outline, `plain` is for dense rows and tiles. */
  readonly look?: 'pill' | 'plain';
  readonly size?: 'small' | 'medium';
}

/** A state as colour, shape and word together: never by colour alone. */
export function StatusPill({ status, children, look = 'pill', size = 'medium' }: Props) {
  const t = useTranslations('common.status');
  const { colour, word } = STATUS_LOOK[status];
  return (
    <span
      className={`${styles.pill} ${look === 'pill' ? styles.outlined : ''} ${styles[size]}`}
      data-status={status}
      style={{ borderColor: colour, color: word }}
    >
      <StatusShapeMark status={status} size={size === 'small' ? 11 : 12} />
      <span className={styles.word}>{children ?? t(status)}</span>
    </span>
  );
}
