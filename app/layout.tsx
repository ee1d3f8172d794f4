import '@/components/kit/theme/tokens.css';
import '@/components/kit/theme/mui-variables.css';
import '@/components/kit/theme/globals.css';
import 'sonner/dist/styles.css';
import InitColorSchemeScript from '@mui/material/InitColorSchemeScript';
import type { Metadata, Viewport } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { currentNonce, currentTheme } from '@/components/kit/layout/request-look';
import { ResourceWatch } from '@/components/kit/layout/resource-watch';
import { RootTexts } from '@/components/kit/layout/texts';
import { THEME_ATTRIBUTE, THEME_COOKIE } from '@/components/kit/theme/theme-names';
import { TOKENS } from '@/components/kit/theme/tokens';
import { buildVersion } from '@/lib/platform/system/build-version';
import { RootFrame } from './root-frame';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('common');
  return {
    title: { default: t('product'), template: `%s · ${t('product')}` },
    description: t('productLine'),
    applicationName: t('product'),
    referrer: 'same-origin',
    formatDetection: { telephone: false },
    manifest: '/manifest.webmanifest',
    icons: {
      icon: [
        { url: '/favicon.ico', sizes: '16x16 32x32' },
        { url: '/icon.svg', type: 'image/svg+xml' },
      ],
      apple: [{ url: '/apple-touch-icon.png', sizes: '180x180' }],
    },
  };
}

export async function generateViewport(): Promise<Viewport> {
  return { width: 'device-width', initialScale: 1, themeColor: TOKENS[await currentTheme()].bg };
}

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const [locale, theme, nonce, t] = await Promise.all([
    getLocale(),
    currentTheme(),
    currentNonce(),
    getTranslations('error'),
  ]);
  return (
    <html lang={locale} data-version={buildVersion()} {...{ [THEME_ATTRIBUTE]: theme }} suppressHydrationWarning>
      <body>
        <InitColorSchemeScript
          nonce={nonce}
          attribute={THEME_ATTRIBUTE}
          defaultMode="dark"
          defaultDarkColorScheme={theme}
          modeStorageKey={`${THEME_COOKIE}-mode`}
          colorSchemeStorageKey={THEME_COOKIE}
        />
        <ResourceWatch nonce={nonce} text={t('chunkFailed')} action={t('refresh')} />
        <RootTexts of={['common', 'error', 'layout']}>
          <RootFrame theme={theme} nonce={nonce}>
            {children}
          </RootFrame>
        </RootTexts>
      </body>
    </html>
  );
}
