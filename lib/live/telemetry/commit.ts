import type pg from 'pg';
import type { DetectorContext } from '@/lib/live/detector/active-rules';
import { isDataError } from '@/lib/platform/db/failure';
import { logger } from '@/lib/platform/system/log';
import { runBatch, type BatchItem, type BatchOutcome } from './batch';
import { ingestMetrics } from './metrics';

/** Commits a batch, however often the database is unavailable meanwhile. */

export interface CommitterOptions<T extends BatchItem> {
  pool: () => pg.Pool;
  now: () => number;
  /** What the symptom rules need now; absent: no rule is checked. */
  detector?: (() => Promise<DetectorContext | undefined>) | undefined;
  /** The process ends: a few more attempts, then the rest stays unacknowledged. */
  isEnding: () => boolean;
  onCommitted: (items: readonly T[], outcome: BatchOutcome) => void;
  /** A message that no transaction can store. */
  onUnstorable: (item: T) => void;
}

/** Pauses stay short: a refused connection costs little, and boxes wait for their acks. */
const BACK_OFF_MS = [50, 100, 250, 500];
const LAST_TRIES = 3;

export class Committer<T extends BatchItem> {
  readonly #options: CommitterOptions<T>;
  readonly #log = logger('ingest');

  constructor(options: CommitterOptions<T>) {
    this.#options = options;
  }

  /** Runs the batch until it is committed. Only a batch that can never be committed is split. */
  async commit(items: readonly T[]): Promise<void> {
    const { isEnding, onCommitted } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      let outcome: BatchOutcome;
      try {
        outcome = await this.#run(items, attempt > 0);
      } catch (error) {
        if (isHopeless(error)) return this.#takeApart(items, error);
        if (attempt === 0)
          this.#log.warn({ err: error, messages: items.length }, 'batch not committed, trying again until it is');
        ingestMetrics.retries().inc();
        if (isEnding() && attempt >= LAST_TRIES) return;
        await new Promise((resolve) => setTimeout(resolve, BACK_OFF_MS[Math.min(attempt, BACK_OFF_MS.length - 1)]));
        continue;
      }
      onCommitted(items, outcome);
      return;
    }
  }

  async #takeApart(items: readonly T[], error: unknown): Promise<void> {
    const [first] = items;
    if (items.length > 1) {
      const middle = Math.ceil(items.length / 2);
      await this.commit(items.slice(0, middle));
      await this.commit(items.slice(middle));
    } else if (first) {
      this.#log.error(
        { err: error, leaf: first.message.leaf, cubeNo: first.cubeNo },
        'message cannot be stored, refused',
      );
      this.#options.onUnstorable(first);
    }
  }

  async #run(items: readonly T[], isRetry: boolean): Promise<BatchOutcome> {
    const detector = await this.#options.detector?.();
    const client = await this.#options.pool().connect();
    let failure: Error | undefined;
    // A server that dies between two statements emits an event. Without a listener it would end the process.
    const onError = (error: Error) => {
      failure = error;
    };
    client.on('error', onError);
    try {
      return await runBatch(client, items, { now: this.#options.now(), isRetry, detector });
    } catch (error) {
      if (!isHopeless(error)) failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(failure);
    }
  }
}

/** Errors of the data or of our own code: another attempt cannot help. */
function isHopeless(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || isDataError(error);
}
