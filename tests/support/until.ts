import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a machine that does much else: what has to be quick says how quick. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 20;

type Nothing = undefined | null | false | 0 | '';

/**
 * Waits for what a timer, another connection or another process does.
 * @param look nothing, false or 0 while it has not happened; what it throws ends the wait
 * @returns what `look` found
 * @throws Error with the words of `look`, when it has found nothing after `withinMs`
 */
export async function until<T>(
  look: () => T | Promise<T>,
  withinMs = PATIENCE_MS,
  everyMs = PAUSE_MS,
): Promise<Exclude<T, Nothing>> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, Nothing>;
    if (Date.now() > end) throw new Error(`It did not happen within ${withinMs} ms: ${look.toString()}`);
    await pause(everyMs);
  }
}

/** Waits as `until` does. @returns how long, ms */
export async function msUntil(look: () => unknown, withinMs: number, everyMs = PAUSE_MS): Promise<number> {
  const began = Date.now();
  await until(look, withinMs, everyMs);
  return Date.now() - began;
}
