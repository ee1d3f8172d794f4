'use client';

import Link from 'next/link';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './charts.module.css';

/** What a figure opens: its rows under an address, or whatever the page does with a choice. */
export interface Opening {
  readonly href?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
}

/** A figure that leads to its rows, where there is a way. */
export function EntryLink({ href, onSelect, children }: Opening & { readonly children: ReactNode }) {
  if (href) return <Link href={href}>{children}</Link>;
  if (!onSelect) return children;
  return (
    <button type="button" className={styles.choice} onClick={onSelect}>
      {children}
    </button>
  );
}

/** The same within a picture: by click, and by Enter for who has no pointer. */
export function ShapeLink({
  href,
  onSelect,
  label,
  children,
}: Opening & { readonly label: string; readonly children: ReactNode }) {
  if (href)
    return (
      <Link href={href} aria-label={label}>
        {children}
      </Link>
    );
  if (!onSelect) return <g>{children}</g>;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onSelect();
  };
  return (
    <g role="button" tabIndex={0} aria-label={label} className={styles.shape} onClick={onSelect} onKeyDown={onKeyDown}>
      {children}
    </g>
  );
}
