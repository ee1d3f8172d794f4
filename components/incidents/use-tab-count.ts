'use client';

import { useEffect } from 'react';
import { drawBadge } from './draw-badge';

const COUNTED = /^\(\d+\+?\) /;
const MOST_SHOWN = 99;
const ICONS = 'link[rel~="icon"]';

/** Keeps `(2) …` before the page's title, whatever title the page gives itself meanwhile. @returns takes it away */
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

/** Puts a drawn badge on the tab's icon. @returns gives the page its own icons back */
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

/** How many alarms there are, in the tab's title and icon, as long as the component is there. */
export function useTabCount(count: number): void {
  const words = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  useEffect(() => countInTitle(words), [words]);
  useEffect(() => countInIcon(words), [words]);
}
