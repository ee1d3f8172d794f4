'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LineChart } from '@/components/kit/charts/line';
import { StackedChart } from '@/components/kit/charts/stacked';
import { MonthField } from '@/components/kit/form/month-field';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getEnergyDaily, type EnergyDay, type EnergySavingRow } from '@/lib/features/energy-saving/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { ChartSeries } from '@/lib/platform/charts/model';
import styles from './daily-dialog.module.css';

interface Props {
  readonly row: Pick<EnergySavingRow, 'equipmentNo' | 'equipmentName' | 'displayType'>;
  /** Those of the list, `yyyy-MM`. */
  readonly months: { readonly startMonth: string; readonly endMonth: string };
  readonly onClose: () => void;
}

/** Hours of a month's days stand side by side: a decimal less than in the list. */
const tenths = (hours: number | null) => (hours === null ? null : Math.round(hours * 10) / 10);

const SPEEDS = ['full', 'crawl', 'standby'] as const;

/** Energy and hours of a unit by day, a month at a time (silent-screens A4). */
export function DailyDialog({ row: { equipmentNo, equipmentName, displayType }, months, onClose }: Props) {
  const t = useTranslations('energySaving');
  const failureText = useFailureText();
  const [month, setMonth] = useState(months.endMonth);
  const { data, error, isValidating, mutate } = useSms(getEnergyDaily, {
    equipmentNo,
    startMonth: month,
    endMonth: month,
  });
  const isSeveral = months.startMonth !== months.endMonth;
  return (
    <DetailDialog title={t('action.chartOf', { name: equipmentName })} onClose={onClose} width="lg">
      {isSeveral && (
        <MonthField
          className={styles.month}
          label={t('filter.months')}
          value={month}
          min={months.startMonth}
          max={months.endMonth}
          onChange={(next) => next && setMonth(next)}
        />
      )}
      {error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
      ) : !data ? (
        <LoadingState size="row" />
      ) : (
        <Days days={data} hasSpeeds={displayType === 'ES' || displayType === 'WW'} />
      )}
    </DetailDialog>
  );
}

/** What a unit did on each day; nothing is drawn of what nobody counted. */
function Days({ days, hasSpeeds }: { readonly days: readonly EnergyDay[]; readonly hasSpeeds: boolean }) {
  const t = useTranslations('energySaving.daily');
  const hours: readonly ChartSeries[] = hasSpeeds
    ? SPEEDS.map((speed) => ({ name: t(speed), values: days.map((day) => tenths(day[`${speed}Hours`])) }))
    : [{ name: t('run'), values: days.map(({ operationHours }) => tenths(operationHours)) }];
  const isKnown = [days.map(({ energyCount }) => energyCount), ...hours.map(({ values }) => values)]
    .flat()
    .some((value) => value !== null);
  if (!isKnown) return <EmptyState size="row" title={t('none')} text={t('noneHint')} />;
  const names = days.map(({ date }) => date.slice(5));
  const words = { name: t('day') };
  const flagged = days.filter((day) => day.flagged).map(({ date }) => date.slice(5));
  return (
    <div className={styles.charts}>
      <StackedChart
        model={{ title: t('hours'), names, series: hours, words }}
        note={flagged.length > 0 && t('flagged', { days: flagged.join(', ') })}
      />
      <LineChart
        model={{
          title: t('energy'),
          names,
          series: [{ name: t('kwh'), values: days.map(({ energyCount }) => energyCount) }],
          words,
        }}
      />
    </div>
  );
}
