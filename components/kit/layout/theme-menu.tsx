'use client';

import { useTranslations } from 'next-intl';
import type { ThemeName } from '@/components/kit/theme/theme-names';
import { useThemeName } from '@/components/kit/theme/theme-provider';
import { ChoiceMenu } from '@/components/kit/ui/choice-menu';
import { MoonIcon, ScreenIcon, SunIcon } from '@/components/kit/ui/icons';

const ICONS: Readonly<Record<ThemeName, typeof SunIcon>> = {
  dayTheme: SunIcon,
  nightTheme: MoonIcon,
  blueTheme: ScreenIcon,
};

/** The switch of the three themes (doc1 §1). It needs nothing around it, so any page may use it. */
export function ThemeMenu() {
  const t = useTranslations('layout');
  const { theme, themes, setTheme } = useThemeName();
  const Icon = ICONS[theme];
  return (
    <ChoiceMenu
      label={`${t('theme')}: ${t(`themeName.${theme}`)}`}
      hint={t('theme')}
      icon={<Icon />}
      current={theme}
      choices={themes.map((name) => {
        const Own = ICONS[name];
        return { value: name, text: t(`themeName.${name}`), icon: <Own size={18} /> };
      })}
      onChoose={setTheme}
    />
  );
}
