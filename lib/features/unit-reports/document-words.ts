import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';

/** How a report on a unit writes its words and numbers. Pure. */

/** What nobody knows. */
export const NONE = '-';

export function unitReportWords(language: Language) {
  const t = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'unitReports', key, params);
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const figure = (value: number | null) => (value === null ? NONE : numbers.format(value));
  /** Zero and missing are `-` (silent-screens E2, F6). */
  const amount = (value: number | null) => (value ? numbers.format(value) : NONE);
  const word = (namespace: 'callbacks' | 'maintenanceReports' | 'unitReports', key: string, stored: string) =>
    hasServerMessage(language, namespace, key) ? translateServer(language, namespace, key) : stored;
  const join = (names: readonly (string | null)[]) => names.filter(Boolean).join(t('comma'));
  return { language, t, figure, amount, word, join };
}
export type UnitReportWords = ReturnType<typeof unitReportWords>;
