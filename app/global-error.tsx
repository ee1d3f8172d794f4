'use client';

import '@/components/kit/theme/tokens.css';
import '@/components/kit/theme/mui-variables.css';
import '@/components/kit/theme/globals.css';
import { NextIntlClientProvider } from 'next-intl';
import { LoadFailure } from '@/components/kit/layout/load-failure';
import { browserLanguage, browserTheme } from '@/components/kit/layout/browser-look';
import { THEME_ATTRIBUTE } from '@/components/kit/theme/theme-names';
import { ThemeProvider } from '@/components/kit/theme/theme-provider';
import enCommon from '@/messages/en/common.json';
import enError from '@/messages/en/error.json';
import zhCommon from '@/messages/zh-CN/common.json';
import zhError from '@/messages/zh-CN/error.json';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';

const MESSAGES = { 'zh-CN': { common: zhCommon, error: zhError }, en: { common: enCommon, error: enError } };

/** The root layout itself failed: everything the page needs is here, nothing is asked of the server. */
export default function GlobalError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const language = browserLanguage();
  const theme = browserTheme();
  return (
    <html lang={language} {...{ [THEME_ATTRIBUTE]: theme }} suppressHydrationWarning>
      <body>
        <NextIntlClientProvider locale={language} messages={MESSAGES[language]} timeZone={TIME_ZONE}>
          <ThemeProvider initialTheme={theme}>
            <LoadFailure error={error} onRetry={retry} />
          </ThemeProvider>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
