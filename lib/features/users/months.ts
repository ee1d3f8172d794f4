import { formatDate } from '@/lib/platform/i18n/format';

/** Months of Shanghai, `yyyy-MM`. Pure. */

/** `yyyy-MM` of the month before the one of this instant, the default of the filter. */
export function previousMonth(now: number): string {
  const [year = 0, month = 0] = formatDate(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/** `yyyy-MM` of this instant: the last month that can be asked for. */
export const currentMonth = (now: number) => formatDate(now).slice(0, 7);
