'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { MonthField } from '@/components/kit/form/month-field';
import { useFilterCheck, useFilterDraft, useFilterLabel } from './filter-bar';
import styles from './filter-bar.module.css';

interface MonthProps {
  readonly name: string;
  readonly label?: string;
  /** The first and the last month that can be chosen. */
  readonly min?: string;
  readonly max?: string;
}

/** A month as a filter, `yyyy-MM`. It is never empty: the list has a standing one. */
export function FilterMonth({ name, label: given, min, max }: MonthProps) {
  const label = useFilterLabel(name, given);
  const [value, setValue] = useFilterDraft(name);
  return (
    <MonthField className={styles.month} label={label} value={String(value)} min={min} max={max} onChange={setValue} />
  );
}

interface RangeProps {
  /** What the range is of, for those who cannot see that the two belong together; `filter.months` where nothing is said. */
  readonly label?: string;
  readonly startName?: string;
  readonly endName?: string;
  /** The first and the last month that can be chosen. */
  readonly min?: string;
  readonly max?: string;
  readonly maxMonths?: number;
  /** What a range of more months is told. */
  readonly tooMany?: string;
}

const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** A range of months, both ends included; neither is ever empty: the list has standing ones. */
export function FilterMonths({
  label: given,
  startName = 'startMonth',
  endName = 'endMonth',
  min,
  max,
  maxMonths,
  tooMany,
}: RangeProps) {
  const t = useTranslations('list.months');
  const label = useFilterLabel('months', given);
  const [start, setStart] = useFilterDraft(startName);
  const [end, setEnd] = useFilterDraft(endName);
  const problem = useFilterCheck(
    startName,
    useCallback(
      (values) => {
        const [from, to] = [String(values[startName] ?? ''), String(values[endName] ?? '')];
        if (!from || !to) return t('both');
        if (from > to) return t('order');
        const months = count(to) - count(from) + 1;
        return maxMonths !== undefined && months > maxMonths
          ? (tooMany ?? t('span', { months: maxMonths }))
          : undefined;
      },
      [startName, endName, maxMonths, tooMany, t],
    ),
  );
  return (
    <div className={styles.months} role="group" aria-label={label}>
      <MonthField label={t('start')} value={String(start)} min={min} max={max} onChange={setStart} problem={problem} />
      <MonthField label={t('end')} value={String(end)} min={min} max={max} onChange={setEnd} />
    </div>
  );
}
