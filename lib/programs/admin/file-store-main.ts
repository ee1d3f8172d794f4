import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';
import { fileStore } from '@/lib/platform/files/open-store';
import { isStoredName, shelfOf } from '@/lib/platform/files/stored-names';
import { S3Store } from '@/lib/platform/files/s3-store';

/** The bucket of an installation, for `npm run backup` and `npm run restore`, which are no programs of ours otherwise. */

export interface BackupBucket {
  readonly name: string;
  /** Paths as backups have them, and their bytes; a file that was deleted meanwhile is left out. */
  files(): AsyncIterable<{ path: string; open: () => Promise<AsyncIterable<Buffer> | undefined> }>;
  /** @returns false when it was there already; its name belongs to these bytes alone */
  put(name: string, chunks: AsyncIterable<Buffer>): Promise<boolean>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Undefined: files stand in DATA_DIR. @param folder where files wait on their way into the bucket */
export function openBucket(folder: string): BackupBucket | undefined {
  if (!config().filesBucket) return undefined;
  const store = fileStore();
  const explained = (error: unknown): never => {
    const cause = error instanceof AppError ? error.cause : undefined;
    if (!(cause instanceof Error)) throw error;
    throw new Error(`${store.name} did not do its part (${cause.name}: ${cause.message}).`, { cause: error });
  };
  const open = (name: string) =>
    store.open(name).catch((error: unknown) => {
      if (error instanceof AppError && error.id === 'not_found') return undefined;
      return explained(error);
    });
  return {
    name: store.name,
    async *files() {
      try {
        for await (const name of store.list()) yield { path: `${shelfOf(name)}/${name}`, open: () => open(name) };
      } catch (error) {
        explained(error);
      }
    },
    async put(name, chunks) {
      if (!isStoredName(name)) throw new Error(`${name} is no name of a file`);
      const waiting = await mkdtemp(join(folder, 'restore-'));
      try {
        const place = join(waiting, name);
        let size = 0;
        async function* counted() {
          for await (const chunk of chunks) {
            size += chunk.length;
            yield chunk;
          }
        }
        await pipeline(Readable.from(counted()), createWriteStream(place, { mode: 0o600 }));
        if ((await store.stat(name))?.size === size) return false;
        await store.put(name, { place, size });
        return true;
      } catch (error) {
        return explained(error);
      } finally {
        await rm(waiting, { recursive: true, force: true });
      }
    },
    remove: (name) => store.remove(name),
    close: async () => {
      if (store instanceof S3Store) await store.close();
    },
  };
}
