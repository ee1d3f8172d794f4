'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ChevronLeftIcon, HomeIcon, RefreshIcon, SignOutIcon } from '@/components/kit/ui/icons';
import { hrefOf } from '@/lib/routes';
import styles from './error-screen.module.css';
import { useSignOut } from './use-sign-out';

const never = () => () => undefined;

/** The path in the address bar; after a rewrite the router has another one. Undefined before hydration. */
export function useAddressPath(): string | undefined {
  return useSyncExternalStore(
    never,
    () => window.location.pathname,
    () => undefined,
  );
}

export function HomeButton({ isMain = true }: { readonly isMain?: boolean }) {
  const t = useTranslations('error');
  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
      href={hrefOf('home')}
      startIcon={<HomeIcon size={18} />}
    >
      {t('home')}
    </Button>
  );
}

export function PreviousButton() {
  const t = useTranslations('error');
  return (
    <Button startIcon={<ChevronLeftIcon size={18} />} onClick={() => window.history.back()}>
      {t('previous')}
    </Button>
  );
}

export function SignOutButton({ isMain = false }: { readonly isMain?: boolean }) {
  const t = useTranslations('error');
  const { signOut, isLeaving } = useSignOut();
  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
      startIcon={<SignOutIcon size={18} />}
      loading={isLeaving}
      loadingPosition="start"
      onClick={() => void signOut()}
    >
      {t('signOut')}
    </Button>
  );
}

/** How long the message of a refused page is shown (doc1 §2). */
const REFUSED_SEC = 3;
/** Replaces the refused address in the history, because going back would be refused again. */
const leaveTo = (href: string) => window.location.replace(href);

/** Counts down and leaves once. @returns the seconds left, undefined when it is off */
function useLeaving(isOn: boolean, go: () => void): number | undefined {
  const [left, setLeft] = useState(REFUSED_SEC);
  const leave = useEffectEvent(go);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(seconds - 1, 0)), 1000);
    const end = setTimeout(() => {
      clearInterval(timer);
      leave();
    }, REFUSED_SEC * 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isOn]);
  return isOn ? left : undefined;
}

interface NoPermissionProps {
  /** May the user open `/`? */
  readonly canGoHome: boolean;
  /** Leaves the page; tests pass their own. */
  readonly go?: (href: string) => void;
}

/**
 * No permission: after three seconds the page goes to home. When home is refused too, only sign-out remains, so that
 * nobody is redirected in a circle (readings 3, 109).
 */
export function NoPermissionActions({ canGoHome, go = leaveTo }: NoPermissionProps) {
  const t = useTranslations('error');
  const path = useAddressPath();
  const isLeaving = canGoHome && path !== undefined && path !== hrefOf('home');
  const left = useLeaving(isLeaving, () => go(hrefOf('home')));
  return (
    <>
      {isLeaving && <HomeButton />}
      <SignOutButton isMain={!isLeaving} />
      {left !== undefined && <span className={styles.waiting}>{t('homeIn', { seconds: left })}</span>}
    </>
  );
}

export function RetryButton({
  onRetry,
  isRefresh = false,
}: {
  readonly onRetry: () => void;
  readonly isRefresh?: boolean;
}) {
  const t = useTranslations('error');
  return (
    <Button variant="contained" color="primary" startIcon={<RefreshIcon size={18} />} onClick={onRetry}>
      {t(isRefresh ? 'refresh' : 'retry')}
    </Button>
  );
}

/** Goes to sign-in, and from there back to the wanted page. */
export function SignInAgainButton({ to }: { readonly to?: string }) {
  const t = useTranslations('error');
  return (
    <Button variant="contained" color="primary" href={hrefOf('login', { to, expired: 1 })}>
      {t('signInAgain')}
    </Button>
  );
}
