'use client';

import type { ReactNode } from 'react';
import styles from './row-actions.module.css';

/** The actions of one row, in a line. */
export function RowActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface Props {
  readonly children: ReactNode;
  /** Names the row, for those who cannot see it. */
  readonly label: string;
  readonly isDisabled?: boolean;
  /** A link opens in a new tab. */
  readonly href?: string;
  readonly onClick?: () => void;
}

/** One action of a row: looks like MUI's, and costs a fraction of it in lists that draw sixty of them. */
export function RowAction({ children, label, isDisabled, href, onClick }: Props) {
  if (href)
    return (
      <a className={styles.action} aria-label={label} href={href} target="_blank" rel="noopener">
        {children}
      </a>
    );
  return (
    <button type="button" className={styles.action} aria-label={label} disabled={isDisabled} onClick={onClick}>
      {children}
    </button>
  );
}
