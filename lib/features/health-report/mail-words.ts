import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { HealthReportFile } from './pdf';

/** Subject and text of the e-mail that a report goes with: what it is about, and what it found. Pure. */
export function mailWords({ document, names }: Pick<HealthReportFile, 'document' | 'names'>, language: Language) {
  const t = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'healthReport', `mail.${key}`, params);
  const [first = ''] = names;
  const name = names.length > 1 ? t('several', { name: first, total: names.length }) : first;
  const { title, window, summary } = document;
  return {
    subject: t('subject', { name, title, window }),
    text: [t('greeting'), t('attached', { name, title, window }), '', ...summary].join('\n'),
  };
}
