import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import type { FileStore } from './file-store';
import { fileStore } from './open-store';
import { sweepWaiting } from './waiting-room';

/** Removes bytes without a row: a process ended between file and row, or a removal failed. */

/** Names looked up at a time. */
const BATCH = 1000;

/** Removes those of these files that were put there before `before` and have no live row. */
async function removeRowless(store: FileStore, names: readonly string[], before: number): Promise<number> {
  const known = await db().storedFile.findMany({
    where: { path: { in: [...names] }, deletedAt: null },
    select: { path: true },
  });
  const isKnown = new Set(known.map(({ path }) => path));
  let removed = 0;
  for (const name of names) {
    if (isKnown.has(name)) continue;
    const found = await store.stat(name);
    if (!found || found.at.getTime() >= before) continue;
    await store.remove(name);
    removed += 1;
  }
  return removed;
}

/**
 * Removes files older than `before` without a row. When no file has a row at all, it is probably the wrong database:
 * then nothing is removed.
 * @returns how many were removed
 */
export async function removeFilesWithoutRow(before: Date): Promise<number> {
  await sweepWaiting(before.getTime());
  if ((await db().storedFile.count({ take: 1 })) === 0) return 0;
  const store = fileStore();
  let removed = 0;
  let batch: string[] = [];
  const flush = async () => {
    if (batch.length > 0) removed += await removeRowless(store, batch, before.getTime());
    batch = [];
  };
  for await (const name of store.list()) {
    batch.push(name);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  if (removed > 0) logger('files').info({ removed }, 'files without a row were removed');
  return removed;
}
