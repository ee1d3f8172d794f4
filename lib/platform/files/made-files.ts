import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { Transaction } from '@/lib/platform/db/transaction';
import { withStoredBytes, type Ownership } from './stored-files';
import { discardWaiting, newWaitingPath, type KeptType, type WaitingFile } from './waiting-room';

/** Files that the portal makes itself, kept as uploaded ones are. */

export interface MadeFile {
  readonly name: string;
  readonly type: KeptType;
  readonly bytes: Uint8Array;
}

/** One that is written while it is made, since it may be too large for the memory. */
interface GrowingFile {
  readonly name: string;
  readonly type: KeptType;
  readonly parts: AsyncIterable<Uint8Array>;
}

export type FileToKeep = MadeFile | GrowingFile;

export interface KeptFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

async function arrive(file: FileToKeep): Promise<WaitingFile> {
  const waitingPath = await newWaitingPath();
  const hash = createHash('sha256');
  let size = 0;
  async function* counted() {
    for await (const part of 'bytes' in file ? [file.bytes] : file.parts) {
      hash.update(part);
      size += part.byteLength;
      yield part;
    }
  }
  try {
    await writeFile(waitingPath, counted(), { mode: 0o600 });
  } catch (error) {
    await rm(waitingPath, { force: true });
    throw error;
  }
  return { name: file.name, type: file.type, size, sha256: hash.digest('hex'), waitingPath };
}

/**
 * Does work that may keep these files in a transaction of its own; those that it did not keep are removed.
 * @param work gets the function that keeps all of them
 */
export async function withMadeFiles<T>(
  files: readonly FileToKeep[],
  work: (keep: (sql: Transaction, owner: Ownership) => Promise<KeptFile[]>) => Promise<T>,
): Promise<T> {
  const waiting: WaitingFile[] = [];
  try {
    for (const file of files) waiting.push(await arrive(file));
    return await withStoredBytes(waiting, (keep) =>
      work(async (sql, owner) => {
        const paths = await keep(sql, owner);
        return waiting.map(({ name, size }, index) => ({ path: paths[index] ?? '', name, size }));
      }),
    );
  } finally {
    for (const file of waiting) await discardWaiting(file);
  }
}
