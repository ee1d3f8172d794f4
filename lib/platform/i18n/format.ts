import { isRealMoment } from './calendar';
import { fromWall, TIME_ZONE } from './shanghai';

/** Dates and times as people here read them: wall time of Asia/Shanghai (api.md §1.7), whatever zone the machine is in. */

const WALL_CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

interface WallParts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

function wallParts(at: number | Date): WallParts {
  const parts = Object.fromEntries(WALL_CLOCK.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (name: keyof WallParts) => parts[name] ?? '';
  return {
    year: part('year').padStart(4, '0'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

/** `yyyy-MM-dd HH:mm:ss` of an instant (epoch ms). */
export function formatDateTime(at: number | Date): string {
  const { year, month, day, hour, minute, second } = wallParts(at);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** `yyyy-MM-dd` of an instant (epoch ms). */
export function formatDate(at: number | Date): string {
  const { year, month, day } = wallParts(at);
  return `${year}-${month}-${day}`;
}

/** `HH:mm:ss` of an instant (epoch ms). */
export function formatTime(at: number | Date): string {
  const { hour, minute, second } = wallParts(at);
  return `${hour}:${minute}:${second}`;
}

/** `yyyyMMddHHmmss`, the stamp of file names (readings 20). */
export function fileStamp(at: number | Date): string {
  const { year, month, day, hour, minute, second } = wallParts(at);
  return `${year}${month}${day}${hour}${minute}${second}`;
}

/** Shanghai's first hours of year 1 are year 0 in UTC, which PostgreSQL does not read. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');

/**
 * Reads `yyyy-MM-dd HH:mm:ss` or `yyyy-MM-dd` (Asia/Shanghai wall time) as epoch ms; undefined for anything else, days and
 * times that do not exist among it.
 */
export function parseWallTime(text: string | null | undefined): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?$/.exec(text ?? '');
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match;
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (!isRealMoment(wall)) return undefined;
  return Math.max(FIRST_MOMENT, fromWall(Date.parse(`${wall}Z`)));
}

/** The same, or ISO 8601 with its zone. */
export function parseTime(text: string): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const at = parseWallTime(text) ?? (day !== undefined && !isRealMoment(day) ? NaN : Date.parse(text));
  return Number.isNaN(at) ? undefined : at;
}

export type RelativeTime =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours' | 'days' | 'months'; readonly count: number }
  | { readonly unit: 'date'; readonly date: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago an instant was (doc1 §9): just now below 60 s, minutes to 1 hour, hours to 1 day, days to 30 days, months
 * to 360 days, then the date (readings 20). An instant in the future (a clock ahead of ours) is just now.
 * The words are `common.relative.<unit>`.
 */
export function relativeTime(at: number, now: number): RelativeTime {
  const age = now - at;
  if (age < MINUTE) return { unit: 'now' };
  if (age < HOUR) return { unit: 'minutes', count: Math.floor(age / MINUTE) };
  if (age < DAY) return { unit: 'hours', count: Math.floor(age / HOUR) };
  if (age < 30 * DAY) return { unit: 'days', count: Math.floor(age / DAY) };
  if (age <= 360 * DAY) return { unit: 'months', count: Math.floor(age / (30 * DAY)) };
  return { unit: 'date', date: formatDate(at) };
}
