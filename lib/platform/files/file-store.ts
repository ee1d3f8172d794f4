import type { Readable } from 'node:stream';
import type { ByteRange } from '@/lib/platform/contract/file-answer';

/**
 * Where the bytes of files are kept: a folder (`disk-store.ts`) or a bucket of an object store (`s3-store.ts`). A file is
 * known by the random name of its row (`stored-names.ts`), is never changed, and is there as a whole or not at all.
 */
export interface FileStore {
  /** As people know it: the folder, or the bucket and its host. */
  readonly name: string;
  /** False: this process does not share the folder, and may not judge what is missing there. */
  isShared(): Promise<boolean>;
  /**
   * Takes a whole file of this machine; afterwards it may be gone from its place there.
   * @throws unavailable when the store does not take it; then nothing of it is kept
   */
  put(path: string, file: ArrivedBytes): Promise<void>;
  /** Its bytes, or those of a range, as they are wanted. @throws not_found, unavailable */
  open(path: string, range?: ByteRange): Promise<Readable>;
  /** Undefined: there is no such file. @throws unavailable */
  stat(path: string): Promise<FileStat | undefined>;
  /** A file that is not there is no error. @throws unavailable */
  remove(path: string): Promise<void>;
  /** The names of all files. @throws unavailable */
  list(): AsyncIterable<string>;
}

export interface ArrivedBytes {
  readonly place: string;
  readonly size: number;
}

export interface FileStat {
  readonly size: number;
  /** When it was put there. */
  readonly at: Date;
}
