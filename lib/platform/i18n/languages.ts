/** The two languages of the interface; zh-CN is the default (doc1 §1). Codes in the interface are zh-cn and en. */
export const LANGUAGES = ['zh-CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'zh-CN';
export const LANGUAGE_COOKIE = 'language';

/** Reads a language from a cookie value or an Accept-Language header; anything else gives the default. */
export function parseLanguage(value: string | null | undefined): Language {
  const first = value?.split(',')[0]?.trim().toLowerCase() ?? '';
  return first.startsWith('en') ? 'en' : DEFAULT_LANGUAGE;
}
