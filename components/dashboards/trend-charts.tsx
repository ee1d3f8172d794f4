'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { BarsChart } from '@/components/kit/charts/bars';
import { PieChart } from '@/components/kit/charts/pie';
import { StackedChart } from '@/components/kit/charts/stacked';
import type { getDashboardTrend } from '@/lib/features/dashboards/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { noonOf } from '@/lib/platform/i18n/shanghai';
import { monthRange, type DashboardLinks } from './dashboard-links';

interface Props {
  readonly data: OutputOf<typeof getDashboardTrend>;
  readonly links: DashboardLinks;
}

/** A month as an axis has room for it. */
function useMonthName() {
  const format = useFormatter();
  return (month: string) => format.dateTime(noonOf(`${month}-15`), { month: 'short' });
}

/** Twelve months: the equipment's own call-outs and the others, together all of them. */
export function MonthsChart({ data: { months, callbacks, equipmentCaused }, links }: Props) {
  const t = useTranslations('dashboards.months');
  const nameOf = useMonthName();
  const others = callbacks.map((all, index) => (all === null ? null : all - (equipmentCaused[index] ?? 0)));
  return (
    <StackedChart
      model={{
        title: t('callbacks'),
        names: months.map(nameOf),
        series: [
          {
            name: t('equipmentCaused'),
            values: equipmentCaused,
            hrefs: months.map((month) => links.own(monthRange(month))),
          },
          { name: t('others'), values: others, hrefs: months.map((month) => links.others(monthRange(month))) },
        ],
        words: { name: t('name') },
      }}
    />
  );
}

export function EntrapmentMonths({ data: { months, entrapments }, links }: Props) {
  const t = useTranslations('dashboards.months');
  const nameOf = useMonthName();
  return (
    <BarsChart
      isSecond
      model={{
        title: t('entrapments'),
        entries: months.map((month, index) => ({
          name: nameOf(month),
          value: entrapments[index] ?? null,
          isRunning: index === months.length - 1,
          href: links.trapped(monthRange(month)),
        })),
        words: { name: t('name'), value: t('entrapments') },
      }}
      legend={{ value: t('entrapments') }}
    />
  );
}

/** Why call-outs of the window were closed; customers read the same words (silent-screens D2). */
export function CausesChart({ data: { causes, from, until }, links }: Props) {
  const t = useTranslations('dashboards.causes');
  const reasons = useTranslations('callbacks.scsa');
  return (
    <PieChart
      whole={t('closed')}
      model={{
        title: t('title'),
        entries: causes.map(({ code, quantity }) => ({
          name: reasons.has(code) ? reasons(code) : code,
          value: quantity,
          href: links.reason({ from, until }, code),
        })),
        words: { name: t('reason'), value: t('count') },
      }}
    />
  );
}

export function EntrapmentHours({ data: { entrapmentHours } }: Props) {
  const t = useTranslations('dashboards.hours');
  const format = useFormatter();
  const sum = entrapmentHours.reduce((all, one) => all + one, 0);
  return (
    <BarsChart
      isSecond
      note={t('sum', { count: format.number(sum) })}
      model={{
        title: t('title'),
        entries: entrapmentHours.map((value, hour) => ({ name: String(hour), value })),
        words: { name: t('name'), value: t('value') },
      }}
      legend={{ value: t('value') }}
    />
  );
}
