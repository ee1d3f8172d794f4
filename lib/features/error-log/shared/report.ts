import { note } from '@/lib/platform/local-log/recorder';
import { callSms } from '@/lib/platform/client/client';
import { saveErrorLog } from '../contract';

/**
 * Sends errors of this browser to the error log (silent-screens B6): few, each once, and without causing another error.
 */

const SAME_MS = 60_000;
const A_MINUTE = 10;
/**
 * These are no errors of the page: a resize that needed two rounds, a script of an extension, a page that is being
 * left.
 */
const NOISE = /ResizeObserver loop|Script error\.?$|^(AbortError|NEXT_)/;

const seen = new Map<string, number>();

function isWorthReporting(message: string, now: number): boolean {
  for (const [text, at] of seen) if (now - at > SAME_MS) seen.delete(text);
  if (NOISE.test(message) || seen.has(message) || seen.size >= A_MINUTE) return false;
  seen.set(message, now);
  return true;
}

/** Writes an error to the local log and sends it. Never throws, never waits. */
export function reportError(error: unknown, level: 'error' | 'warn' = 'error'): void {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2000);
  if (message === '' || !isWorthReporting(message, Date.now())) return;
  const stack = error instanceof Error ? error.stack?.slice(0, 8000) : undefined;
  note(level, 'page', message, { stack });
  callSms(saveErrorLog, {
    level,
    message,
    stack,
    route: window.location.pathname.slice(0, 200),
    userAgent: navigator.userAgent.slice(0, 300),
    at: Date.now(),
  }).catch(() => undefined);
}
