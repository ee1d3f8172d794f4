import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';

/** How a report writes its words and numbers. Pure. */

/** What nobody knows. */
export const NONE = '-';

export function reportWords(language: Language) {
  const t = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'healthReport', key, params);
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const figure = (value: number | null) => (value === null ? NONE : numbers.format(value));
  /** Zero and missing averages are `-` (doc3 §9). */
  const average = (value: number | null) => (value ? numbers.format(value) : NONE);
  const word = (group: 'type' | 'status' | 'scsa', code: string | null, stored: string | null = code) =>
    code !== null && hasServerMessage(language, 'callbacks', `${group}.${code}`)
      ? translateServer(language, 'callbacks', `${group}.${code}`)
      : (stored ?? NONE);
  const formula = (key: string) => translateServer(language, 'facts', `figure.${key}.formula`);
  const join = (names: readonly string[]) => names.join(t('comma'));
  return { t, figure, average, word, formula, join };
}
export type ReportWords = ReturnType<typeof reportWords>;
