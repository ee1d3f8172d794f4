'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { figureCell } from '@/components/facts/shared/figure-cell';
import { getEnergySummary } from '@/lib/features/energy-saving/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { InputOf } from '@/lib/platform/contract/operation';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import styles from './energy-head.module.css';

const FIGURES = [
  ['energyCount', 2],
  ['perUnitDay', 2],
  ['standbyShare', 2],
  ['savingShare', 2],
  ['savedCount', 2],
] as const;

/** All units of the list together: the sums of its rows (silent-screens A4). */
export function EnergyHead({ filters }: { readonly filters: InputOf<typeof getEnergySummary> }) {
  const t = useTranslations('energySaving');
  const format = useFormatter();
  const failureText = useFailureText();
  const { data, error } = useSms(getEnergySummary, filters);
  if (error) return <p className={styles.failed}>{failureText(error)}</p>;
  return (
    <dl className={styles.head} aria-busy={data === undefined}>
      {FIGURES.map(([name, decimals]) => {
        const value = data?.[name] ?? null;
        return (
          <div key={name}>
            <dt>{t(`head.${name}`)}</dt>
            <dd data-total={name}>
              {figureCell(format, value, decimals)}
              {value !== null && <span className={styles.unit}>{t(`unit.${name}`)}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
