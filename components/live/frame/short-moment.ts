import { formatDate } from '@/lib/platform/i18n/format';

/**
 * `HH:mm` of a time as the server writes it, with its date when that is not today; a date alone stays a date. Pure
 * except for the clock.
 */
export function shortMoment(time: string, now: number = Date.now()): string {
  const [day = '', clock = ''] = time.split(' ');
  const shown = clock.slice(0, 5);
  if (shown === '') return day;
  return day === formatDate(now) ? shown : `${day.slice(5)} ${shown}`;
}
