'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { NONE } from '@/components/facts/shared/figure-cell';
import type { Kpi } from '@/lib/features/dashboards/contract';

const MINUTE_SEC = 60;
const HOUR_SEC = 3600;
type Unit = Pick<Kpi, 'key' | 'unit'>;
/** Restoring takes hours, everything before it minutes. */
const isHours = ({ key, unit }: Unit) => unit === 'seconds' && key === 'restoreTime';
const scaleOf = (kpi: Unit) => (kpi.unit !== 'seconds' ? 1 : isHours(kpi) ? HOUR_SEC : MINUTE_SEC);

/** How figures of dashboards are written: percent is cut, never rounded up (readings 229). */
export function useKpiWords() {
  const t = useTranslations('dashboards.unit');
  const format = useFormatter();
  const decimalsOf = ({ unit }: Unit) => (unit === 'percent' || unit === 'perYear' ? 2 : unit === 'count' ? 0 : 1);
  const valueOf = (kpi: Unit, value: number | null): string =>
    value === null ? NONE : format.number(value / scaleOf(kpi), { maximumFractionDigits: decimalsOf(kpi) });
  return {
    valueOf,
    unitOf: (kpi: Unit): string => t(kpi.unit === 'seconds' ? (isHours(kpi) ? 'hours' : 'minutes') : kpi.unit),
    changeOf: ({ value, previous, ...kpi }: Kpi): string => {
      const change = (value ?? 0) - (previous ?? 0);
      const arrow = change > 0 ? '▲' : change < 0 ? '▼' : '=';
      return `${arrow} ${valueOf(kpi, Math.abs(change))}`;
    },
  };
}
