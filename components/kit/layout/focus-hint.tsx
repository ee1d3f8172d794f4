'use client';

import { useEffect, type ReactNode } from 'react';
import { tellFocus } from '@/lib/platform/focus/focus';
import { PageFocus } from '@/lib/platform/client/hooks';

/**
 * Renders the page with the server's focus projects until this browser's own are read; then stores them for the
 * server's next page.
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
