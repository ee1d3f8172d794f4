'use client';

import { useEffect, type ReactNode } from 'react';
import { tellFocus } from '@/lib/platform/focus/focus';
import { PageFocus } from '@/lib/platform/client/hooks';

/**
 * Draws the page with the focus projects that the server drew it with, until this browser's own are read; then tells the
 * server of them for the next page.
 */
export function FocusHint({
  focus,
  children,
}: {
  readonly focus: string | null | undefined;
  readonly children: ReactNode;
}) {
  useEffect(tellFocus, []);
  return <PageFocus value={focus}>{children}</PageFocus>;
}
