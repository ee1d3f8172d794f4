'use client';

import { useTranslations } from 'next-intl';
import { Toaster } from 'sonner';
import { useThemeName } from '@/components/kit/theme/theme-provider';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons';
import styles from './toast-host.module.css';

/** Where toasts appear; one on every page. */
export function ToastHost() {
  const t = useTranslations('layout');
  const { theme } = useThemeName();
  return (
    <Toaster
      position="top-center"
      offset={{ top: 'calc(24px + var(--alarm-height))' }}
      mobileOffset={{ top: 'calc(16px + var(--alarm-height))' }}
      theme={theme === 'dayTheme' ? 'light' : 'dark'}
      gap={8}
      visibleToasts={4}
      containerAriaLabel={t('notifications')}
      icons={{ success: <SuccessIcon />, error: <ErrorIcon />, warning: <WarningIcon />, info: <InfoIcon /> }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: styles.toast,
          title: styles.title,
          description: styles.text,
          icon: styles.icon,
          success: styles.success,
          error: styles.error,
          warning: styles.warning,
          info: styles.info,
        },
      }}
    />
  );
}
