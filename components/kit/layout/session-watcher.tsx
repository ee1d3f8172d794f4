'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { TOAST_MS, toast } from '@/components/kit/ui/toast';
import { hrefOf } from '@/lib/routes';
import { LOGIN_EXPIRED_EVENT } from '@/lib/platform/client/client';

const leave = (href: string) => window.location.assign(href);

/**
 * The session expired (doc1 §8): shows the message for 5 seconds, then the sign-in page, which leads back here. Ten
 * calls that fail together show it once. A full navigation drops all data of the old session.
 */
export function SessionWatcher({ onLeave = leave }: { readonly onLeave?: (href: string) => void }) {
  const t = useTranslations('error');
  const pathname = usePathname();
  const isLeaving = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onExpired = () => {
      if (isLeaving.current || pathname === hrefOf('login')) return;
      isLeaving.current = true;
      toast.error(t('message4login'), { id: 'login-expired', length: 'long' });
      timer = setTimeout(() => {
        const to = `${window.location.pathname}${window.location.search}`;
        onLeave(hrefOf('login', { to: to === hrefOf('home') ? undefined : to, expired: 1 }));
      }, TOAST_MS.long);
    };
    window.addEventListener(LOGIN_EXPIRED_EVENT, onExpired);
    return () => {
      window.removeEventListener(LOGIN_EXPIRED_EVENT, onExpired);
      clearTimeout(timer);
      isLeaving.current = false;
    };
  }, [t, pathname, onLeave]);

  return null;
}
