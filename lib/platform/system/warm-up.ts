import { setTimeout as pause } from 'node:timers/promises';
import { isDraining } from './drain';
import { logger } from './log';

/**
 * The beginning of a process that people call. What is made at a first use (connections, the compiler of queries, the queries
 * themselves) takes a second or more where the machine is busy, and the first caller would wait for it. So the process uses it
 * once itself, and is not ready before.
 */

/** On globalThis because Next loads modules more than once. */
const holder = globalThis as typeof globalThis & { portalIsCold?: boolean };

/** The process has not used everything once yet: it answers, but is not ready. */
export const isCold = (): boolean => holder.portalIsCold === true;

export interface WarmUp {
  /** Does the database answer? It is asked until it does: before, no call could be answered anyway. */
  isThere(): Promise<boolean>;
  /** What is used, in this order; one that fails is left out. */
  readonly steps: readonly (() => Promise<unknown>)[];
}

const TIMES = { againMs: 500, mostMs: 15_000 };

/**
 * Runs the steps once, as soon as the database answers. Never throws: a step that fails, or takes too long, only leaves its part to
 * the first caller.
 * @param times when the database is asked again; the most that all steps together may take
 */
export async function warmUp({ isThere, steps }: WarmUp, { againMs, mostMs } = TIMES): Promise<void> {
  holder.portalIsCold = true;
  const log = logger('web');
  while (!isDraining() && !(await isThere().catch(() => false))) await pause(againMs, undefined, { ref: false });
  const startedAt = performance.now();
  const all = async () => {
    for (const step of steps)
      try {
        await step();
      } catch (error) {
        log.warn({ err: error }, 'a step of the warm-up failed');
      }
  };
  await Promise.race([all(), pause(mostMs, undefined, { ref: false })]);
  holder.portalIsCold = false;
  log.info({ ms: Math.round(performance.now() - startedAt) }, 'warmed up');
}
