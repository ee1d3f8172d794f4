import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { ReceivedFile, type FileType } from '@/lib/platform/contract/received-file';
import type { Transaction } from '@/lib/platform/db/transaction';
import { discardWaiting, keepFile, newWaitingPath, type Ownership } from './stored-files';

/** Files that the portal makes itself, kept as uploaded ones are. */

export interface MadeFile {
  readonly name: string;
  readonly type: FileType;
  readonly bytes: Uint8Array;
}

export interface KeptFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

async function arrive({ name, type, bytes }: MadeFile): Promise<ReceivedFile> {
  const waitingPath = await newWaitingPath();
  await writeFile(waitingPath, bytes, { mode: 0o600 });
  return new ReceivedFile(name, type, bytes.byteLength, createHash('sha256').update(bytes).digest('hex'), waitingPath);
}

/**
 * Does work that may keep these files in a transaction of its own; those that it did not keep are removed.
 * @param work gets the function that keeps all of them
 */
export async function withMadeFiles<T>(
  files: readonly MadeFile[],
  work: (keep: (sql: Transaction, owner: Ownership) => Promise<KeptFile[]>) => Promise<T>,
): Promise<T> {
  const waiting: ReceivedFile[] = [];
  try {
    for (const file of files) waiting.push(await arrive(file));
    return await work(async (sql, owner) => {
      const kept: KeptFile[] = [];
      for (const file of waiting)
        kept.push({ path: await keepFile(sql, file, owner), name: file.name, size: file.size });
      return kept;
    });
  } finally {
    for (const file of waiting) await discardWaiting(file);
  }
}
