'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { DayField } from '@/components/kit/form/day-field';
import { spanOf } from '@/components/kit/list/date-presets';
import { useFilterCheck, useFilterDraft, useFilterLabel } from '@/components/kit/list/filter-bar';
import styles from '@/components/kit/list/filter-bar.module.css';
import { MAX_REPORT_DAYS } from '@/lib/features/maintenance-reports/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { dayAfter } from '@/lib/features/facts/shared/days';

/** Days between two days. */
const apart = (startDate: string, endDate: string) => spanOf({ startDate, endDate }) - 1;

/**
 * The days of reports: both required, not in the future, at most 60 days apart (doc3 §5). When the chosen day is too
 * far from the other one, or on its wrong side, the other one moves.
 */
export function ReportDays() {
  const t = useTranslations('list.dates');
  const label = useFilterLabel('dates');
  const [today] = useState(() => formatDate(Date.now()));
  const [startText, setStart] = useFilterDraft('startDate');
  const [endText, setEnd] = useFilterDraft('endDate');
  const [start, end] = [String(startText), String(endText)];
  const problem = useFilterCheck(
    'startDate',
    useCallback(
      ({ startDate, endDate }) => {
        const [from, to] = [String(startDate ?? ''), String(endDate ?? '')];
        if (!from || !to) return t('both');
        if (to > today) return t('future');
        if (from > to) return t('order');
        return apart(from, to) > MAX_REPORT_DAYS ? t('span', { days: MAX_REPORT_DAYS }) : undefined;
      },
      [t, today],
    ),
  );
  const chooseStart = (day: string) => {
    setStart(day);
    if (!day || !end) return;
    const last = dayAfter(day, MAX_REPORT_DAYS);
    if (end < day || end > last) setEnd(last < today ? last : today);
  };
  const chooseEnd = (day: string) => {
    setEnd(day);
    if (!day || !start) return;
    const first = dayAfter(day, -MAX_REPORT_DAYS);
    if (start > day || start < first) setStart(first);
  };
  return (
    <div className={styles.dates} role="group" aria-label={label}>
      <DayField label={t('start')} value={start} onChange={chooseStart} max={today} problem={problem} />
      <DayField label={t('end')} value={end} onChange={chooseEnd} max={today} />
    </div>
  );
}
