'use client';

import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { SessionWatcher } from '@/components/kit/layout/session-watcher';
import type { ThemeName } from '@/components/kit/theme/theme-names';
import { ThemeProvider } from '@/components/kit/theme/theme-provider';
import { HintHost } from '@/components/kit/ui/hint-host';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { ErrorReporter } from '@/components/local-log/error-reporter';

interface Props {
  readonly theme: ThemeName;
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}

/** Around everything. One client component of many: the server writes each that it names itself into every page. */
export function RootFrame({ theme, nonce, children }: Props) {
  return (
    <ThemeProvider initialTheme={theme} nonce={nonce}>
      <NuqsAdapter>{children}</NuqsAdapter>
      <SessionWatcher />
      <ErrorReporter />
      <HintHost />
      <ToastHost />
    </ThemeProvider>
  );
}
