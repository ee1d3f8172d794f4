'use client';

import { createTheme, ThemeProvider } from '@mui/material/styles';
import Link from 'next/link';
import { useTranslations } from 'next-intl';

const theme = createTheme({ cssVariables: true });
/** As many entries as the menu of the person who is measured. */
const ENTRIES = 2;

export function Frame({ username }: { readonly username: string }) {
  const t = useTranslations('common');
  return (
    <ThemeProvider theme={theme}>
      <header>
        {t('product')} {username}
      </header>
      <nav>
        {Array.from({ length: ENTRIES }, (_, index) => (
          <Link key={index} href={`/empty?${index}`} prefetch={false}>
            {t('product')}
          </Link>
        ))}
      </nav>
      <main>{t('productLine')}</main>
    </ThemeProvider>
  );
}
