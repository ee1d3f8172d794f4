import { formatDate } from '@/lib/platform/i18n/format';

const DAY_MS = 86_400_000;

/** Ranges of days that are asked for again and again. */
export const DATE_PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];
/** Both days included, `yyyy-MM-dd` of Shanghai. */
export interface DayPeriod {
  readonly startDate: string;
  readonly endDate: string;
}

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (utc: number) => new Date(utc).toISOString().slice(0, 10);

/** Days of a range, both ends included. */
export const spanOf = ({ startDate, endDate }: DayPeriod) => Math.round((at(endDate) - at(startDate)) / DAY_MS) + 1;

/** The last days up to today, for lists that start with them. */
export function recentDays(days: number, now = Date.now()): DayPeriod {
  return { startDate: formatDate(now - (days - 1) * DAY_MS), endDate: formatDate(now) };
}

/** What a preset means today; a month that is not over yet ends today. */
export function presetDays(preset: DatePreset, now = Date.now()): DayPeriod {
  const today = formatDate(now);
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const yesterday = dayOf(at(today) - DAY_MS);
  const lastOfLastMonth = dayOf(at(firstOfMonth) - DAY_MS);
  switch (preset) {
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: yesterday, endDate: yesterday };
    case 'last7':
      return recentDays(7, now);
    case 'last30':
      return recentDays(30, now);
    case 'thisMonth':
      return { startDate: firstOfMonth, endDate: today };
    case 'lastMonth':
      return { startDate: `${lastOfLastMonth.slice(0, 8)}01`, endDate: lastOfLastMonth };
  }
}
