import { formatDateTime, parseWallTime } from '@/lib/platform/i18n/format';
import { MAX_RECORD_HOURS } from './value-sets';

/** A recorded range, `yyyy-MM-dd HH:mm:ss`. */
export interface RecordRange {
  readonly beginTime: string;
  readonly endTime: string;
}

const HOUR_MS = 3_600_000;
/** What the fields hold at first. */
const FIRST_MS = 10 * 60_000;

/** What is wrong with a range, as the texts name it; undefined: nothing. */
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

/** The newest ten minutes of what is recorded, or of now where nothing is known. */
export function firstRange(newest: RecordRange | undefined, now: number): RecordRange {
  const end = parseWallTime(newest?.endTime) ?? now;
  const begin = Math.max(parseWallTime(newest?.beginTime) ?? 0, end - FIRST_MS);
  return { beginTime: formatDateTime(begin), endTime: formatDateTime(end) };
}

const DAY_MS = 24 * HOUR_MS;

/** A range with its times; whoever sees days alone chooses whole ones. */
export function wholeRange({ beginTime, endTime }: RecordRange): RecordRange {
  const [begin, end] = [parseWallTime(beginTime), parseWallTime(endTime)];
  if (begin === undefined || end === undefined) return { beginTime, endTime };
  const isDay = endTime.length === 10;
  return { beginTime: formatDateTime(begin), endTime: formatDateTime(isDay ? begin + DAY_MS : end) };
}
