'use client';

import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS as enTexts, zhCN as zhTexts } from '@mui/x-date-pickers/locales';
import { enUS } from 'date-fns/locale/en-US';
import { zhCN } from 'date-fns/locale/zh-CN';
import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';

const TEXTS = {
  zh: zhTexts.components.MuiLocalizationProvider.defaultProps.localeText,
  en: enTexts.components.MuiLocalizationProvider.defaultProps.localeText,
};

/** Sets the page's language for the calendars inside. */
export function CalendarLocale({ children }: { readonly children: ReactNode }) {
  const isChinese = useLocale() === 'zh-CN';
  return (
    <LocalizationProvider
      dateAdapter={AdapterDateFns}
      adapterLocale={isChinese ? zhCN : enUS}
      localeText={isChinese ? TEXTS.zh : TEXTS.en}
    >
      {children}
    </LocalizationProvider>
  );
}
