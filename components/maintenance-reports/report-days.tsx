'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
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
 * far from the other one, or on its wrong side, the other one moves: from where the person left it, because a day that
 * is typed passes through others (1 May on the way to 5 May), which lead nowhere.
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
  const moved = useRef<Partial<Record<'start' | 'end', { readonly from: string; readonly to: string }>>>({});
  /** Where the other day goes: its own place when that is within reach, else the nearest. @param now as it stands */
  const brought = (side: 'start' | 'end', now: string, [first, last]: readonly [string, string], nearest: string) => {
    const before = moved.current[side];
    const from = before?.to === now ? before.from : now;
    const to = from >= first && from <= last ? from : nearest;
    moved.current[side] = { from, to };
    return to;
  };
  const chooseStart = (day: string) => {
    setStart(day);
    if (!day || !end) return;
    const last = dayAfter(day, MAX_REPORT_DAYS);
    setEnd(brought('end', end, [day, last], last < today ? last : today));
  };
  const chooseEnd = (day: string) => {
    setEnd(day);
    if (!day || !start) return;
    const first = dayAfter(day, -MAX_REPORT_DAYS);
    setStart(brought('start', start, [first, day], first));
  };
  return (
    <div className={styles.dates} role="group" aria-label={label}>
      <DayField label={t('start')} value={start} onChange={chooseStart} max={today} problem={problem} />
      <DayField label={t('end')} value={end} onChange={chooseEnd} max={today} />
    </div>
  );
}
