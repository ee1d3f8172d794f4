import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config';
import { FILE_MIMES } from '@/lib/platform/contract/received-file';

/**
 * Where files wait while they arrive or are made, on the disk of the process that takes them: their type is judged by
 * bytes of their whole length, and nothing that is refused ever reaches the store.
 */

/** Longer than any request lasts. */
const WAITING_MS = 3_600_000;

/** The folder of all files below DATA_DIR; where a bucket keeps them, it has nothing but the waiting room. */
export const uploads = () => join(config().dataDir, 'uploads');
const waitingRoom = () => join(uploads(), 'waiting');

/** What is kept: what users upload, and the archives that the portal makes itself. */
export const KEPT_MIMES = { ...FILE_MIMES, zip: 'application/zip' } as const;
export type KeptType = keyof typeof KEPT_MIMES;

/** A whole file in the waiting room. */
export interface WaitingFile {
  readonly name: string;
  readonly type: KeptType;
  readonly size: number;
  readonly sha256: string;
  readonly waitingPath: string;
}

/** A place in the waiting room for an arriving file; files that were left there long ago are removed. */
export async function newWaitingPath(): Promise<string> {
  const room = waitingRoom();
  await mkdir(room, { recursive: true, mode: 0o700 });
  if (Math.random() < 0.02) await sweepWaiting(Date.now() - WAITING_MS);
  return join(room, randomBytes(24).toString('base64url'));
}

/** Removes files that have waited since before `before`: their requests are over. */
export async function sweepWaiting(before: number): Promise<void> {
  const room = waitingRoom();
  for (const name of await readdir(room).catch(() => [])) {
    const { mtimeMs } = await stat(join(room, name)).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(join(room, name), { force: true });
  }
}

/** Removes a file from the waiting room; one that a folder keeps is not there any more. */
export async function discardWaiting(file: Pick<WaitingFile, 'waitingPath'>): Promise<void> {
  await rm(file.waitingPath, { force: true });
}
