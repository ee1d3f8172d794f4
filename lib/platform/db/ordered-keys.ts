import type { Transaction } from '@/lib/platform/db/transaction';
import { db } from './client';

/** Where a list's keys are read: the database, or one moment of it. */

/** Keys read by one statement. Few statements, because each one has to skip what the earlier ones read. */
const STEP = 50_000;
/** Rows read at a time: the amount in memory, whatever the size of an export. */
const CHUNK = 2000;
const TIME_OUT_MS = 120_000;

/**
 * All keys of a list in its own order, in chunks. All are read first, in one snapshot of the database, so that no row
 * comes twice or is missed while others write. They are kept as text, some 15 bytes each.
 * @param read a part of the keys; with `sql`, in that snapshot
 */
export async function* keysInOrder(
  read: (sql: Transaction, skip: number, take: number) => Promise<readonly string[]>,
  take = CHUNK,
): AsyncGenerator<string[]> {
  const stretches: string[] = [];
  await db().$transaction(
    async (sql) => {
      for (let isMore = true; isMore;) {
        const keys = await read(sql, stretches.length * STEP, STEP);
        stretches.push(JSON.stringify(keys));
        isMore = keys.length === STEP;
      }
    },
    { isolationLevel: 'RepeatableRead', timeout: TIME_OUT_MS },
  );
  for (let stretch = stretches.shift(); stretch !== undefined; stretch = stretches.shift()) {
    const keys = JSON.parse(stretch) as string[];
    for (let from = 0; from < keys.length; from += take) yield keys.slice(from, from + take);
  }
}
