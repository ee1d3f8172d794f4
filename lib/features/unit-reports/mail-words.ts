import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { UnitReportKind } from './document';
import type { UnitReportDocument } from './document-shape';
import type { EquipmentReport } from './report-contract';

/** Subject and text of e-mails with reports on units: what they are about, and what they found. Pure. */

/** So many units are named; of more their number is told, so that the text has room for the rest. */
const MAX_NAMED = 10;

export function reportMail(
  { title, subject, window, summary }: Pick<UnitReportDocument, 'title' | 'subject' | 'window' | 'summary'>,
  language: Language,
) {
  const t = (key: string) => translateServer(language, 'unitReports', `mail.${key}`, { name: subject, title, window });
  return { subject: t('subject'), text: [t('greeting'), t('attached'), '', ...summary].join('\n') };
}

interface Archive {
  readonly kind: UnitReportKind;
  /** Names of the projects, at least one. */
  readonly projects: readonly string[];
  /** At least one. */
  readonly reports: readonly EquipmentReport[];
}

/** Of an e-mail whose one file holds the reports on many units. */
export function archiveMail({ kind, projects, reports }: Archive, language: Language) {
  const t = (key: string, params?: Record<string, string | number>) =>
    translateServer(language, 'unitReports', key, params);
  const [first = ''] = projects;
  const days = reports[0]?.requestPayload;
  const words = {
    title: t(`title.${kind}`),
    window: t('window', { startDate: days?.startDate ?? '', endDate: days?.endDate ?? '' }),
    name: projects.length > 1 ? t('mail.several', { name: first, total: projects.length }) : first,
    units: reports.length,
  };
  const information = reports.map(({ equipmentInformation }) => equipmentInformation);
  const abnormal = information.filter(({ equipmentStatus }) => equipmentStatus === 'abnormal');
  const names = abnormal.slice(0, MAX_NAMED).map(({ equipmentName }) => equipmentName);
  const calls = information.reduce((sum, { callbackSum }) => sum + callbackSum, 0);
  return {
    subject: t('mail.subject', words),
    text: [
      t('mail.greeting'),
      t('mail.archive', words),
      '',
      t('mail.calls', { calls }),
      abnormal.length === 0
        ? t('mail.healthy')
        : t(abnormal.length > MAX_NAMED ? 'mail.abnormalMore' : 'mail.abnormal', {
            total: abnormal.length,
            names: names.join(t('comma')),
          }),
    ].join('\n'),
  };
}
