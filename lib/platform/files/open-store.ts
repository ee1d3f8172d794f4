import { join } from 'node:path';
import { config } from '@/lib/config';
import type { FilesBucket } from '@/lib/config-parts';
import { DiskStore } from './disk-store';
import type { FileStore } from './file-store';
import { S3Store } from './s3-store';

let current: { readonly bucket: FilesBucket; readonly store: FileStore } | undefined;

/** Where this installation keeps its files, as its settings say. @param dataDir where it has no bucket */
export function fileStore(dataDir = config().dataDir): FileStore {
  const { filesBucket } = config();
  if (!filesBucket) return new DiskStore(join(dataDir, 'uploads'));
  if (current?.bucket !== filesBucket) current = { bucket: filesBucket, store: new S3Store(filesBucket) };
  return current.store;
}
