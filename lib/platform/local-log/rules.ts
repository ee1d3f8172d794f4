import { formatDate } from '@/lib/platform/i18n/format';
import { withoutSecrets } from '@/lib/platform/secrets/secrets';

/** The log of this browser (doc1 §9, silent-screens B6): what is kept, and how much. Pure. */

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_MODULES = ['socket', 'video', 'request', 'page'] as const;
export type LogModule = (typeof LOG_MODULES)[number];

/** Days that are kept, including today. */
export const KEPT_DAYS = 7;
/** Bytes a day and user. */
export const MAX_DAY_BYTES = 5 * 1024 * 1024;
const MAX_MESSAGE = 500;
const MAX_DETAILS = 4000;
const DAY_MS = 86_400_000;

export interface LocalLogEntry {
  /** Epoch ms. */
  readonly at: number;
  /** `yyyy-MM-dd` of Shanghai. */
  readonly day: string;
  readonly username: string;
  readonly level: LogLevel;
  readonly module: LogModule;
  readonly message: string;
  /** JSON, or ''. */
  readonly details: string;
  /** The size of the entry, bytes. */
  readonly size: number;
}

const SECRET_NAMES = /pass|pwd|token|secret|authorization|code$/i;
function safeValue(value: unknown, name = '', depth = 0): unknown {
  if (SECRET_NAMES.test(name)) return '***';
  if (typeof value === 'string') return withoutSecrets(value.slice(0, 1000));
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return '…';
  if (Array.isArray(value)) return value.slice(0, 30).map((item) => safeValue(item, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, child]) => [key, safeValue(child, key, depth + 1)]),
  );
}

/** An entry as it is kept: without tokens, passwords and codes, phones masked, long things cut. */
export function entryOf(
  username: string,
  level: LogLevel,
  module: LogModule,
  message: string,
  details: unknown,
  at: number,
): LocalLogEntry {
  const text = withoutSecrets(message).slice(0, MAX_MESSAGE);
  const rest = details === undefined ? '' : (JSON.stringify(safeValue(details)) ?? '').slice(0, MAX_DETAILS);
  const entry = { at, day: formatDate(at), username, level, module, message: text, details: rest };
  return { ...entry, size: new TextEncoder().encode(JSON.stringify(entry)).length };
}

/** The days that may be stored. */
export function keptDays(now: number): string[] {
  return Array.from({ length: KEPT_DAYS }, (_, index) => formatDate(now - index * DAY_MS));
}

/** One entry as a line of an exported file. */
export const lineOf = ({ at, level, module, message, details }: LocalLogEntry, time: (at: number) => string) =>
  [time(at), level.toUpperCase(), module, message, details].filter(Boolean).join(' ');
