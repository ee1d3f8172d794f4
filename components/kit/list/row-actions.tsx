'use client';

import Button from '@mui/material/Button';
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

/** One action of a row. */
export function RowAction({ children, label, isDisabled, href, onClick }: Props) {
  const shared = {
    size: 'small',
    variant: 'text',
    color: 'primary',
    className: styles.action,
    'aria-label': label,
  } as const;
  if (href)
    return (
      <Button {...shared} href={href} target="_blank" rel="noopener">
        {children}
      </Button>
    );
  return (
    <Button {...shared} disabled={isDisabled} onClick={onClick}>
      {children}
    </Button>
  );
}
