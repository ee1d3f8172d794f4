import { formatDateTime, parseWallTime } from '@/lib/platform/i18n/format';
import { tellsTime } from '@/lib/platform/i18n/shown-moment';
import { MAX_RECORD_HOURS } from '../value-sets';

/** A recorded range, `yyyy-MM-dd HH:mm:ss`. */
export interface RecordRange {
  readonly beginTime: string;
  readonly endTime: string;
}

const HOUR_MS = 3_600_000;
/** The initial values of the fields. */
const FIRST_MS = 10 * 60_000;

/** What is wrong with a range, as a text key; undefined: nothing. */
export function rangeProblem(
  { beginTime, endTime }: RecordRange,
  now: number,
): 'required' | 'order' | 'tooLong' | 'future' | undefined {
  const [begin, end] = [parseWallTime(beginTime), parseWallTime(endTime)];
  if (begin === undefined || end === undefined) return 'required';
  if (end <= begin) return 'order';
  if (begin > now) return 'future';
  return end - begin > MAX_RECORD_HOURS * HOUR_MS ? 'tooLong' : undefined;
}

/** The newest ten recorded minutes, or the last ten minutes when no recording is known. */
export function firstRange(newest: RecordRange | undefined, now: number): RecordRange {
  const end = parseWallTime(newest?.endTime) ?? now;
  const begin = Math.max(parseWallTime(newest?.beginTime) ?? 0, end - FIRST_MS);
  return { beginTime: formatDateTime(begin), endTime: formatDateTime(end) };
}

const DAY_MS = 24 * HOUR_MS;

/** A range with its times. A reader who sees dates only chooses whole days. */
export function wholeRange({ beginTime, endTime }: RecordRange): RecordRange {
  const [begin, end] = [parseWallTime(beginTime), parseWallTime(endTime)];
  if (begin === undefined || end === undefined) return { beginTime, endTime };
  return { beginTime: formatDateTime(begin), endTime: formatDateTime(tellsTime(endTime) ? end : begin + DAY_MS) };
}
