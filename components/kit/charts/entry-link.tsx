'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';

/** A figure that leads to its rows, where there is a way. */
export function EntryLink({ href, children }: { readonly href?: string; readonly children: ReactNode }) {
  return href ? <Link href={href}>{children}</Link> : children;
}
