'use client';

import { useEffect } from 'react';
import { drawBadge } from './draw-badge';

const COUNTED = /^\(\d+\+?\) /;
const MOST_SHOWN = 99;
const ICONS = 'link[rel~="icon"]';

/** Keeps `(2) …` before the page's title, also when the title changes. @returns removes it */
function countInTitle(words: string): () => void {
  const set = () => {
    const wanted = `(${words}) ${document.title.replace(COUNTED, '')}`;
    if (document.title !== wanted) document.title = wanted;
  };
  set();
  const watch = new MutationObserver(set);
  watch.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    watch.disconnect();
    document.title = document.title.replace(COUNTED, '');
  };
}

/** Draws a badge on the tab's icon. @returns restores the page's icons */
function countInIcon(words: string): () => void {
  let isGone = false;
  const changed = new Map<HTMLLinkElement, string>();
  void drawBadge('/icon.svg', words).then((picture) => {
    if (isGone || picture === undefined) return;
    for (const link of document.head.querySelectorAll<HTMLLinkElement>(ICONS)) {
      changed.set(link, link.getAttribute('href') ?? '');
      link.setAttribute('href', picture);
    }
  });
  return () => {
    isGone = true;
    for (const [link, href] of changed) link.setAttribute('href', href);
  };
}

/** Shows the number of alarms in the tab's title and icon while the component is mounted. */
export function useTabCount(count: number): void {
  const words = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  useEffect(() => countInTitle(words), [words]);
  useEffect(() => countInIcon(words), [words]);
}
