import { useFormatter } from 'next-intl';
import type { ChartUnit } from '@/lib/platform/charts/model';

/** How a chart and its table write a value; what nobody knows is `-`. */
export function useChartWords(unit: ChartUnit = 'count') {
  const format = useFormatter();
  return (value: number | null | undefined): string => {
    if (value === null || value === undefined) return '-';
    const figure = format.number(value, { maximumFractionDigits: 2 });
    return unit === 'percent' ? `${figure}%` : figure;
  };
}
