import { parseWallTime } from '@/lib/platform/i18n/format';
import { AppError, FieldError } from '@/lib/platform/contract/errors';

const DAY_MS = 86_400_000;

export interface DayRange {
  /** `yyyy-MM-dd` of Shanghai. */
  readonly startDate?: string;
  readonly endDate?: string;
}

/** The names of the two ends in the input. */
interface EndNames {
  readonly startDate: string;
  readonly endDate: string;
}
const OWN_NAMES: EndNames = { startDate: 'startDate', endDate: 'endDate' };

/** @throws validation_failed naming each end that is missing (M15) */
function requireBoth(range: DayRange, names: EndNames): void {
  const missing = (['startDate', 'endDate'] as const).filter((end) => !range[end]);
  if (missing.length === 0) return;
  throw new AppError('validation_failed', {
    messageKey: 'dateRangeRequired',
    data: { fieldKeys: Object.fromEntries(missing.map((end) => [names[end], 'dateRangeRequired'])) },
  });
}

/**
 * Both days included, as instants (api.md §1.6). Each end may be open unless `isRequired`.
 * @throws validation_failed: M15 at each missing end that `isRequired`, a range that ends before it starts or is longer
 * than `maxDays`
 */
export function dayRange(
  { startDate, endDate }: DayRange,
  { isRequired = false, maxDays, names = OWN_NAMES }: { isRequired?: boolean; maxDays?: number; names?: EndNames } = {},
): { gte?: Date; lt?: Date } | undefined {
  if (isRequired) requireBoth({ startDate, endDate }, names);
  const start = parseWallTime(startDate);
  const end = parseWallTime(endDate);
  if (start === undefined && end === undefined) return undefined;
  if (start !== undefined && end !== undefined) {
    if (start > end) throw new FieldError(names.startDate, 'dateOrder');
    if (maxDays !== undefined && (end - start) / DAY_MS + 1 > maxDays)
      throw new FieldError(names.endDate, 'dateSpan', { days: maxDays });
  }
  return {
    ...(start === undefined ? {} : { gte: new Date(start) }),
    ...(end === undefined ? {} : { lt: new Date(end + DAY_MS) }),
  };
}
