import type { ReactNode } from 'react';

/** A text that leads somewhere in a tab of its own, for whoever may go there; null is nothing. */
export const textLink = (text: string | null, href: string | undefined, title?: string): ReactNode =>
  text !== null && href !== undefined ? (
    <a href={href} target="_blank" rel="noopener" title={title}>
      {text}
    </a>
  ) : (
    text
  );
