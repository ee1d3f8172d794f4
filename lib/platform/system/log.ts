import pino, { type Logger } from 'pino';
import { config } from '@/lib/config';

/** Structured log of a process. Secrets never reach it: callers log ids, codes and names, not bodies. */
let root: Logger | undefined;

/** A logger with the name of its part (`door`, `ingest`, `realtime`). */
export function logger(part: string): Logger {
  root ??= pino({ level: config().logLevel, base: { pid: process.pid } });
  return root.child({ part });
}
