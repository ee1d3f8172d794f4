import { formatDate } from '@/lib/platform/i18n/format';
import { entryOf, type LocalLogEntry, type LogLevel, type LogModule } from './rules';
import { addEntries, dropOldDays } from './store';

/**
 * Takes what happens in this browser into its own log (silent-screens B6), in batches, and never in anybody's way: a browser
 * without storage loses lines, not work. Nothing is kept before somebody is signed in.
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

/** From now on entries are this user's; undefined: nobody's, so nothing is kept. Old days go. */
export function startLocalLog(name: string | undefined): void {
  if (name === username) return;
  void flushLocalLog();
  username = name;
  if (name !== undefined && typeof indexedDB !== 'undefined') void dropOld(Date.now());
}

/** Notes one thing. Returns at once. */
export function note(level: LogLevel, module: LogModule, message: string, details?: unknown): void {
  if (username === undefined || typeof indexedDB === 'undefined') return;
  // A storm costs its middle, never memory.
  if (waiting.length >= MAX_WAITING) return;
  waiting.push(entryOf(username, level, module, message, details, Date.now()));
  timer ??= setTimeout(() => void flushLocalLog(), FLUSH_MS);
}

/** Writes what is waiting; the log's own page calls it before it reads. */
export function flushLocalLog(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const batch = waiting;
  waiting = [];
  const days = new Map<string, LocalLogEntry[]>();
  for (const entry of batch) days.set(entry.day, [...(days.get(entry.day) ?? []), entry]);
  writing = writing.then(async () => {
    for (const entries of days.values()) await addEntries(entries).catch(() => undefined);
    // A wall stays open for weeks: its old days go at midnight.
    if (batch.some(({ day }) => day > sweptOn)) await dropOld(Date.now());
  });
  return writing;
}
