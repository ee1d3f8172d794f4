'use client';

import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './row-detail.module.css';

/** What stands below the open rows of a table. */
export interface OpenDetails<Row> {
  readonly isOpen: (row: Row) => boolean;
  readonly draw: (row: Row) => ReactNode;
}

/** Keys belong to what is in the detail; only Tab and Escape are everybody's. */
const keepKeys = (event: KeyboardEvent) => {
  if (event.key !== 'Tab' && event.key !== 'Escape') event.stopPropagation();
};

/** The panel below a row, as wide as the list is, however far its columns reach. */
export function RowDetail({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.detail} id={id} role="region" aria-label={label} onKeyDown={keepKeys}>
      {children}
    </div>
  );
}

export interface OpenRows {
  readonly isOpen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** Of the detail of a row, for those who are told where a button leads. */
  readonly idOf: (key: string) => string;
}

/** Which rows are open. */
export function useOpenRows(): OpenRows {
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (key) => open.has(key),
    toggle: (key) =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    idOf: (key) => `${id}${key}`,
  };
}
