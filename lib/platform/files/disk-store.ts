import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/platform/contract/errors';
import type { ByteRange } from '@/lib/platform/contract/file-answer';
import type { ArrivedBytes, FileStat, FileStore } from './file-store';
import { isStoredName, shelfOf } from './stored-names';

const isMissing = (error: unknown) => (error as { code?: unknown }).code === 'ENOENT';

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Files in a folder that nothing serves. What arrives has to lie on the same disk: it is moved, never copied. */
export class DiskStore implements FileStore {
  /** @param name the folder */
  constructor(readonly name: string) {}

  isShared(): Promise<boolean> {
    return Promise.resolve(existsSync(this.name));
  }

  async put(path: string, { place }: ArrivedBytes): Promise<void> {
    const target = this.placeOf(path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(place, target);
  }

  async open(path: string, range?: ByteRange): Promise<Readable> {
    const place = this.placeOf(path);
    await stat(place).catch((cause: unknown) => {
      throw new AppError('not_found', { cause });
    });
    return createReadStream(place, range && { start: range.from, end: range.to });
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const found = await stat(this.placeOf(path)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    return found && { size: found.size, at: found.mtime };
  }

  async remove(path: string): Promise<void> {
    await rm(this.placeOf(path), { force: true });
  }

  async *list(): AsyncGenerator<string> {
    for (const shelf of await namesIn(this.name)) {
      // Shelves have two characters; the waiting room does not.
      if (shelf.length !== 2) continue;
      for (const name of await namesIn(join(this.name, shelf))) if (isStoredName(name)) yield name;
    }
  }

  private placeOf(path: string): string {
    return join(this.name, shelfOf(path), path);
  }
}
