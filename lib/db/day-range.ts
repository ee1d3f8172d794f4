import { parseWallTime } from '@/lib/i18n/format';
import { AppError, FieldError } from '@/lib/sms/errors';

const DAY_MS = 86_400_000;

export interface DayRange {
  /** `yyyy-MM-dd` of Shanghai. */
  readonly startDate?: string;
  readonly endDate?: string;
}

/**
 * Both days included, as instants (api.md §1.6). Either end may be open unless `isRequired`.
 * @throws bad_request (M15) without the ends, validation_failed for a range upside down or longer than `maxDays`
 */
export function dayRange({ startDate, endDate }: DayRange, { isRequired = false, maxDays }: { isRequired?: boolean; maxDays?: number } = {}): { gte?: Date; lt?: Date } | undefined {
  if (isRequired && (!startDate || !endDate)) throw new AppError('bad_request', { messageKey: 'dateRangeRequired' });
  const start = parseWallTime(startDate);
  const end = parseWallTime(endDate);
  if (start === undefined && end === undefined) return undefined;
  if (start !== undefined && end !== undefined) {
    if (start > end) throw new FieldError('startDate', 'dateOrder');
    if (maxDays !== undefined && (end - start) / DAY_MS + 1 > maxDays) throw new FieldError('endDate', 'dateSpan', { days: maxDays });
  }
  return { ...(start === undefined ? {} : { gte: new Date(start) }), ...(end === undefined ? {} : { lt: new Date(end + DAY_MS) }) };
}
