import { actOnFindings } from '@/lib/features/detector/internal/finding-queue';
import { moveSymptoms, tick } from '@/lib/features/detector/internal/clock';
import { type ContextKeeper } from '@/lib/features/detector/internal/context';
import { logger } from '@/lib/platform/system/log';

/** The detector in the gateway: runs its clock, and handles at once what a batch found. */

const TICK_MS = 1000;
const SYMPTOMS_MS = 5000;

/** Handles findings right after the commit that wrote them, until none is due. One run at a time; a call meanwhile causes another run. */
export function findingsRunner(now: () => number): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  const run = async () => {
    while (isWanted && !isStopped) {
      isWanted = false;
      if (await actOnFindings(new Date(now()))) isWanted = true;
    }
  };
  const wake = () => {
    isWanted = true;
    running ??= run()
      // The clock tries again in a second.
      .catch((error: unknown) => logger('detector').warn({ err: error }, 'findings wait'))
      .finally(() => {
        running = undefined;
        if (isWanted && !isStopped) wake();
      });
  };
  return {
    wake,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

/** Starts the clock. @returns a function that stops it and waits for the last check */
export function startDetectorClock(keeper: ContextKeeper, now: () => number = Date.now): () => Promise<void> {
  const repeat = (ms: number, work: () => Promise<unknown>) => {
    let running: Promise<void> | undefined;
    const timer = setInterval(() => {
      running ??= work()
        .then(
          () => undefined,
          (error: unknown) => logger('detector').warn({ err: error }, 'the clock failed, will look again'),
        )
        .finally(() => {
          running = undefined;
        });
    }, ms);
    return async () => {
      clearInterval(timer);
      await running;
    };
  };
  let isStopped = false;
  const stops = [
    repeat(TICK_MS, async () => {
      while ((await tick(now(), await keeper.context())) && !isStopped);
    }),
    repeat(SYMPTOMS_MS, () => moveSymptoms(new Date(now()))),
  ];
  return async () => {
    isStopped = true;
    for (const stop of stops) await stop();
  };
}
