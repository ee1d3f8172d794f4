import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import { isStoredName, sweepWaiting, uploads } from './stored-files';

/** Removes bytes without a row: a process ended between file and row, or a removal failed. */

/** Names looked up at a time. */
const BATCH = 1000;

const isMissing = (error: unknown) => (error as { code?: unknown }).code === 'ENOENT';

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Removes those of these files that were written before `before` and have no live row. */
async function removeRowless(places: ReadonlyMap<string, string>, before: number): Promise<number> {
  const known = await db().storedFile.findMany({
    where: { path: { in: [...places.keys()] }, deletedAt: null },
    select: { path: true },
  });
  const isKnown = new Set(known.map(({ path }) => path));
  let removed = 0;
  for (const [name, place] of places) {
    if (isKnown.has(name)) continue;
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs >= before) continue;
    await rm(place, { force: true });
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
  let removed = 0;
  let batch = new Map<string, string>();
  const flush = async () => {
    if (batch.size > 0) removed += await removeRowless(batch, before.getTime());
    batch = new Map();
  };
  for (const shelf of await namesIn(uploads())) {
    // Folders have the first two characters of their files as names; the waiting room does not.
    if (shelf.length !== 2) continue;
    for (const name of await namesIn(join(uploads(), shelf))) {
      if (isStoredName(name)) batch.set(name, join(uploads(), shelf, name));
      if (batch.size >= BATCH) await flush();
    }
  }
  await flush();
  if (removed > 0) logger('files').info({ removed }, 'files without a row were removed');
  return removed;
}
