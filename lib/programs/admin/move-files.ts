import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { FileStore } from '@/lib/platform/files/file-store';
import { discardWaiting, newWaitingPath } from '@/lib/platform/files/waiting-room';

/** `npm run files:move`: brings every file of a row from one store into another (docs/backup.md). It can be run again. */

export interface MoveCounts {
  copied: number;
  /** They were there already. */
  present: number;
  removed: number;
  bytes: number;
  /** What the target does not have after it, with the reason. */
  readonly faults: string[];
}

interface MoveOptions {
  readonly from: FileStore;
  readonly to: FileStore;
  /** Removes each file from where it was, once its bytes at the target are the ones of its row. */
  readonly removes: boolean;
  readonly onFile?: (moved: MoveCounts) => void;
}

/** A row of `stored_file`, as far as its bytes are concerned. */
interface FileRow {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

const ROWS = 500;

async function* liveRows(): AsyncGenerator<FileRow> {
  for (let after = ''; ;) {
    const rows = await db().storedFile.findMany({
      where: { deletedAt: null, path: { gt: after } },
      orderBy: { path: 'asc' },
      take: ROWS,
      select: { path: true, size: true, sha256: true },
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last.path;
  }
}

/** The bytes of a file as they pass, and afterwards whether they are those of its row. */
function checked(row: FileRow) {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *pass(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    isRight: () => size === row.size && hash.digest('hex') === row.sha256,
  };
}

async function isRightAt(store: FileStore, row: FileRow): Promise<boolean> {
  const check = checked(row);
  for await (const chunk of check.pass(await store.open(row.path))) void chunk;
  return check.isRight();
}

/** @returns the reason why the target does not have it */
async function copy(row: FileRow, { from, to }: MoveOptions): Promise<string | undefined> {
  const place = await newWaitingPath();
  try {
    const check = checked(row);
    await pipeline(await from.open(row.path), check.pass, createWriteStream(place, { flags: 'wx', mode: 0o600 }));
    if (!check.isRight()) return `its bytes in ${from.name} are not those of its row`;
    await to.put(row.path, { place, size: row.size });
    if (await isRightAt(to, row)) return undefined;
    await to.remove(row.path);
    return `${to.name} gives other bytes than it was given`;
  } finally {
    await discardWaiting({ waitingPath: place });
  }
}

/** Moves one file, as far as it is not moved. @returns the reason why the target does not have it */
async function moveOne(row: FileRow, options: MoveOptions, moved: MoveCounts): Promise<string | undefined> {
  const { from, to, removes } = options;
  const there = await to.stat(row.path);
  const isThere = there?.size === row.size && (!removes || (await isRightAt(to, row)));
  if (isThere) moved.present += 1;
  else {
    const fault = await copy(row, options);
    if (fault !== undefined) return fault;
    moved.copied += 1;
    moved.bytes += row.size;
  }
  if (removes && (await from.stat(row.path))) {
    await from.remove(row.path);
    moved.removed += 1;
  }
  return undefined;
}

/**
 * Brings the files of all live rows to the target. A file that fails is named and keeps no other from being moved; where
 * a store is away altogether, the work ends.
 * @throws unavailable
 */
export async function moveFiles(options: MoveOptions): Promise<MoveCounts> {
  const moved: MoveCounts = { copied: 0, present: 0, removed: 0, bytes: 0, faults: [] };
  for await (const row of liveRows()) {
    const fault = await moveOne(row, options, moved).catch((error: unknown) => {
      if (error instanceof AppError && error.id === 'not_found') return `${options.from.name} does not have it`;
      throw error;
    });
    if (fault !== undefined) moved.faults.push(`${row.path}: ${fault}`);
    options.onFile?.(moved);
  }
  return moved;
}
