import type { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import type { StoredFile, StoredFileKind } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { FILE_MIMES } from '@/lib/platform/contract/received-file';

/**
 * Files that users uploaded (api.md §1.8, §5.3 StoredFile): bytes below DATA_DIR, outside of everything that is served,
 * under random names. The row and the feature that owns its kind decide who may see a file.
 */

/** 192 random bits, and the ending for people who read a log. */
const PATH = /^[A-Za-z0-9_-]{32}\.[a-z]{3}$/;
export const isStoredName = (name: string) => PATH.test(name);

/** Longer than any request lasts. */
const WAITING_MS = 3_600_000;
export const uploads = () => join(config().dataDir, 'uploads');
const waitingRoom = () => join(uploads(), 'waiting');
const placeOf = (path: string) => join(uploads(), path.slice(0, 2), path);

const newName = () => randomBytes(24).toString('base64url');

/** A place in the waiting room for an arriving file; files that were left there long ago are removed. */
export async function newWaitingPath(): Promise<string> {
  const room = waitingRoom();
  await mkdir(room, { recursive: true, mode: 0o700 });
  if (Math.random() < 0.02) await sweepWaiting(Date.now() - WAITING_MS);
  return join(room, newName());
}

/** Removes files that have waited since before `before`: their requests are over. */
export async function sweepWaiting(before: number): Promise<void> {
  const room = waitingRoom();
  for (const name of await readdir(room).catch(() => [])) {
    const { mtimeMs } = await stat(join(room, name)).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(join(room, name), { force: true });
  }
}

/** What is kept: what users upload, and the archives that the portal makes itself. */
const KEPT_MIMES = { ...FILE_MIMES, zip: 'application/zip' } as const;
export type KeptType = keyof typeof KEPT_MIMES;

/** A whole file in the waiting room. */
export interface WaitingFile {
  readonly name: string;
  readonly type: KeptType;
  readonly size: number;
  readonly sha256: string;
  readonly waitingPath: string;
}

export interface Ownership {
  readonly kind: StoredFileKind;
  /** The account to which the file belongs; the sender while that account does not exist. */
  readonly username: string | null;
  /** Of inspection papers and reports. */
  readonly equipmentNo?: string;
}

/** Stores an arrived file. @returns its `path`, which is its key from now on */
export async function keepFile(
  sql: Transaction,
  file: WaitingFile,
  { kind, username, equipmentNo }: Ownership,
): Promise<string> {
  const path = `${newName()}.${file.type}`;
  const place = placeOf(path);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await rename(file.waitingPath, place);
  try {
    await sql.storedFile.create({
      data: {
        path,
        kind,
        name: file.name,
        mime: KEPT_MIMES[file.type],
        size: file.size,
        sha256: file.sha256,
        username,
        equipmentNo: equipmentNo ?? null,
      },
    });
  } catch (error) {
    await rm(place, { force: true });
    throw error;
  }
  return path;
}

/** Removes a file from the waiting room; stored files are not there any more. */
export async function discardWaiting(file: Pick<WaitingFile, 'waitingPath'>): Promise<void> {
  await rm(file.waitingPath, { force: true });
}

/** The live row of a file of this kind. @throws not_found also for a file of another kind */
export async function findStoredFile(path: string, kind: StoredFileKind): Promise<StoredFile> {
  const row = PATH.test(path) ? await db().storedFile.findFirst({ where: { path, kind, deletedAt: null } }) : null;
  if (!row) throw new AppError('not_found');
  return row;
}

/** The bytes of a file as a stream. @throws not_found when they are missing */
export async function openStoredFile({ path }: Pick<StoredFile, 'path'>): Promise<Readable> {
  const place = placeOf(path);
  await stat(place).catch((cause: unknown) => {
    throw new AppError('not_found', { cause });
  });
  return createReadStream(place);
}

/** All bytes of a file. @throws not_found when they are missing */
export async function readStoredFile({ path }: Pick<StoredFile, 'path'>): Promise<Buffer> {
  return readFile(placeOf(path)).catch((cause: unknown) => {
    throw new AppError('not_found', { cause });
  });
}

/**
 * The file as an answer: an attachment of its own type, never a page (the door adds nosniff). @throws not_found when
 * its bytes are missing
 */
export async function storedFileAnswer(file: StoredFile): Promise<FileAnswer> {
  return new FileAnswer(Readable.toWeb(await openStoredFile(file)) as ReadableStream<Uint8Array>, file.name, file.mime);
}

/**
 * Deletes a file: the row stays as a trace, the bytes are removed after the commit. @returns a function that removes
 * the bytes
 */
export async function removeStoredFile(sql: Transaction, path: string): Promise<() => Promise<void>> {
  await sql.storedFile.updateMany({ where: { path, deletedAt: null }, data: { deletedAt: new Date() } });
  return () => rm(placeOf(path), { force: true });
}

/** Removes the bytes of files whose rows are deleted. */
export async function removeBytes(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(placeOf(path), { force: true });
}
