'use client';

import CircularProgress from '@mui/material/CircularProgress';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { ErrorIcon, LockIcon } from '@/components/kit/ui/icons';
import { hrefOf } from '@/lib/routes';
import { signInByLink, signInByThirdToken } from '@/lib/features/session/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { leavePage, useSignIn } from './use-sign-in';
import formStyles from './form-shell.module.css';
import styles from './link-sign-in.module.css';

/** How long a refusal is shown before the sign-in page opens (doc1 §4). */
const REFUSED_MS = 3000;
const THIRD_PREFIX = /^\/3rd/i;

interface Props {
  /** `link`: the sign-in page with `fwtoken`; `third`: `/3rd/…?token=` of a partner system. */
  readonly kind: 'link' | 'third';
  readonly wantedPath?: string;
  readonly onLeave?: (href: string) => void;
}

/**
 * Signs in by the token in the address (doc1 §2). A script of the page sends it, so that programs that only fetch links
 * do not use it up. The token is removed from the address first: neither history nor a bookmark keeps it.
 */
export function LinkSignIn({ kind, wantedPath, onLeave = leavePage }: Props) {
  const t = useTranslations('login');
  const { step, run } = useSignIn(wantedPath, onLeave);
  const hasBegun = useRef(false);

  useEffect(() => {
    // Once, even when effects run twice: the token is valid for one call.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const { pathname, searchParams } = new URL(window.location.href);
    const token = searchParams.get(kind === 'link' ? 'fwtoken' : 'token') ?? '';
    searchParams.delete(kind === 'link' ? 'fwtoken' : 'token');
    const rest = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
    window.history.replaceState(window.history.state, '', `${pathname}${rest}`);
    if (kind === 'link') {
      void run(() => mutateSms(signInByLink, { fwtoken: token }));
      return;
    }
    void run(() => mutateSms(signInByThirdToken, { token, path: pathname.replace(THIRD_PREFIX, '') }), {
      wantedOf: ({ path }) => (path === hrefOf('home') && rest === '' ? undefined : `${path}${rest}`),
    });
  }, [kind, run]);

  const isRefused = step.kind === 'form' && step.error !== undefined;
  useEffect(() => {
    if (!isRefused) return undefined;
    const timer = setTimeout(() => onLeave(hrefOf('login')), REFUSED_MS);
    return () => clearTimeout(timer);
  }, [isRefused, onLeave]);

  return (
    <div className={styles.area} role="status">
      {isRefused && (
        <p className={formStyles.error}>
          <ErrorIcon size={18} />
          {step.error}
        </p>
      )}
      {step.kind === 'reset' && (
        <p className={formStyles.notice}>
          <LockIcon size={18} />
          {step.message}
        </p>
      )}
      {!isRefused && step.kind !== 'reset' && (
        <p className={styles.jumping}>
          <CircularProgress size={22} aria-hidden="true" />
          {t('jumping')}
        </p>
      )}
    </div>
  );
}
