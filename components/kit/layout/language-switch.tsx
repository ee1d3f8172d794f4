'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { ChoiceMenu } from '@/components/kit/ui/choice-menu';
import { LanguageIcon } from '@/components/kit/ui/icons';
import { writeCookie } from '@/lib/platform/i18n/browser-cookie';
import { LANGUAGE_COOKIE, LANGUAGES } from '@/lib/platform/i18n/languages';

/** The language switch; userType 1 does not get it (doc1 §1). Switching keeps what was typed on the page. */
export function LanguageSwitch() {
  const t = useTranslations('layout');
  const current = useLocale();
  const router = useRouter();
  return (
    <ChoiceMenu
      label={t('language')}
      hint={t('language')}
      icon={<LanguageIcon />}
      current={current}
      choices={LANGUAGES.map((language) => ({ value: language, text: t(`languageName.${language}`), lang: language }))}
      onChoose={(language) => {
        writeCookie(LANGUAGE_COOKIE, language);
        router.refresh();
      }}
    />
  );
}
