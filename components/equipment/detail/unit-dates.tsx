'use client';

import { useTranslations } from 'next-intl';
import type { UnitData } from './unit-data';
import { useMaintenanceWord } from './use-maintenance-word';
import styles from './unit-side.module.css';

/** Last and next maintenance and inspection (doc2 §2.4): each by its own look-up; one that failed says so. */
export function UnitDates({ unit: { maintenance, inspection } }: { readonly unit: UnitData }) {
  const t = useTranslations('equipmentDetail.dates');
  const missing = useTranslations('common')('missing');
  const typeWord = useMaintenanceWord();
  const failed = t('failed');
  const late = inspection?.state === 'OVERDUE' && inspection.daysLeft !== null && inspection.daysLeft < 0;
  const dates = [
    {
      key: 'lastMaintenance',
      value: maintenance ? (maintenance.maintenanceDate ?? missing) : failed,
      aside: maintenance?.maintenanceType ? typeWord(maintenance.maintenanceType) : null,
    },
    { key: 'nextMaintenance', value: maintenance ? (maintenance.nextPlanDate ?? missing) : failed, aside: null },
    {
      key: 'lastInspection',
      value: inspection ? (inspection.lastInspectionDate ?? t('unregistered')) : failed,
      aside: inspection?.result === 'fail' ? t('inspectionFailed') : null,
    },
    {
      key: 'nextInspection',
      value: inspection ? (inspection.nextInspectionDate ?? t('unregistered')) : failed,
      aside: late ? t('overdueBy', { days: -(inspection.daysLeft ?? 0) }) : null,
      isOverdue: inspection?.state === 'OVERDUE',
    },
  ];
  return (
    <dl className={styles.dates} aria-label={t('label')}>
      {dates.map(({ key, value, aside, isOverdue }) => (
        <div className={styles.date} key={key} data-overdue={isOverdue || undefined}>
          <dt>{t(key)}</dt>
          <dd>
            {value}
            {aside && <div className={styles.aside}>{aside}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
