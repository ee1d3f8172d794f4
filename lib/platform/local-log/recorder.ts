import { formatDate } from '@/lib/platform/i18n/format';
import { entryOf, type LocalLogEntry, type LogLevel, type LogModule } from './rules';
import { addEntries, dropOldDays } from './store';

/**
 * Records what happens in this browser into its own log (silent-screens B6), in batches and without slowing the page.
 * Without storage the browser loses log lines, not work. Nothing is kept before the sign-in.
 */

const FLUSH_MS = 1000;
const MAX_WAITING = 500;

let username: string | undefined;
let waiting: LocalLogEntry[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let writing: Promise<void> = Promise.resolve();
/** The day on which old days were dropped last. */
let sweptOn = '';

function dropOld(now: number): Promise<void> {
  sweptOn = formatDate(now);
  return dropOldDays(now).catch(() => undefined);
}

/** From now on entries belong to this user; undefined: no user, so nothing is kept. Deletes old days. */
export function startLocalLog(name: string | undefined): void {
  if (name === username) return;
  void flushLocalLog();
  username = name;
  if (name !== undefined && typeof indexedDB !== 'undefined') void dropOld(Date.now());
}

/** Records one entry. Returns at once. */
export function note(level: LogLevel, module: LogModule, message: string, details?: unknown): void {
  if (username === undefined || typeof indexedDB === 'undefined') return;
  // Too many entries at once lose the middle ones, so that memory stays bounded.
  if (waiting.length >= MAX_WAITING) return;
  waiting.push(entryOf(username, level, module, message, details, Date.now()));
  timer ??= setTimeout(() => void flushLocalLog(), FLUSH_MS);
}

/** Writes waiting entries; the log's own page calls it before reading. */
export function flushLocalLog(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const batch = waiting;
  waiting = [];
  const days = new Map<string, LocalLogEntry[]>();
  for (const entry of batch) days.set(entry.day, [...(days.get(entry.day) ?? []), entry]);
  writing = writing.then(async () => {
    for (const entries of days.values()) await addEntries(entries).catch(() => undefined);
    // A wall stays open for weeks, so old days are deleted at midnight too.
    if (batch.some(({ day }) => day > sweptOn)) await dropOld(Date.now());
  });
  return writing;
}
