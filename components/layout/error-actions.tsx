'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { ChevronLeftIcon, HomeIcon, RefreshIcon, SignOutIcon } from '@/components/ui/icons';
import { hrefOf } from '@/lib/routes';
import { useSignOut } from './use-sign-out';

const never = () => () => undefined;

/** The path in the address bar; after a rewrite the router knows another one. Undefined before hydration. */
export function useAddressPath(): string | undefined {
  return useSyncExternalStore(never, () => window.location.pathname, () => undefined);
}

export function HomeButton({ isMain = true }: { readonly isMain?: boolean }) {
  const t = useTranslations('error');
  return <Button variant={isMain ? 'contained' : 'outlined'} color={isMain ? 'primary' : 'inherit'} href={hrefOf('home')} startIcon={<HomeIcon size={18} />}>{t('home')}</Button>;
}

export function PreviousButton() {
  const t = useTranslations('error');
  return <Button startIcon={<ChevronLeftIcon size={18} />} onClick={() => window.history.back()}>{t('previous')}</Button>;
}

export function SignOutButton({ isMain = false }: { readonly isMain?: boolean }) {
  const t = useTranslations('error');
  const { signOut, isLeaving } = useSignOut();
  return (
    <Button variant={isMain ? 'contained' : 'outlined'} color={isMain ? 'primary' : 'inherit'} startIcon={<SignOutIcon size={18} />} loading={isLeaving} loadingPosition="start" onClick={() => void signOut()}>
      {t('signOut')}
    </Button>
  );
}

/** No permission: back to home, and on home itself only the way out, so that nobody runs in a circle (readings 3). */
export function NoPermissionActions() {
  const path = useAddressPath();
  const isHome = path === hrefOf('home');
  return (
    <>
      {path !== undefined && !isHome && <HomeButton />}
      <SignOutButton isMain={isHome} />
    </>
  );
}

export function RetryButton({ onRetry, isRefresh = false }: { readonly onRetry: () => void; readonly isRefresh?: boolean }) {
  const t = useTranslations('error');
  return <Button variant="contained" color="primary" startIcon={<RefreshIcon size={18} />} onClick={onRetry}>{t(isRefresh ? 'refresh' : 'retry')}</Button>;
}

/** Back to sign-in, and from there to the wanted page. */
export function SignInAgainButton({ to }: { readonly to?: string }) {
  const t = useTranslations('error');
  return <Button variant="contained" color="primary" href={hrefOf('login', { to, expired: 1 })}>{t('signInAgain')}</Button>;
}
