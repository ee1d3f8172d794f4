import type pg from 'pg';
import { logger } from '@/lib/system/log';
import { runBatch, type BatchItem, type BatchOutcome } from './batch';
import { ingestMetrics } from './metrics';
import type { RejectBook, RejectRow } from './rejects';

/** Getting a batch committed, however often the database goes away meanwhile (design §5). */

export interface CommitterOptions<T extends BatchItem> {
  pool: () => pg.Pool;
  now: () => number;
  /** Rows of refusals travel with the next batch. */
  rejects: RejectBook;
  /** The process ends: a few more tries, then what is left stays unacknowledged. */
  isEnding: () => boolean;
  onCommitted: (items: readonly T[], outcome: BatchOutcome) => void;
  /** A message that no transaction can store. */
  onUnstorable: (item: T) => void;
}

const BACK_OFF_MS = [50, 100, 250, 500, 1000, 2000];
const LAST_TRIES = 3;

export class Committer<T extends BatchItem> {
  readonly #options: CommitterOptions<T>;
  readonly #log = logger('ingest');

  constructor(options: CommitterOptions<T>) {
    this.#options = options;
  }

  /** Runs the batch until it is committed. Only a batch that can never be committed is taken apart. */
  async commit(items: readonly T[]): Promise<void> {
    const { rejects, isEnding, onCommitted } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const rows = rejects.takeRows();
      let outcome: BatchOutcome;
      try {
        outcome = await this.#run(items, rows, attempt > 0);
      } catch (error) {
        if (isDataError(error)) return this.#takeApart(items, error);
        rejects.giveBack(rows);
        if (attempt === 0) this.#log.warn({ err: error, messages: items.length }, 'batch not committed, trying again until it is');
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
      this.#log.error({ err: error, leaf: first.message.leaf, cubeNo: first.cubeNo }, 'message cannot be stored, refused');
      this.#options.onUnstorable(first);
    }
  }

  async #run(items: readonly T[], rows: readonly RejectRow[], isRetry: boolean): Promise<BatchOutcome> {
    const client = await this.#options.pool().connect();
    let failure: Error | undefined;
    // A server that dies between two statements tells it by an event; without a listener it would end the process.
    const onError = (error: Error) => { failure = error; };
    client.on('error', onError);
    try {
      return await runBatch(client, items, rows, { now: this.#options.now(), isRetry });
    } catch (error) {
      if (!isDataError(error)) failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(failure);
    }
  }
}

/** Errors of the data itself (SQLSTATE 22, 23) and of our code: trying again cannot help. Everything else may pass. */
function isDataError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code);
}
