import { parseTheme, THEME_COOKIE, type ThemeName } from '@/components/kit/theme/theme-names';
import { LANGUAGE_COOKIE, parseLanguage, type Language } from '@/lib/platform/i18n/languages';

function cookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Language and theme from this browser, for the one page that the server cannot prepare. */
export const browserLanguage = (): Language => parseLanguage(cookie(LANGUAGE_COOKIE));
export const browserTheme = (): ThemeName => parseTheme(cookie(THEME_COOKIE));
