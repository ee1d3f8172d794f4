import { parseTime } from '@/lib/platform/i18n/format';
import type { LiveEntry, LiveStatus } from './live-message';

/**
 * Tolerant readers of live entries. Our gateway never sends such values, but a foreign back end may (api.md §1.7,
 * §3.4).
 */

/** A boolean, also as text; undefined when the key was never reported or is neither. */
export function readBoolean(entry: Pick<LiveEntry, 'value' | 'at'> | undefined): boolean | undefined {
  const value = entry?.value;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const lower = value.trim().toLowerCase();
  if (lower === 'true') return true;
  return lower === 'false' ? false : undefined;
}

/** A finite number, also as a string of digits; undefined otherwise. */
export function readNumber(entry: LiveEntry | undefined): number | undefined {
  const value = typeof entry?.value === 'string' && entry.value.trim() !== '' ? Number(entry.value) : entry?.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A text. Booleans become `true`/`false`, because the indoor zone uses both (doc2 §4.4). Empty text is undefined. */
export function readText(entry: LiveEntry | undefined): string | undefined {
  const value = entry?.value;
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * A moment as epoch milliseconds: a number, ISO 8601, or `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai (api.md §1.7).
 * undefined for anything else.
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  return parseTime(value);
}

/**
 * Nobody measured these: the online status and connection come from the clock and the links, and every message of a
 * walk repeats its version.
 */
const UNMEASURED: ReadonlySet<string> = new Set(['onlinestatus', 'connection', 'connected', 'controllerversion']);

/**
 * The age of a unit's data: when its box measured the newest value, epoch ms; undefined without any (readings 123).
 * `lastdata` gives this time for values that the box repeated unchanged.
 */
export function newestAt(status: LiveStatus): number | undefined {
  let newest: number | undefined;
  for (const [key, entry] of Object.entries(status)) {
    const at = UNMEASURED.has(key) ? undefined : readTime(key === 'lastdata' ? entry.value : entry.at);
    if (at !== undefined && (newest === undefined || at > newest)) newest = at;
  }
  return newest;
}
