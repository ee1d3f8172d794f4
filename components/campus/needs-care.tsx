'use client';

import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { StatusPill } from '@/components/ui/status-pill';
import type { StatusKind } from '@/components/ui/status';
import { unitsInNeed } from '@/lib/campus/needs-care';
import type { Need } from '@/lib/campus/needs-care';
import type { Wall } from './use-wall';
import styles from './summary-panel.module.css';

const KINDS: Readonly<Record<Need, StatusKind>> = { trapped: 'trapped', fault: 'fault', disconnected: 'disconnected', offline: 'offline' };

/** The units of this page that are not as they should be, worst first: found at a glance among a hundred. */
export const NeedsCare = memo(function NeedsCare({ units, statusOf }: Pick<Wall, 'units' | 'statusOf'>) {
  const t = useTranslations('campus');
  const needs = unitsInNeed(units, statusOf);
  return (
    <section className={styles.care} aria-labelledby="campus-care">
      <h2 className={styles.title} id="campus-care">{t('care.title')}<span className={styles.number}>{needs.length}</span></h2>
      {needs.length === 0
        ? <p className={styles.calm}>{t('care.none')}</p>
        : (
          <ul className={styles.list}>
            {needs.map(({ unit, need }) => (
              <li key={unit.equipmentNo} className={styles.item} data-need={need}>
                <span className={styles.unit} title={unit.equipmentNickName}>{unit.equipmentNickName}</span>
                <StatusPill status={KINDS[need]} look="plain" size="small">{t(`care.${need}`)}</StatusPill>
              </li>
            ))}
          </ul>
        )}
    </section>
  );
});
