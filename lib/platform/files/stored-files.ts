import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { db } from '@/lib/platform/db/client';
import type { StoredFile, StoredFileKind } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ByteRange } from '@/lib/platform/contract/file-answer';
import { logger } from '@/lib/platform/system/log';
import { fileStore } from './open-store';
import { isStoredName, newStoredName } from './stored-names';
import { KEPT_MIMES, type WaitingFile } from './waiting-room';

/**
 * Files that users uploaded or the portal made (api.md §1.8, §5.3 StoredFile): bytes in the file store, outside of
 * everything that is served, under random names. The row and the feature that owns its kind decide who may see a file.
 */

export interface Ownership {
  readonly kind: StoredFileKind;
  /** The account to which the file belongs; the sender while that account does not exist. */
  readonly username: string | null;
  /** Of inspection papers and reports. */
  readonly equipmentNo?: string;
}

const rowOf = (path: string, file: WaitingFile, { kind, username, equipmentNo }: Ownership) => ({
  path,
  kind,
  name: file.name,
  mime: KEPT_MIMES[file.type],
  size: file.size,
  sha256: file.sha256,
  username,
  equipmentNo: equipmentNo ?? null,
});

/** Writes the rows of files, and gives their paths. */
export type KeepFiles = (sql: Transaction, owner: Ownership) => Promise<string[]>;

/**
 * Brings waiting files into the store and does work that may keep them in a transaction of its own: a store elsewhere may
 * be slow, and no transaction waits for it. Those that the work did not keep are removed. Where it kept them and failed
 * after, nobody knows whether its rows are there; the bytes of rows that are not go with the next sweep.
 */
export async function withStoredBytes<T>(
  files: readonly WaitingFile[],
  work: (keep: KeepFiles) => Promise<T>,
): Promise<T> {
  const store = fileStore();
  const paths: string[] = [];
  let isKept = false;
  try {
    for (const { type, waitingPath: place, size } of files) {
      const path = newStoredName(type);
      await store.put(path, { place, size });
      paths.push(path);
    }
    return await work(async (sql, owner) => {
      isKept = true;
      for (const [index, file] of files.entries())
        await sql.storedFile.create({ data: rowOf(paths[index] ?? '', file, owner) });
      return paths;
    });
  } finally {
    if (!isKept) await removeBytes(paths);
  }
}

/** Keeps an arrived file. @returns its `path`, which is its key from now on @throws unavailable */
export async function keepFile(file: WaitingFile, owner: Ownership): Promise<string> {
  const path = newStoredName(file.type);
  await fileStore().put(path, { place: file.waitingPath, size: file.size });
  try {
    await db().storedFile.create({ data: rowOf(path, file, owner) });
  } catch (error) {
    await removeBytes([path]);
    throw error;
  }
  return path;
}

/** The live row of a file of this kind. @throws not_found also for a file of another kind */
export async function findStoredFile(path: string, kind: StoredFileKind): Promise<StoredFile> {
  const row = isStoredName(path) ? await db().storedFile.findFirst({ where: { path, kind, deletedAt: null } }) : null;
  if (!row) throw new AppError('not_found');
  return row;
}

/** The bytes of a file, or of a range of it, as a stream. @throws not_found when they are missing; unavailable */
export function openStoredFile({ path }: Pick<StoredFile, 'path'>, range?: ByteRange): Promise<Readable> {
  return fileStore().open(path, range);
}

/** All bytes of a file. @throws not_found when they are missing; unavailable */
export async function readStoredFile(file: Pick<StoredFile, 'path'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await openStoredFile(file)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The file as an answer: an attachment of its own type, never a page (the door adds nosniff). */
export function storedFileAnswer(file: StoredFile): FileAnswer {
  const open = async (range?: ByteRange) =>
    Readable.toWeb(await openStoredFile(file, range)) as ReadableStream<Uint8Array>;
  return new FileAnswer({ size: file.size, open }, file.name, file.mime);
}

/**
 * Deletes a file: the row stays as a trace, the bytes are removed after the commit. @returns a function that removes
 * the bytes
 */
export async function removeStoredFile(sql: Transaction, path: string): Promise<() => Promise<void>> {
  await sql.storedFile.updateMany({ where: { path, deletedAt: null }, data: { deletedAt: new Date() } });
  return () => removeBytes([path]);
}

/**
 * Removes the bytes of files that have no row, or a deleted one. What the store does not remove goes with the next sweep:
 * the deletion is done by then, and its caller is not told otherwise.
 */
export async function removeBytes(paths: readonly string[]): Promise<void> {
  const store = fileStore();
  try {
    for (const path of paths) await store.remove(path);
  } catch (error) {
    logger('files').warn({ err: error, paths: paths.length }, 'bytes stay until the next sweep');
  }
}
