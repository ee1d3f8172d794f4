import { fillBack } from '@/lib/features/facts/internal/backfill';
import { pool } from '@/lib/platform/db/client';
import { serveOrders } from '../support/child';

/** The job that makes the sums of all days, again and again while it is `on`. It answers how many days it made so far. */

let ending: AbortController | undefined;
let working: Promise<void> = Promise.resolve();
let days = 0;

async function work(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pool().query(`DELETE FROM setting WHERE key LIKE 'facts.rolled%'`);
    await fillBack(Date.now(), {
      signal,
      progress: () => {
        days += 1;
        return Promise.resolve();
      },
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

serveOrders(1, async ({ on = 0 }) => {
  if (on === 1 && !ending) {
    ending = new AbortController();
    working = work(ending.signal);
  } else if (on === 0) {
    ending?.abort();
    ending = undefined;
    await working;
  }
  return { days };
});
