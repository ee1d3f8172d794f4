import { parseWallTime } from '@/lib/platform/i18n/format';
import { AppError, FieldError } from '@/lib/platform/contract/errors';

const DAY_MS = 86_400_000;

export interface DayRange {
  /** `yyyy-MM-dd` of Shanghai. */
  readonly startDate?: string;
  readonly endDate?: string;
}

/** @throws validation_failed naming each end that is missing (M15) */
function requireBoth(range: DayRange): void {
  const missing = (['startDate', 'endDate'] as const).filter((end) => !range[end]);
  if (missing.length === 0) return;
  throw new AppError('validation_failed', {
    messageKey: 'dateRangeRequired',
    data: { fieldKeys: Object.fromEntries(missing.map((end) => [end, 'dateRangeRequired'])) },
  });
}

/**
 * Both days included, as instants (api.md §1.6). Either end may be open unless `isRequired`.
 * @throws validation_failed: M15 at each missing end that `isRequired`, a range upside down or longer than `maxDays`
 */
export function dayRange(
  { startDate, endDate }: DayRange,
  { isRequired = false, maxDays }: { isRequired?: boolean; maxDays?: number } = {},
): { gte?: Date; lt?: Date } | undefined {
  if (isRequired) requireBoth({ startDate, endDate });
  const start = parseWallTime(startDate);
  const end = parseWallTime(endDate);
  if (start === undefined && end === undefined) return undefined;
  if (start !== undefined && end !== undefined) {
    if (start > end) throw new FieldError('startDate', 'dateOrder');
    if (maxDays !== undefined && (end - start) / DAY_MS + 1 > maxDays)
      throw new FieldError('endDate', 'dateSpan', { days: maxDays });
  }
  return {
    ...(start === undefined ? {} : { gte: new Date(start) }),
    ...(end === undefined ? {} : { lt: new Date(end + DAY_MS) }),
  };
}
