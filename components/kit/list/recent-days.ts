import { formatDate } from '@/lib/platform/i18n/format';

const DAY_MS = 86_400_000;

/** The last days up to today, for lists that start with them. */
export function recentDays(days: number, now = Date.now()): { startDate: string; endDate: string } {
  return { startDate: formatDate(now - (days - 1) * DAY_MS), endDate: formatDate(now) };
}
