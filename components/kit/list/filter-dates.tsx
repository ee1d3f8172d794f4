'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { DayField } from '@/components/kit/form/day-field';
import { useFilterCheck, useFilterDraft } from './filter-bar';
import styles from './filter-bar.module.css';

interface Props {
  /** What the range is of, for those who cannot see that the two belong together. */
  readonly label: string;
  readonly startName?: string;
  readonly endName?: string;
  /** No search without a range. */
  readonly isRequired?: boolean;
  readonly maxDays?: number;
}

const DAY_MS = 86_400_000;

/** A range of days: both ends or none (silent-screens R9), the first before the last. */
export function FilterDates({
  label,
  startName = 'startDate',
  endName = 'endDate',
  isRequired = false,
  maxDays,
}: Props) {
  const t = useTranslations('list.dates');
  const [start, setStart] = useFilterDraft(startName);
  const [end, setEnd] = useFilterDraft(endName);
  const problem = useFilterCheck(
    startName,
    useCallback(
      (values) => {
        const [from, to] = [String(values[startName] ?? ''), String(values[endName] ?? '')];
        if (!from && !to) return isRequired ? t('both') : undefined;
        if (!from || !to) return t('both');
        if (from > to) return t('order');
        const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
        return maxDays !== undefined && days > maxDays ? t('span', { days: maxDays }) : undefined;
      },
      [startName, endName, isRequired, maxDays, t],
    ),
  );
  return (
    <div className={styles.dates} role="group" aria-label={label}>
      <DayField
        label={t('start')}
        value={String(start)}
        onChange={setStart}
        problem={problem}
        isClearable={!isRequired}
      />
      <DayField label={t('end')} value={String(end)} onChange={setEnd} isClearable={!isRequired} />
    </div>
  );
}
