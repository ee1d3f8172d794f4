'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link that would take the page away; undefined for another tab, a file, or a place on this page. */
function wayOut({ target }: MouseEvent): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return undefined;
  const { origin, pathname, search } = new URL(link.href, location.href);
  const isHere = origin === location.origin && pathname === location.pathname && search === location.search;
  return isHere ? undefined : link;
}

/** While something typed is not saved: reloading, closing and following a link ask first (silent-screens R7). */
export function useLeaveGuard(isUnsaved: boolean): void {
  const t = useTranslations('common.confirm');
  useEffect(() => {
    if (!isUnsaved) return undefined;
    let isLeaving = false;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!isPlainClick(event) || !wayOut(event)) return;
      if (window.confirm(t('discardText'))) isLeaving = true;
      else {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isUnsaved, t]);
}
