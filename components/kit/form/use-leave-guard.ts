'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Is it elsewhere than this page? */
const isElsewhere = (href: string) => {
  const { origin, pathname, search } = new URL(href, location.href);
  return origin !== location.origin || pathname !== location.pathname || search !== location.search;
};

/** A link that would take the page away; undefined for another tab, a file, or a place on this page. */
function wayOut({ target }: MouseEvent): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return undefined;
  return isElsewhere(link.href) ? link : undefined;
}

/** The browser's back or forward button inside the portal; to another document it asks by `beforeunload`. */
const isTraversal = ({ navigationType, destination }: NavigateEvent) =>
  navigationType === 'traverse' && destination.sameDocument && isElsewhere(destination.url);

/**
 * While something typed is not saved: reloading, closing, following a link and the browser's back button ask first
 * (silent-screens R7).
 */
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
    const onNavigate = (event: NavigateEvent) => {
      if (isLeaving || !event.cancelable || !isTraversal(event)) return;
      if (window.confirm(t('discardText'))) isLeaving = true;
      else event.preventDefault();
    };
    // Older browsers do not say it.
    const navigation = 'navigation' in window ? window.navigation : undefined;
    navigation?.addEventListener('navigate', onNavigate);
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      navigation?.removeEventListener('navigate', onNavigate);
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isUnsaved, t]);
}
